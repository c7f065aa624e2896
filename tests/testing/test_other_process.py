"""The second process for replaying games."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from rumpus.core.position import Move, Seat
from rumpus.testing.law import BrokenLaw
from rumpus.testing.other_process import other_processes
from rumpus.testing.transcript import transcript
from tests.laws.faults import Planted
from tests.laws.handmade import Pigeons, Square


class Fatal(Square):
    """Ends every other process that queries its moves."""

    def moves(self, seat: Seat) -> list[Move]:
        if Path(sys.argv[0]).name == "other_process.py":
            os._exit(3)
        return super().moves(seat)


def test_it_tells_the_same_story() -> None:
    game = Pigeons()
    assert other_processes()[0].transcript(game, {}, "one") == [tuple(answer) for answer in transcript(game, {}, "one")]


def test_a_game_that_cannot_be_found_there_is_said_so() -> None:
    class Local(Pigeons):
        pass

    with pytest.raises(BrokenLaw, match="cannot be loaded in another process"):
        other_processes()[0].transcript(Local(), {}, "one")


def test_a_game_that_ends_it_is_named_and_the_next_one_gets_another() -> None:
    with pytest.raises(BrokenLaw, match="the other process ended while it played this game"):
        other_processes()[0].transcript(Planted(Fatal), {}, "one")
    assert other_processes()[0].transcript(Pigeons(), {}, "two")
