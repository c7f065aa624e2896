"""The witches as people read them: the rules and the page of the docs agree with the catalogue."""

from __future__ import annotations

from pathlib import Path

from rumpus.core.catalogue import find_game
from rumpus.core.content.rulebook import clauses
from rumpus.games.creature_wars.gallery import BEGIN, END, PAGE, main, page, rules_with_witches
from rumpus.games.creature_wars.rules.names import NAMES
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, all_witches
from rumpus.games.creature_wars.rulings import RULINGS
from rumpus.games.creature_wars.topics import UNWRITTEN
from rumpus.testing import rule

ROOT = Path(__file__).parents[3]
AGAIN = "run `python -m rumpus.games.creature_wars.gallery`"


def test_the_rules_agree_with_the_catalogue() -> None:
    rules = find_game("creature_wars").rules()
    assert rules.count(BEGIN) == rules.count(END) == 1
    assert rules_with_witches(rules) == rules, AGAIN
    said = clauses(rules)
    for witch in all_witches():
        assert witch.text
        assert witch.text in said[witch.clause]


def test_every_ruling_belongs_to_a_witch() -> None:
    assert set(RULINGS) <= {witch.clause for witch in all_witches()}


def test_the_page_of_the_docs_is_current() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == page(), AGAIN


def test_every_clause_says_something() -> None:
    """No clause is a mere title."""
    for clause, text in clauses(find_game("creature_wars").rules()).items():
        assert len(text.rsplit("**", 1)[-1].split()) >= 3, clause


@rule("CW-7", "ER-9")
def test_unwritten_names_are_no_witches() -> None:
    written = [name for tier in NAMES for name in tier]
    unwritten = [name for names in UNWRITTEN for name in names]
    assert [witch.name for tier in CATALOGUE for witch in tier] == written
    assert (len(written), len(unwritten), len(set(written + unwritten))) == (141, 134, 275)


def test_outside_the_repository_it_says_where_it_belongs(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []
