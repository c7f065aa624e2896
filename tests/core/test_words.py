"""Small helpers that every game and screen share."""

from __future__ import annotations

from rumpus.core.position import SeenEvent
from rumpus.core.words import Meaning, as_sentence, begins, facts, fits, with_names


def test_what_belongs_to_a_seat_may_be_called_by_its_name_alone() -> None:
    assert begins("2.nyx", "ny")
    assert begins("2.nyx", "2.n")
    assert not begins("2.nyx", "yx")
    assert not begins("lvl.3", "3")


NAMES = {"gained": ("seat", "points", Meaning("why", ("purr", "guard"))), "showed": ("seat", Meaning("cards*", "abc"))}


def test_facts_are_arguments_by_name_with_words_for_numbers() -> None:
    assert facts(SeenEvent("gained", [1, 3, 1]), NAMES) == {"seat": 1, "points": 3, "why": "guard"}
    assert facts(SeenEvent("gained", [1, 3, 7]), NAMES) == {"seat": 1, "points": 3, "why": 7}
    assert facts(SeenEvent("showed", [1, 0, 2]), NAMES) == {"seat": 1, "cards": ["a", "c"]}
    assert facts(SeenEvent("showed", [1]), NAMES) == {"seat": 1, "cards": []}
    assert facts(SeenEvent("unheard of", [1]), NAMES) == {}


def test_names_fit_when_there_is_one_for_every_argument() -> None:
    assert fits(SeenEvent("gained", [1, 3, 1]), NAMES)
    assert not fits(SeenEvent("gained", [1, 3]), NAMES)
    assert not fits(SeenEvent("gained", [1, 3, 1, 0]), NAMES)
    assert fits(SeenEvent("showed", [1]), NAMES)
    assert not fits(SeenEvent("showed", []), NAMES)
    assert not fits(SeenEvent("unheard of", []), NAMES)


def test_names_come_into_a_sentence_in_one_pass() -> None:
    assert with_names("@1 beats @0; @7 is nobody.", ["@1", "Bob"]) == "Bob beats @1; @7 is nobody."


def test_a_refusal_reads_as_a_sentence() -> None:
    assert as_sentence("there is no x") == "There is no x."
    assert as_sentence("Did you mean y?") == "Did you mean y?"
    assert as_sentence("persian.hp is too high (CB-29)") == "persian.hp is too high (CB-29)."
