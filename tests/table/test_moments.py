"""A match again, moment by moment: thinned out while it is on, whole after the end."""

from __future__ import annotations

import pytest

from rumpus.core.errors import IllegalMove
from rumpus.table.replay import Moment, table_moments
from tests.table.evening import ANN, BEN, Evening, made
from tests.table.parley import parley


def seen(evening: Evening, eyes: int | None, everything: bool = False) -> list[Moment]:
    return list(table_moments(evening.table, eyes, everything))


def test_while_it_is_on_a_sealed_decision_makes_no_moment_for_others() -> None:
    evening = Evening()
    evening.decide(BEN)
    assert len(seen(evening, BEN)) == 2
    assert len(seen(evening, ANN)) == 1
    assert len(seen(evening, None)) == 1
    evening.decide(ANN)
    whole = seen(evening, None)
    assert [moment.number for moment in whole] == [0, 1], "numbers that count no sealed move"
    assert [(moment.seat, moment.words) for moment in whole] == [(None, ""), (None, "")]
    assert [line.text for line in whole[1].lines][-1].endswith("eats the crumb of 1.")


def test_all_cards_are_open_only_after_the_end() -> None:
    evening = Evening()
    with pytest.raises(IllegalMove, match="when the game is over"):
        seen(evening, None, everything=True)
    evening.play_out()
    whole = seen(evening, None, everything=True)
    assert len(whole) == 11
    assert [len(moment.others) for moment in whole] == [2] * 11
    assert "hand" in whole[0].others[1]
    assert whole[1].words.startswith("play ")
    assert whole[1].seat == ANN
    assert whole[0].lines[1].text != "Ben is dealt five cards."
    through_anns_eyes = seen(evening, ANN)
    assert [moment.number for moment in through_anns_eyes] == list(range(11))
    assert through_anns_eyes[0].lines[1].text == "Ben is dealt five cards."
    assert through_anns_eyes[0].others == []


def test_a_match_that_went_on_from_another_begins_where_it_began_here() -> None:
    first = Evening(made(parley), parley)
    first.decide(ANN, 2)
    first.decide(BEN, 4)
    second = Evening(made(parley, base=first.table.base_after(2)), parley)
    second.decide(ANN, 6)
    live = seen(second, None)
    assert [moment.number for moment in live] == [0, 1]
    assert [line.text for line in live[0].lines] == ["Ann says 2.", "Ben says 4."]
    second.decide(BEN, 8)
    over = seen(second, BEN)
    assert [moment.number for moment in over] == [2, 3, 4]
    assert (over[0].seat, over[0].words) == (None, "")
    assert (over[1].seat, over[1].words) == (ANN, "say 6")


def test_names_are_in_every_moment() -> None:
    evening = Evening(made(parley, people=("@1", "Ben")), parley)
    evening.decide(ANN, 2)
    assert [moment.view["phase"] for moment in seen(evening, None)] == [
        "@1 speaks, Ben listens",
        "Ben speaks, @1 listens",
    ]
