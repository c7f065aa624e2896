"""Replays: thinned out during the game, complete after the end."""

from __future__ import annotations

import pytest

from rumpus.core.errors import IllegalMove
from rumpus.table.replay import ReplayFrame, table_frames
from tests.table.parley import parley
from tests.table.scenario import ANN, BEN, TableScenario, made


def seen(scenario: TableScenario, viewer: int | None, everything: bool = False) -> list[ReplayFrame]:
    return list(table_frames(scenario.table, viewer, everything))


def test_while_it_is_on_a_sealed_decision_makes_no_frame_for_others() -> None:
    scenario = TableScenario()
    scenario.decide(BEN)
    assert len(seen(scenario, BEN)) == 2
    assert len(seen(scenario, ANN)) == 1
    assert len(seen(scenario, None)) == 1
    scenario.decide(ANN)
    whole = seen(scenario, None)
    assert [frame.number for frame in whole] == [0, 1], "numbers that count no sealed move"
    assert [(frame.seat, frame.words) for frame in whole] == [(None, ""), (None, "")]
    assert [line.text for line in whole[1].lines][-1].endswith("eats the crumb of 1.")


def test_all_cards_are_open_only_after_the_end() -> None:
    scenario = TableScenario()
    with pytest.raises(IllegalMove, match="once the game is over"):
        seen(scenario, None, everything=True)
    scenario.play_out()
    whole = seen(scenario, None, everything=True)
    assert len(whole) == 11
    assert [len(frame.others) for frame in whole] == [2] * 11
    assert "hand" in whole[0].others[1]
    assert whole[1].words.startswith("play ")
    assert whole[1].seat == ANN
    assert whole[0].lines[1].text != "Ben is dealt five cards."
    anns_frames = seen(scenario, ANN)
    assert [frame.number for frame in anns_frames] == list(range(11))
    assert anns_frames[0].lines[1].text == "Ben is dealt five cards."
    assert anns_frames[0].others == []


def test_a_match_that_went_on_from_another_begins_where_it_began_here() -> None:
    first = TableScenario(made(parley), parley)
    first.decide(ANN, 2)
    first.decide(BEN, 4)
    second = TableScenario(made(parley, base=first.table.base_after(2)), parley)
    second.decide(ANN, 6)
    live = seen(second, None)
    assert [frame.number for frame in live] == [0, 1]
    assert [line.text for line in live[0].lines] == ["Ann says 2.", "Ben says 4."]
    second.decide(BEN, 8)
    over = seen(second, BEN)
    assert [frame.number for frame in over] == [2, 3, 4]
    assert (over[0].seat, over[0].words) == (None, "")
    assert (over[1].seat, over[1].words) == (ANN, "say 6")


def test_names_are_in_every_frame() -> None:
    scenario = TableScenario(made(parley, people=("@1", "Ben")), parley)
    scenario.decide(ANN, 2)
    assert [frame.view["phase"] for frame in seen(scenario, None)] == [
        "@1 speaks, Ben listens",
        "Ben speaks, @1 listens",
    ]
