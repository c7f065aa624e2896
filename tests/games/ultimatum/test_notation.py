"""Notation: exact output, lenient input."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.core.rng import ScriptedRng, SeededRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.turn_record import turn_lines
from rumpus.table.match import Match
from rumpus.testing import rule
from tests.games.ultimatum.stage import Stage, field


@rule("N-1")
def test_characters_are_named_with_or_without_their_seat_in_any_case() -> None:
    s = Stage("Nyx e5, Bram a1", "Nyx f5, Ursa g9")
    wanted = s.read("Nyx attack 2.Nyx")
    for text in ("NYX ATTACK 2.NYX", "1.nyx attack 2.nyx", "nyx x nyx", "ny x 2.ny", "e5 f5", "nyx hit f5"):
        assert s.read(text) == wanted
    s = Stage("Isk e5", "Nyx f5", "Nyx g5")
    assert s.refuses("isk attack nyx") == "'nyx' could be 2.Nyx or 3.Nyx."
    assert "nobody here is called 'zed'" in s.refuses("isk attack zed")


@rule("N-2")
@pytest.mark.parametrize(
    ("squads", "typed", "written"),
    [
        (("Nyx k5, Bram a1", "Bram h5"), "nyx j4", "Nyx move j4"),
        (("Nyx k5, Bram a1", "Bram h5"), "nyx go to j4", "Nyx move j4"),
        (("Nyx k5, Bram a1", "Bram h5"), "k5 j4", "Nyx move j4"),
        (("Nyx k5, Bram a1", "Bram o9"), "nyx g5 via j4 i4 h4 h5", "Nyx move g5 via j4 i4 h4 h5"),
        (("Nyx g5, Bram a1", "Bram h5"), "nyx x bram", "Nyx attack 2.Bram"),
        (("Nyx g5, Bram a1", "Bram h5"), "nyx h5", "Nyx attack 2.Bram"),
        (("Nyx k5, Bram a1", "Bram h5"), "nyx backstab bram i5", "Nyx Backstab 2.Bram i5"),
        (("Nyx k5, Bram a1", "Bram h5"), "backstab i5 2.bram", "Nyx Backstab 2.Bram i5"),
        (("Nyx k5, Bram a1", "Bram h5"), "nyx ability bram i5", "Nyx Backstab 2.Bram i5"),
        (("Wren e5, Bram a1", "Ursa g1"), "wren piercing shot north-east", "Wren Piercing shot NE"),
        (("Wren e5, Bram a1", "Ursa g1"), "piercing shot ursa", "Wren Piercing shot NE"),
        (("Wren e5, Bram a1", "Ursa g1"), "wren ult ne", "Wren Piercing shot NE"),
        (("Orrin e5, Bram a1", "Ursa g5"), "orrin meteor f7", "Orrin Meteor f7"),
        (("Orrin e5, Bram a1", "Ursa g5"), "firebolt ursa", "Orrin Firebolt 2.Ursa"),
        (("Lys e5, Bram a1", "Nyx g5"), "lys switch nyx lys", "Lys Switch 1.Lys 2.Nyx"),
        (("Sable e5, Bram a1", "Nyx g5"), "sable lunge nyx", "Sable Lunge E"),
        (("Halla e5, Bram a1", "Nyx g5"), "to me!", "Halla To me!"),
        (("Halla e5, Bram d5", "Nyx g5"), "halla forward bram", "Halla Forward! 1.Bram"),
        (("Ursa e5, Bram d5", "Nyx g5"), "ursa last stand", "Ursa Last stand"),
        (("Nyx k5, Bram a1", "Bram h5"), "nyx pass", "Nyx pass"),
    ],
)
def test_decisions_as_people_type_them(squads: tuple[str, str], typed: str, written: str) -> None:
    s = Stage(*squads)
    move = s.read(typed)
    assert game.format_move(s.p, s.seat, move) == written
    assert s.read(written) == move


@rule("N-2")
def test_bans_picks_and_places() -> None:
    options = game.options({"map": field(), "squad": 1, "pick": "draft", "bans": 1, "first": "1"})
    p = game.start(options, ScriptedRng([]))
    for text in ("ban Bram", "wren", "pick nyx", "or"):
        p.play(p.to_act()[0], game.parse_move(p, p.to_act()[0], text), ScriptedRng([]))
    assert [p.label(unit) for unit in range(2)] == ["1.Nyx", "2.Orrin"]
    assert game.format_move(p, 0, game.parse_move(p, 0, "a4")) == "Nyx place a4"
    p.play(0, game.parse_move(p, 0, "nyx place a4"), ScriptedRng([]))
    assert p.place[0] >= 0


@rule("N-2")
def test_the_bound_character_need_not_be_named() -> None:
    s = Stage("Nyx k5, Bram a1", "Bram h5, Ursa o9").act("nyx move i5")
    assert s.read("attack bram") == s.read("x bram") == s.read("Nyx attack 2.Bram")
    s.act("attack bram")
    assert s.seat == 1


@rule("N-2")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Nothing was typed; for example 'Nyx move "),
        ("fly away", "does not say who acts: Nyx or Bram?"),
        ("nyx", "What should Nyx do? For example"),
        ("nyx z99", "'z99' is no hex of this map (M-4)."),
        ("nyx move z9", "'z9' is no hex of this map (M-4)."),
        ("nyx move", "where to?"),
        ("nyx backstab", "Backstab must say what it names: 2.Bram g4"),
        ("nyx move g5 then h5", "come only 'via' and the hexes between, not 'then' (N-2)."),
        ("nyx dance with bram", "is no move I know; for example 'Nyx move"),
        ("nyx outbreak", "Outbreak would have no effect now (A-12)."),
        ("bram meteor f7", "is no move I know"),
        ("finish", "A turn is finished after at least one action"),
        ("nyx move h5", "The hex h5 is taken by @1['s] Bram (UL-15)."),
    ],
)
def test_what_is_not_understood_is_refused_with_help(text: str, reason: str) -> None:
    assert reason in Stage("Nyx e5, Bram a1", "Bram h5, Isk o9").refuses(text)


def played(changes: dict[str, object], seed: str) -> Match:
    match = Match(game, game.options(changes), seed, ["Ann", "Ben"])
    rng = SeededRng(seed)
    while not match.over:
        seat = match.position.to_act()[0]
        moves = match.position.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    return match


@rule("N-3")
def test_a_record_by_turns() -> None:
    match = played({"map": "arena", "phase_limit": 4}, "turns")
    lines = turn_lines(game, match.record)
    assert lines[0].startswith("0.")
    decisions = sum(len(line.split(" ", 1)[1].split("; ")) for line in lines)
    assert decisions == len(match.record.moves)
    two = next(line for line in lines if "; " in line and "finish" not in line)
    number, _, rest = two.partition(" ")
    assert number.split(".")[1] in "12"
    first, second = rest.split("; ")[:2]
    assert first.split()[0] in [name for seat in range(2) for name in squad(match, seat)]
    assert second.split()[0] not in first.split()[:1], "the name is not repeated"


@rule("N-3")
def test_the_command_writes_a_record_by_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = played({"map": "arena", "phase_limit": 2}, "notebook")
    path = tmp_path / "match.json"
    match.record.write(path)
    turns = game.terminal().commands()["turns"]
    assert turns([str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == turn_lines(game, match.record)
    assert turns([]) == 2
    assert "`rumpus turns` needs one file" in capsys.readouterr().err
    assert turns([str(tmp_path / "none")]) == 2
    assert "There is no file" in capsys.readouterr().err


def squad(match: Match, seat: int) -> list[str]:
    p = match.position
    return [p.character(unit).name for unit in range(seat * 3, seat * 3 + 3)]  # type: ignore[attr-defined]


@rule("N-3", "N-4")
def test_hidden_traps_stand_without_their_hex_until_they_go_off() -> None:
    for number in range(60):
        match = played({"map": "arena"}, f"traps {number}")
        everything = turn_lines(game, match.record)
        trapper = next((seat for seat in (0, 1) if "Tamsin" in squad(match, seat)), None)
        if trapper is None:
            continue
        own, others = (turn_lines(game, match.record, seat) for seat in (trapper, 1 - trapper))
        assert own == everything
        hidden = [line for line in others if line.endswith("Set trap") or "Set trap;" in line]
        shown = [line for line in others if "Set trap " in line]
        if hidden and shown:
            gone_off = [e for e in match.events if e.kind in ("trap", "spring")]
            assert len(shown) <= sum(len(str(e.args[-1]).split()) for e in gone_off)
            assert [line.split()[0] for line in others] == [line.split()[0] for line in everything]
            return
    raise AssertionError("no game with a trap that went off and one that did not")
