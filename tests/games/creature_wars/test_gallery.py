"""The witches as people read them: the rules and the page of the docs agree with the catalogue."""

from __future__ import annotations

from pathlib import Path

from rumpus.core.catalogue import find_game
from rumpus.core.content.rulebook import clauses
from rumpus.games.creature_wars.gallery import BEGIN, END, main, page, rules_with_witches
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches

AGAIN = "run `python -m rumpus.games.creature_wars.gallery`"


def test_the_rules_agree_with_the_catalogue() -> None:
    rules = find_game("creature_wars").rules()
    assert rules.count(BEGIN) == rules.count(END) == 1
    assert rules_with_witches(rules) == rules, AGAIN
    said = clauses(rules)
    for witch in all_witches():
        assert witch.text
        assert witch.text in said[witch.clause]


def test_the_page_of_the_docs_has_every_witch_once() -> None:
    written = page()
    for witch in all_witches():
        assert written.count(f"| {witch.clause} | **{witch.name}** | {witch.text}") == 1


def test_every_clause_says_something() -> None:
    """No clause is a mere title."""
    for clause, text in clauses(find_game("creature_wars").rules()).items():
        assert len(text.rsplit("**", 1)[-1].split()) >= 3, clause


def test_outside_the_repository_it_says_where_it_belongs(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []
