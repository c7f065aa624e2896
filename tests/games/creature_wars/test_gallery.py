"""The witches as people read them: the rules and the page of the docs agree with the catalogue."""

from __future__ import annotations

from pathlib import Path

from rumpus.core.catalogue import find_game
from rumpus.core.content.rulebook import clauses
from rumpus.games.creature_wars.gallery import BEGIN, END, PAGE, main, page, rules_with_witches
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches

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


def test_the_page_of_the_docs_is_current() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == page(), AGAIN


def test_every_clause_says_something() -> None:
    """No clause is a mere title."""
    for clause, text in clauses(find_game("creature_wars").rules()).items():
        assert len(text.rsplit("**", 1)[-1].split()) >= 3, clause


def test_outside_the_repository_it_says_where_it_belongs(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []
