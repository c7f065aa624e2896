"""Moves are read with ASCII digits only: others are ignored like other signs, or refused."""

from __future__ import annotations

import re

import pytest

from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.words import with_names
from rumpus.lab.simulation.manifest import PART
from rumpus.table.match import Match
from rumpus.testing import title
from tests.catalogue import GAMES

OTHER_DIGITS = ["٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９", "⁰¹²³⁴⁵⁶⁷⁸⁹"]


def parsed(game: Game, position: Position, seat: Seat, text: str) -> Move | None:
    try:
        return game.parse_move(position, seat, text)
    except IllegalMove:
        return None


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_digits_of_other_scripts_are_no_numbers(game: Game) -> None:
    options = game.options()
    match = Match(game, options, "digits", [f"Player {seat}" for seat in range(game.seats(options))])
    rng, tried = SeededRng("digits"), 0
    while not match.over and len(match.record.moves) < 15:
        seat = match.position.to_act()[0]
        moves = match.position.moves(seat)
        for move in moves[:: max(1, len(moves) // 6)]:
            words = game.format_move(match.position, seat, move)
            without = parsed(game, match.position, seat, re.sub("[0-9]", "!", words))
            for digits in OTHER_DIGITS:
                other = words.translate(str.maketrans("0123456789", digits))
                if other != words:
                    tried += 1
                    assert parsed(game, match.position, seat, other) in (None, without)
                for text in (digits[2], f"a{digits[2]}", f"{words} {digits[2]}"):
                    parsed(game, match.position, seat, text)
        match.play(seat, moves[rng.below(len(moves))])
    assert tried or game.name in ("cat_brawl", "battle_puno")


def test_seats_and_parts_have_ascii_digits() -> None:
    assert with_names("@0 and @١", ["Ann", "Bo"]) == "Ann and @١"
    assert PART.fullmatch("part-00000000-٠٠٠٠٠٠٥٠.jsonl.gz") is None
