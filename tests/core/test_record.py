"""Records: one small readable file that is the match, and every way in which it can be none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pigeons import game
from rumpus.core.errors import BadRecord
from rumpus.core.game import Game
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng
from rumpus.table.match import Match
from rumpus.testing import title
from rumpus.testing.corruption import damaged_saves
from tests.catalogue import GAMES


def finished(seed: str = "coo") -> Match:
    match = Match(game, game.options(), seed, ["Ada", "random"])
    chooser = SeededRng("choices")
    while not match.over:
        seat = match.position.to_act()[0]
        moves = match.position.moves(seat)
        match.play(seat, moves[chooser.below(len(moves))])
    return match


def finished_with(key: str, value: object) -> Record:
    return Record.loads(json.dumps({**json.loads(finished().record.dumps()), key: value}))


def test_a_record_replays_to_the_same_end() -> None:
    record = Record.loads(finished().record.dumps())
    steps = [step.number for step in record.walk(game)]
    assert steps == list(range(11))
    assert record.players == ["Ada", "random"]


def test_a_saved_game_goes_on_where_it_was() -> None:
    whole = finished()
    half = Match(game, game.options(), "coo", ["Ada", "random"])
    for seat, words in whole.record.moves[:5]:
        half.play(seat, game.parse_move(half.position, seat, words))
    again = Match.resume(game, Record.loads(half.record.dumps()))
    for seat, words in whole.record.moves[5:]:
        again.play(seat, game.parse_move(again.position, seat, words))
    assert again.record.dumps() == whole.record.dumps()


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    finished().record.write(path)
    assert Record.read(path).dumps() == finished().record.dumps()
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_what_is_no_record_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    with pytest.raises(BadRecord, match="There is no file"):
        Record.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.read(path)
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.read(tmp_path)
    path.write_bytes(b"x" * 10_000_001)
    with pytest.raises(BadRecord, match="larger than any record"):
        Record.read(path)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("format", "chess", "no record of ours"),
        ("game", 3, "game, version or seed"),
        ("version", "1", "game, version or seed"),
        ("version", True, "game, version or seed"),
        ("seed", None, "game, version or seed"),
        ("options", [], "its options"),
        ("players", "Ada", "its players"),
        ("moves", {}, "its moves"),
        ("moves", ["play 3"], "move 1 is not of the form"),
        ("moves", ["0"], "move 1 is not of the form"),
        ("moves", [7], "move 1 is not of the form"),
        ("moves", ["² play 3"], "move 1 is not of the form"),
        ("moves", ["5 play 3"], "seat 5, and there are 2"),
        ("result", "won", "its result"),
        ("result", [0.0, 2.0], "its result"),
        ("result", [0.0, 10**400], "its result"),
        ("result", [float("nan"), 0.0], "its result"),
        ("seed", "\ud800", "lone surrogate"),
        ("players", ["A\udfff", "B"], "lone surrogate"),
        ("end", 3, "its end"),
    ],
)
def test_a_damaged_record_is_refused_by_its_damage(key: str, value: object, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        finished_with(key, value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "[" * 100_000])
def test_noise_is_no_record(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.loads(text)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("game", "chess", "a record of 'chess', not of 'pigeons'"),
        ("version", 7, "version 7 of the rules of Pigeons; version 1 is installed"),
        ("options", {"wings": 2}, "do not fit Pigeons: There is no option 'wings'"),
        ("players", ["a", "b", "c"], "3 players for 2 seats"),
        ("moves", ["0 play 99"], "Move 1 \\(0 play 99\\) is not possible"),
        ("result", [0.0, 0.0], "but the record says result 0, 0"),
        ("end", "0", "it was changed"),
        ("seed", "other", "is not possible|it was changed"),
    ],
)
def test_a_record_that_does_not_fit_the_game_is_refused(key: str, value: object, sentence: str) -> None:
    record = finished_with(key, value)
    with pytest.raises(BadRecord, match=sentence):
        list(record.walk(game))


@pytest.mark.parametrize("any_game", GAMES, ids=title)
def test_a_record_damaged_anywhere_is_refused_or_replays(any_game: Game) -> None:
    options = any_game.options()
    match = Match(any_game, options, "whole", [f"Player {seat}" for seat in range(any_game.seats(options))])
    rng = SeededRng("damage")
    for _ in range(6):
        if match.over:
            break
        seat = match.position.to_act()[0]
        moves = match.position.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    plain = {**json.loads(match.record.dumps()), "then": [[4, "other"]], "result": [0.0] * len(match.record.players)}
    refusals: list[str] = []
    for what, damaged in damaged_saves(plain, rng, 8):
        try:
            for _ in Record.loads(json.dumps(damaged)).walk(any_game):
                pass
        except BadRecord as error:
            refusals.append(f"{what}: {error}")
    assert len(refusals) > 50
    assert max(len(refusal.encode()) for refusal in refusals) < 1000
