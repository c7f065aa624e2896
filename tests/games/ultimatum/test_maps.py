"""Map files: reading, errors, drawing and fairness."""

from __future__ import annotations

from pathlib import Path

import pytest

from rumpus.core.errors import BadOption
from rumpus.core.playout import play_randomly
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng
from rumpus.games.ultimatum import game
from rumpus.games.ultimatum.commands import maps
from rumpus.games.ultimatum.fairness import fairness_of
from rumpus.games.ultimatum.maps import map_names, map_text
from rumpus.games.ultimatum.rules.terrain.ground import Ground
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS, NE, NW, SE, SW, E, W
from rumpus.games.ultimatum.rules.terrain.mapfile import BadMap, check_block, read_map
from rumpus.table.match import Match
from rumpus.testing import rule
from tests.games.ultimatum.stage import field

OWN = """; a small one
name Backyard

players 2
1 . . 2
 1 # 2
1 . . 2
"""


def ground_of(text: str, players: int = 2) -> Ground:
    return Ground("", read_map(text).block_for(players), players)


@rule("M-1")
def test_names_comments_blocks_and_seats_nobody_plays() -> None:
    file = read_map("; words\n\nname Two Fields\nplayers 2 4\n1 2 3 4\n\nplayers 3\n1 2 3\n")
    assert file.name == "Two Fields"
    assert file.player_counts() == [2, 3, 4]
    two, four = Ground("", file.block_for(2), 2), Ground("", file.block_for(4), 4)
    assert two.spawns == [[0], [1]]
    assert [two.spawn_seat[place] for place in (2, 3)] == [-1, -1], "plain floor"
    assert four.spawns == [[0], [1], [2], [3]]


@rule("M-2")
def test_rows_are_filled_up_with_walls_and_blanks_in_front_are_for_the_eye() -> None:
    ground = ground_of("players 2\n   1 . 2\n.\n")
    assert (ground.rows, ground.columns) == (2, 3)
    assert ground.open == [True, True, True, True, False, False]
    assert ground.step(0, W) == -1


@rule("M-3", "M-6")
def test_directions_distances_and_neighbours() -> None:
    ground = ground_of(field())
    hexes = {name: place for place, name in enumerate(ground.names)}

    def around(name: str) -> dict[int, str]:
        return {d: ground.names[ground.step(hexes[name], d)] for d in range(DIRECTIONS)}

    assert around("e5") == {E: "f5", NE: "e4", NW: "d4", W: "d5", SW: "d6", SE: "e6"}
    assert around("e6") == {E: "f6", NE: "f5", NW: "e5", W: "d6", SW: "e7", SE: "f7"}
    for a, b, far in (("e5", "e5", 0), ("e5", "e4", 1), ("c5", "j3", 8), ("a1", "o9", 18), ("e5", "e9", 4)):
        assert ground.distance(hexes[a], hexes[b]) == ground.distance(hexes[b], hexes[a]) == far
    assert ground.direction(hexes["e5"], hexes["g1"]) == NE
    assert ground.direction(hexes["e5"], hexes["f3"]) == NE
    assert ground.direction(hexes["e5"], hexes["e3"]) == -1
    assert ground.direction(hexes["e5"], hexes["a5"]) == W


@rule("M-4")
def test_hexes_are_named_by_column_letter_and_row_number() -> None:
    ground = ground_of(field())
    assert ground.names[:3] == ["a1", "b1", "c1"]
    assert ground.names[4 * 15 + 2] == "c5"
    assert ground.names[-1] == "o9"


@rule("M-5")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("players 2\n1 ? 2\n", "line 2: unknown hex '?'"),
        ("players 2\n1 .. 2\n", "line 2: unknown hex '..'"),
        ("; x\n1 . 2\nplayers 2\n", "line 2: a row before any 'players'"),
        ("players 5\n1 . 2\n", "line 1: bad number of players '5', it is 2 to 4"),
        ("players two\n1 . 2\n", "line 1: bad number of players 'two', it is 2 to 4"),
        ("players\n1 . 2\n", "line 1: bad number of players, none is given"),
        ("players 2\n1 2\nplayers 2\n1 2\n", "line 3: bad number of players '2', there is a block for it already"),
        ("players 3 2 3\n1 2\n", "line 1: bad number of players '3', there is a block for it already"),
        ("players 2\n1 . 3 2\n", "line 2: spawn point of player 3 in a block for at most 2 players"),
        ("players 2\n" + ". " * 27 + "\n", "line 2: over-long row of 27 hexes, 26 is the most"),
        ("players 2\n" + "1 2\n" * 100, "line 101: over-long block, 99 rows is the most"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, error: str) -> None:
    with pytest.raises(BadMap) as refusal:
        read_map(text)
    assert str(refusal.value) == error


@rule("M-5")
def test_a_match_on_a_bad_map_is_refused() -> None:
    with pytest.raises(BadOption, match=r"This map cannot be played: line 2: unknown hex 'x' \(M-5\)"):
        game.options({"map": "players 2\n1 x 2\n"})
    with pytest.raises(BadOption, match=r"Causeway cannot be played by 3 .* no block for 3 players"):
        game.options({"map": "causeway", "players": 3})
    with pytest.raises(BadOption, match=r"There is no map 'crossroad'. Did you mean 'crossroads'\?.*map=@FILE"):
        game.options({"map": "crossroad"})
    with pytest.raises(BadOption, match="There is no map"):
        game.options({"map": "/etc/passwd"})


@rule("M-5")
@pytest.mark.parametrize("text", ["\n", "; nothing\n", "name Empty\n"])
def test_a_map_without_blocks_is_refused_with_the_number_of_players(text: str) -> None:
    for players in (2, 3, 4):
        with pytest.raises(
            BadOption, match=rf"cannot be played by {players} .* no block for {players} players \(M-5\)"
        ):
            game.options({"map": text, "players": players, "squad": 1})


@rule("M-1")
def test_a_match_on_a_map_of_ones_own_keeps_the_map_in_its_record() -> None:
    options = game.options({"map": OWN, "squad": 2, "phase_limit": 3})
    match = Match(game, options, "own map", ["Ann", "Ben"])
    rng = SeededRng("choices")
    while not match.over:
        seat = match.position.to_act()[0]
        moves = match.position.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    again = Record.loads(match.record.dumps())
    assert [step.number for step in again.walk(game)][-1] == len(match.record.moves)
    assert match.position.view(None)["map"] == {"name": "Backyard", "columns": 4, "rows": ["1..2", "1#2#", "1..2"]}


@rule("M-1", "M-5")
@pytest.mark.parametrize("name", ["arena", "causeway", "crossroads", "ruins"])
def test_the_maps_of_the_package_are_sound_symmetric_and_have_six_spawn_points(name: str) -> None:
    assert name in map_names()
    file = read_map(map_text(name))
    for players in file.player_counts():
        block = file.block_for(players)
        check_block(block, players, 6)
        verdict = fairness_of(block, players)
        assert verdict.symmetric
        assert [camp.spawns for camp in verdict.camps] == [6] * players
        assert len({(camp.nearest, camp.average, camp.ground) for camp in verdict.camps}) == 1


@pytest.mark.parametrize(("name", "hexes"), [("causeway", 103), ("crossroads", 144), ("ruins", 199), ("arena", 60)])
@rule("M-2")
def test_the_maps_have_the_open_hexes_the_rules_say(name: str, hexes: int) -> None:
    assert ground_of(map_text(name)).open.count(True) == hexes


def test_maps_shows_all_or_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert maps([]) == 0
    shown = capsys.readouterr().out
    assert all(title in shown for title in ("Arena", "Causeway", "Crossroads", "Ruins"))
    assert maps(["Arena"]) == 0
    assert "Ruins" not in capsys.readouterr().out
    assert maps(["--help"]) == 0
    assert "check FILE" in capsys.readouterr().out
    assert maps(["atlantis"]) == 2
    assert "There is no map 'atlantis'" in capsys.readouterr().err


def test_maps_check_reports_fairness(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(OWN, encoding="utf-8")
    assert maps(["check", str(path)]) == 0
    said = capsys.readouterr().out
    assert "2 players: fair" in said
    assert "squads of up to 3" in said
    path.write_text("players 2 3\n1 . 2 . . . . . . 3\n", encoding="utf-8")
    assert maps(["check", str(path)]) == 1
    assert "unfair: player 3 has" in capsys.readouterr().out
    path.write_text("players 2\n1 x 2\n", encoding="utf-8")
    assert maps(["check", str(path)]) == 2
    assert "line 2: unknown hex 'x' (M-5)" in capsys.readouterr().err
    path.write_text("players 2\n1 # 2\n", encoding="utf-8")
    assert maps(["check", str(path)]) == 2
    assert "line 2: hex c1 cannot be reached (M-5)" in capsys.readouterr().err
    for words, sentence in ((["check"], "needs one file"), (["check", "nowhere.txt"], "There is no file")):
        assert maps(words) == 2
        assert sentence in capsys.readouterr().err
    path.write_text("name Empty\n", encoding="utf-8")
    assert maps(["check", str(path)]) == 2
    assert "no block for 2, 3 or 4 players (M-5)" in capsys.readouterr().err
    path.write_bytes(b"\xff\xfe")
    assert maps(["check", str(path)]) == 2
    assert "cannot be read as a map" in capsys.readouterr().err


def test_the_game_brings_its_command() -> None:
    assert game.terminal().commands()["maps"] is maps


def test_the_largest_map_can_be_played() -> None:
    rows = [["."] * 26 for _ in range(99)]
    rows[0][0], rows[98][25] = "1", "2"
    text = "name Plain\nplayers 2\n" + "\n".join(" ".join(row) for row in rows) + "\n"
    options = game.options({"map": text, "squad": 1, "phase_limit": 5})
    rng = SeededRng("large")
    p = game.start(options, rng)
    play_randomly(p, rng, 1000)
    assert p.over
