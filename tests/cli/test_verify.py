"""`rumpus verify` compares every seed of a match with its promised hash, and is not fooled by forged records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pigeons import game
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng
from rumpus.table.match import Match
from rumpus.table.seats import promise
from tests.terminal.conftest import Outcome

Rumpus = Callable[..., Outcome]


def play(seed: str, then: list[tuple[int, str]] | None = None, moves: int = 100) -> Record:
    """A match by this seed and later ones, to its end or for some moves."""
    base: list[tuple[int, str]] = []
    for at, _ in then or []:
        base = play(seed, [pair for pair in then or [] if pair[0] < at], at).moves
    match = Match(game, game.options(), seed, ["Ann", "Bo"], base, then or [])
    rng = SeededRng("choices")
    while not match.over and len(match.record.moves) < moves:
        seat = match.position.to_act()[0]
        match.play(seat, match.position.random_move(seat, rng))
    return match.record


def write(path: Path, record: Record, **changes: object) -> str:
    path.write_text(json.dumps({**json.loads(record.dumps()), **changes}), encoding="utf-8")
    return str(path)


def test_a_match_by_one_seed_is_verified(rumpus: Rumpus, tmp_path: Path) -> None:
    file = write(tmp_path / "a.record", play("coo"))
    status, out, _ = rumpus("verify", file, "--hash", f" {promise('coo').upper()} ")
    assert status == 0
    assert out.splitlines() == [
        "Pigeons: 10 moves, every one legal, ending as the record says.",
        "The seed of the deal is the one whose hash was shown before the first move.",
    ]
    assert f"The seed of the deal hashes to {promise('coo')}: compare it" in rumpus("verify", file)[1]
    status, _, err = rumpus("verify", file, "--hash", promise("other"))
    assert status == 2
    assert f"The seed of the deal hashes to {promise('coo')}, not to the promised hash." in err
    assert "This match has 1 seed. Give --hash 1 time, not 2." in rumpus("verify", file, *["--hash", "x"] * 2)[2]


def test_every_seed_of_a_continued_match_is_verified(rumpus: Rumpus, tmp_path: Path) -> None:
    file = write(tmp_path / "a.record", play("coo", [(4, "later")]))
    out = rumpus("verify", file)[1]
    assert f"The seed of the deal hashes to {promise('coo')}:" in out
    assert f"The seed from move 5 on hashes to {promise('later')}:" in out
    status, out, _ = rumpus("verify", file, "--hash", promise("coo"), "--hash", promise("later"))
    assert (status, out.count("is the one whose hash was shown")) == (0, 2)
    for hashes in ([promise("later")], [promise("coo")]):
        status, _, err = rumpus("verify", file, *(word for one in hashes for word in ("--hash", one)))
        assert status == 2
        assert "This match has 2 seeds, because it was continued after move 4. Give --hash 2 times, not 1." in err
    status, _, err = rumpus("verify", file, "--hash", promise("later"), "--hash", promise("coo"))
    assert (status, "The seed of the deal hashes to" in err) == (2, True)


FORGED: list[list[object]] = [
    [[100_000, "promised"]],
    [[10, "promised"]],
    [[-1, "promised"]],
    [[4, "a"], [4, "promised"]],
    [[5, "a"], [4, "promised"]],
]


@pytest.mark.parametrize("then", FORGED)
def test_a_seed_that_dealt_nothing_is_refused(rumpus: Rumpus, tmp_path: Path, then: list[object]) -> None:
    file = write(tmp_path / "a.record", play("chosen by a cheat"), then=then)
    for words in (["verify", file, "--hash", promise("promised")], ["verify", file], ["replay", file]):
        status, out, err = rumpus(*words)
        assert (status, out) == (2, "")
        assert "a later seed does not come between two of its moves" in err


def test_a_promised_seed_for_the_last_move_alone_is_not_enough(rumpus: Rumpus, tmp_path: Path) -> None:
    cheated = play("chosen by a cheat", [(9, "promised")])
    file = write(tmp_path / "a.record", cheated)
    status, out, err = rumpus("verify", file, "--hash", promise("promised"))
    assert (status, out) == (2, "")
    assert "continued after move 9" in err


def test_a_saved_game_may_go_on_with_a_new_seed_after_its_last_move() -> None:
    record = play("coo", [(4, "later")], moves=4)
    assert Record.loads(record.dumps()).then == [(4, "later")]


def test_a_difference_is_said(rumpus: Rumpus, tmp_path: Path) -> None:
    record = play("coo")
    assert record.result is not None
    near = [value * (1 - 1e-12) for value in record.result]
    for changes, sentence in (
        ({"result": near}, f"but the record says result {near[0]}, {near[1]}: it was changed"),
        ({"ranking": [1, 1]}, f"with the places {record.ranking}, but the record says [1, 1]"),
        ({"end": "0"}, "with the same result, but in another position than the record says"),
    ):
        status, _, err = rumpus("verify", write(tmp_path / "a.record", record, **changes))
        assert status == 2
        assert sentence in err
