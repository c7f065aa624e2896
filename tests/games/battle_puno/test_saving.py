"""Saves whose memory of hidden cards is damaged: refused, or as good as genuine."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rumpus.core.errors import BadRecord
from rumpus.core.options import Options
from rumpus.core.rng import Rng, SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.deck import ALL_FACES, FACES
from rumpus.games.battle_puno.rules.position import Puno
from rumpus.games.battle_puno.rules.state import DRAWN
from rumpus.testing import rule
from rumpus.testing.random_games import RandomGame, play_on, saved
from tests.games.battle_puno.test_hidden import BUSY

MEMORY = ["seen", "notes", "lacks", "exempt", "back", "newer", "young"]
DECISIONS = 12


def genuine(changes: dict[str, object], name: str) -> tuple[Options, list[dict[str, Any]]]:
    """Returns saves of a random game, each a few moves after the last."""
    match = RandomGame(game, game.options(changes), name)
    return match.options, [json.loads(saved(match.position)) for _ in match.steps() if match.made % 9 == 0]


def a_save_with(fits: Any) -> tuple[Options, dict[str, Any]]:
    for number in range(20):
        for changes in BUSY:
            options, saves = genuine(changes, f"with/{number}")
            for plain in saves:
                if fits(plain):
                    return options, plain
    raise AssertionError("no such save in all these games")


def play_with_worlds(options: Options, plain: dict[str, Any], rng: Rng) -> bool:
    """Loads a save and plays on, sampling worlds of all seats; returns False if it is refused."""
    try:
        position = game.load(options, plain)
    except BadRecord:
        return False
    for _ in range(DECISIONS):
        for seat in range(game.seats(options)):
            world = position.determinize(seat, rng)
            assert world.view(seat) == position.view(seat)
        assert saved(game.load(options, json.loads(saved(position)))) == saved(position)
        play_on(position, rng, 1)
    return True


@rule("BP-7", "BP-16")
@pytest.mark.parametrize("faces", [[ALL_FACES] * 60, [0], [1 << face for face in range(FACES)]], ids=len)
def test_notes_about_cards_that_are_not_there_are_refused(faces: list[int]) -> None:
    options, plain = a_save_with(lambda plain: any(plain["notes"]))
    plain["notes"][0] = faces
    with pytest.raises(BadRecord, match="'notes' are about cards that are not in a hand"):
        game.load(options, plain)


@rule("BP-7", "BP-16")
def test_notes_are_about_other_cards_than_those_seen() -> None:
    options, plain = a_save_with(lambda plain: plain["seen"])
    position = game.load(options, plain)
    assert isinstance(position, Puno)
    viewer, holder = plain["seen"][0] >> 9, plain["seen"][0] >> 6 & 7
    unknown = len(position.hands[holder]) - len(position.memory.known(viewer, holder))
    plain["notes"][holder] = [ALL_FACES] * (unknown + 1)
    with pytest.raises(BadRecord, match="'notes' are about"):
        game.load(options, plain)


@rule("BP-7", "BP-19")
def test_a_card_just_drawn_is_exempt_from_what_the_hand_lacks() -> None:
    def just_drawn(plain: dict[str, Any]) -> bool:
        return bool(plain["phase"] == DRAWN and plain["lacks"][plain["on"]])

    options, plain = a_save_with(just_drawn)
    plain["exempt"][plain["on"]] = 0
    with pytest.raises(BadRecord, match="'lacks' and 'exempt' are not true of a hand"):
        game.load(options, plain)


@rule("BP-5")
def test_cards_put_back_lie_in_the_deck() -> None:
    options, plain = a_save_with(lambda plain: plain["back"])
    plain["back"] = [9] * FACES
    with pytest.raises(BadRecord, match="'back' counts cards that are not in the deck"):
        game.load(options, plain)


def damage(plain: dict[str, Any], rng: Rng) -> None:
    """Changes one number of the memory, or adds or drops one."""
    name = MEMORY[rng.below(len(MEMORY))]
    row = plain[name]
    if name == "notes":
        row = row[rng.below(len(row))]
    if row and rng.below(2):
        place = rng.below(len(row))
        row[place] = (row[place] + 1, row[place] - 1, 0, rng.below(1 << rng.below(FACES)))[rng.below(4)]
    elif row and rng.below(2) and name in ("seen", "notes"):
        row.pop(rng.below(len(row)))
    elif name in ("seen", "notes"):
        row.append(rng.below(1 << rng.below(FACES)))


@rule("BP-16")
@pytest.mark.parametrize(
    "changes", [BUSY[0], *[pytest.param(changes, marks=pytest.mark.long) for changes in BUSY[1:]]], ids=str
)
def test_a_damaged_memory_is_refused_or_true(changes: dict[str, object]) -> None:
    rng = SeededRng("damage")
    accepted = refused = 0
    for number in range(3):
        options, saves = genuine(changes, f"damage/{number}")
        for plain in saves[:25]:
            assert play_with_worlds(options, json.loads(json.dumps(plain)), rng), "a genuine save is accepted"
            for _ in range(4):
                damaged = json.loads(json.dumps(plain))
                damage(damaged, rng)
                if play_with_worlds(options, damaged, rng):
                    accepted += 1
                else:
                    refused += 1
    assert accepted > 10 < refused
