"""One term per concept: no text for people uses a term that was replaced."""

from __future__ import annotations

import pytest

from tests.words.terms import replaced_terms, source_texts


def test_no_source_uses_a_replaced_term() -> None:
    found = [f"{place}: {text!r}: {terms}" for place, text in source_texts() if (terms := replaced_terms(text))]
    assert not found, "\n".join(found)


def test_texts_of_every_kind_are_read() -> None:
    places = {place for place, _ in source_texts()}
    for place in ("games/cat_brawl/words.py", "games/ultimatum/lesson.toml", "web/static/js/table/frame.js"):
        assert place in places
    assert ("web/static/js/table/log.js", '"Replay last turn"') in set(source_texts())


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Never mind", ["Never mind → Cancel"]),
        ("Add a card, or seal it.", ["or seal it → Lock in"]),
        ("Storytime Witch", []),
        ("The score of every round", []),
    ],
)
def test_replaced_terms_are_found_in_a_text(text: str, terms: list[str]) -> None:
    assert replaced_terms(text) == terms
