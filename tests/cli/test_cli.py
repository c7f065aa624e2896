"""The command line: what it says, and one clear sentence for everything that cannot be done."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rumpus as package
from rumpus.core.catalogue import find_game
from rumpus.core.record import Record
from tests.package_metadata import write_metadata
from tests.terminal.conftest import Outcome, environment

Rumpus = Callable[..., Outcome]


def test_alone_it_says_what_is_here_and_how_to_start(rumpus: Rumpus) -> None:
    status, out, err = rumpus()
    assert (status, err) == (0, "")
    assert "pigeons" in out
    assert "Sealed bids for crumbs" in out
    assert "rumpus play " in out
    assert "rumpus --help" in out


def test_version_says_how_the_rules_run(rumpus: Rumpus) -> None:
    status, out, _ = rumpus("--version")
    assert status == 0
    assert package.__version__ in out
    assert ("compiled" if package.compiled() else "interpreted") in out


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["play", "--help"], ["replay", "-h"], ["rules", "--help"]])
def test_help(rumpus: Rumpus, words: list[str]) -> None:
    status, out, err = rumpus(*words)
    assert (status, err) == (0, "")
    assert "Usage: rumpus" in out


def test_help_comes_quickly(shelf: Path) -> None:
    """Nothing heavy is loaded for it: no numbers, no pictures, no screens, no game."""
    code = "import sys; from rumpus.cli.main import run; run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(shelf))
    loaded = done.stderr.split()
    for heavy in ("numpy", "scipy", "matplotlib", "textual", "polars", "rumpus.players", "pigeons"):
        assert heavy not in loaded


def test_games_for_people_and_for_programs(rumpus: Rumpus) -> None:
    _, out, _ = rumpus("games")
    assert "2–4" in out
    assert "rumpus pebbles: Counts pebbles. (Whispers)" in out
    _, out, _ = rumpus("games", "--json")
    listed = {game["name"]: game for game in json.loads(out)}
    assert listed["pigeons"]["players"] == [2, 3, 4]
    assert listed["whispers"]["options"][1]["choices"] == ["calm", "death match"]
    _, out, _ = rumpus("games", "whispers")
    assert "one of calm, death" in out
    _, out, _ = rumpus("games", "Whispers", "--json")
    assert json.loads(out)["commands"] == ["pebbles"]


def test_rules_in_full_and_by_clause(rumpus: Rumpus) -> None:
    _, out, _ = rumpus("rules", "pigeons")
    assert "Whoever lands hardest eats." in out
    _, out, _ = rumpus("rules", "pigeons", "--clause", "pg-5")
    assert out.strip() == "PG-5 The highest card eats the crumb. All shown cards are gone."
    _, out, _ = rumpus("rules", "pigeons", "--json", "--clause", "PG-5")
    assert json.loads(out)["clauses"] == {"PG-5": "**PG-5** The highest card eats the crumb. All shown cards are gone."}
    _, out, _ = rumpus("rules", "pigeons", "--json")
    assert len(json.loads(out)["clauses"]) == 7


def test_cards_are_searched(rumpus: Rumpus) -> None:
    for words in ([], ["crumb"], ["highest", "card"], ["--kind", "thing"]):
        _, out, _ = rumpus("cards", "pigeons", *words)
        assert "Worth its number" in out
    _, out, _ = rumpus("cards", "pigeons", "--json")
    assert json.loads(out) == [
        {"name": "crumb", "kind": "thing", "text": "Worth its number; the highest card eats it.", "clause": "PG-3"}
    ]


def test_a_game_brings_commands_of_its_own(rumpus: Rumpus) -> None:
    status, out, _ = rumpus("pebbles", "two", "--help")
    assert (status, out) == (3, "2 pebbles: two --help\n")
    assert rumpus("pebbles", "--lose") == (2, "", "rumpus: A pebble is lost.\n")


def test_a_broken_game_of_somebody_else_spoils_nothing(
    rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_metadata(tmp_path, "ruin", "no_such_module")
    monkeypatch.syspath_prepend(str(tmp_path))
    status, out, err = rumpus("games")
    assert status == 0
    assert "pigeons" in out
    assert "The game 'ruin' is installed but cannot be loaded" in err
    status, out, err = rumpus("play", "ruin")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert rumpus()[0] == 0


# --- options of a game as flags ---


@pytest.mark.parametrize(
    ("flags", "options"),
    [
        (["--mode", "death match"], {"mode": "death match"}),
        (["--mode=Death-Match"], {"mode": "death match"}),
        (["--versus"], {"versus": True}),
        (["--versus", "on", "--mode", "death match"], {"versus": True, "mode": "death match"}),
        (["--no-versus"], {}),
        (["-o", "versus=on"], {"versus": True}),
        (["--players", "3"], {"players": 3}),
        (["--seats", "you,random,random"], {"players": 3}),
    ],
)
def test_every_option_of_a_game_is_a_flag(
    rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: list[str], options: dict[str, object]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    path = tmp_path / "a.record"
    status, _, err = rumpus("play", "whispers", "--save", str(path), *flags)
    assert (status, err) == (0, "")
    assert Record.read(path).options == options


@pytest.mark.parametrize("flags", [["--preset", "balanced"], ["-o", "preset=balanced"]], ids=" ".join)
def test_a_preset_is_chosen_like_an_option(
    rumpus: Rumpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: list[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    path = tmp_path / "a.record"
    assert rumpus("play", "cat_brawl", "--save", str(path), *flags, "--players", "3")[0] == 0
    (preset,) = find_game("cat_brawl").presets
    assert Record.read(path).options == {**preset.changes, "players": 3}


def test_presets_are_listed_with_their_changes(rumpus: Rumpus) -> None:
    (preset,) = find_game("cat_brawl").presets
    assert json.loads(rumpus("games", "cat_brawl", "--json")[1])["presets"] == [
        {"name": "balanced", "says": preset.says, "changes": preset.changes}
    ]
    out = " ".join(rumpus("games", "cat_brawl")[1].split())
    assert f"--preset balanced {preset.says}" in out
    assert all(f"{name}={value}" in out for name, value in preset.changes.items())
    assert "It sets witches=(107 of 141)." in " ".join(rumpus("games", "creature_wars")[1].split())


# --- what cannot be done ---

REFUSALS: list[tuple[list[str], str]] = [
    (["blorb"], "no such command 'blorb'"),
    (["--blorb"], "no such option: --blorb"),
    (["games", "--blorb"], "no such option: --blorb"),
    (["games", "pigeon"], "There is no game 'pigeon'; did you mean 'pigeons'?"),
    (["rules"], "missing argument 'GAME'"),
    (["rules", "chess boxing"], "There is no game 'chess boxing'"),
    (["rules", "pigeons", "--clause", "PG-99"], "the rules of Pigeons have no clause PG-99"),
    (["rules", "pigeons", "--clause", "PG-99", "--json"], "the rules of Pigeons have no clause PG-99"),
    (["cards", "pigeons", "krumb"], "nothing here is called 'krumb'. Did you mean crumb?"),
    (["cards", "pigeons", "--kind", "dragon"], "has no kind 'dragon'. It has thing"),
    (["play"], "name a game"),
    (["play", "nosuch"], "there is no game 'nosuch'"),
    (["play", "pigeons", "--seats", "you"], "cannot be played with 1 seats. it takes 2, 3, 4"),
    (["play", "pigeons", "--seats", "you,,you"], "without empty ones"),
    (["play", "pigeons", "--seats", "you,nobody"], "there is no player 'nobody'"),
    (["play", "pigeons", "--players", "9"], "cannot be played with 9 seats"),
    (["play", "pigeons", "--players", "many"], "invalid value for '--players'"),
    (["play", "pigeons", "--players", "-1"], "cannot be played with -1 seats"),
    (["play", "pigeons", "--seats", "you,random", "--players", "3"], "--seats names 2 seats, but --players is 3"),
    (["play", "pigeons", "--hp", "3"], "Pigeons has no option --hp"),
    (["play", "pigeons", "--player", "3"], "did you mean --players?"),
    (["play", "pigeons", "more"], "cannot read 'more'"),
    (["play", "pigeons", "-o", "hp"], "an option is written name=value"),
    (["play", "pigeons", "-o", "hp=3"], "there is no option 'hp'"),
    (["play", "pigeons", "-o", "players=77"], "players is a whole number from 2 to 4, not '77' (PG-1)"),
    (["play", "pigeons", "-o", "players=٣"], "players is a whole number from 2 to 4, not '٣' (PG-1)"),
    (["play", "pigeons", "--players", "٣"], "invalid value for '--players'"),
    (["play", "pigeons", "--pace", "nan"], "cannot use a pace of nan seconds"),
    (["play", "whispers", "--mode", "loud"], "mode is one of calm, death match, not 'loud' (WH-3)"),
    (["play", "whispers", "--mode"], "--mode needs a value: one of calm, death match (WH-3)"),
    (["play", "whispers", "--versus=perhaps"], "versus is on or off, not 'perhaps'"),
    (["play", "whispers", "--preset", "balanced"], "Whispers has no option --preset"),
    (["play", "cat_brawl", "--preset", "fair"], "preset is one of standard, balanced, not 'fair'"),
    (["play", "cat_brawl", "--preset"], "--preset needs a value: the name of a preset"),
    (["play", "whispers", "--mode", "@nowhere"], "There is no file nowhere"),
    (["play", "pigeons", "--save", "nowhere/a.record"], "there is no folder nowhere to save to"),
    (["play", "pigeons", "--save", "."], "is a folder"),
    (["play", "pigeons", "--save", "letter.txt"], "exists and is not a record"),
    (["play", "pigeons", "--pace", "-1"], "cannot use a pace of -1 seconds"),
    (["play", "pigeons", "--seed", "\udcff"], "is not valid text"),
    (["play", "--resume", "nowhere"], "there is no file nowhere"),
    (["play", "--resume", "letter.txt"], "it is not JSON text"),
    (["play", "--resume", "."], "cannot be read as a record"),
    (["play", "whispers", "--resume", "good.record"], "is a game of Pigeons, not of Whispers"),
    (["play", "--resume", "good.record", "--seed", "x"], "keeps its options, seed and seats"),
    (["play", "--resume", "good.record", "--players", "2"], "keeps its options, seed and seats"),
    (["play", "--resume", "good.record", "--seats", "you"], "this game has 2 seats, not 1"),
    (["play", "--resume", "over.record"], "this game is over"),
    (["play", "--resume", "illegal.record"], "Move 1 (0 play 99) is not possible"),
    (["tournament", "defend_the_city", "--players", "wizard"], "There is no player 'wizard'"),
    (["tournament", "chess"], "There is no game 'chess'"),
    (["tournament", "defend_the_city", "--games", "0"], "games per group"),
    (["tournament", "defend_the_city", "--games", "１００"], "invalid value for '--games'"),
    (["tournament", "defend_the_city", "--players", "search:１００"], "cannot read the budget"),
    (["ladder", "--verify", "--out", "/nowhere"], "there is no ladder"),
    (["exploit", "greedy", "cat_brawl", "--option", "players=3"], "an attacker needs exactly one opponent"),
    (["exploit", "greedy", "cat_brawl", "--attackers", "0"], "cannot train 0 attackers. Choose 1 to 100"),
    (
        ["exploit", "greedy", "defend_the_city", "--samples", "0"],
        "Cannot sample a player 0 times. Choose 1 to 100,000.",
    ),
    (["exploit", "greedy", "defend_the_city", "lazy"], "there is no 'lazy' to solve"),
    (["exploit", "nobody", "cat_brawl"], "there is no player 'nobody'"),
    (["exploit", "greedy", "cat_brawl", "--minutes", "0"], "cannot train attackers for 0 minutes"),
    (["solve", "kuhn", "--precision", "nan"], "invalid value for '--precision'"),
    (["ladder", "--minutes", "inf"], "invalid value for '--minutes'"),
    (["puzzles", "make", "pigeons", "--games", "9" * 30], "invalid value for '--games'"),
    (["puzzles", "make", "pigeons", "--first", "9" * 30], "invalid value for '--first'"),
    (["laws"], "missing argument 'GAME'"),
    (["laws", "pigeonz"], "There is no game 'pigeonz'; did you mean 'pigeons'?"),
    (["laws", "pigeons", "--law", "gravity"], "There is no law 'gravity'; there is nothing is missing, random play"),
    (["laws", "pigeons", "--games", "0"], "invalid value for '--games'"),
    (["laws", "pigeons", "--games", "many"], "invalid value for '--games'"),
    (["replay"], "missing argument 'FILE'"),
    (["replay", "nowhere"], "There is no file nowhere"),
    (["replay", "letter.txt"], "it is not JSON text"),
    (["replay", "binary.record"], "cannot be read as a record"),
    (["replay", "foreign.json"], "This is no record of ours"),
    (["replay", "cut.record"], "it is not JSON text, or it is cut off"),
    (["replay", "no_moves.record"], "its moves are missing"),
    (["replay", "illegal.record"], "Move 1 (0 play 99) is not possible"),
    (["replay", "wrong_seat.record"], "move 1 is by seat 7"),
    (["replay", "other_version.record"], "played under version 2 of the rules of Pigeons; version 1 is installed"),
    (["replay", "other_end.record"], "the replay ends with"),
    (["replay", "unknown_game.record"], "the game of this record is not installed"),
    (["replay", "bad_options.record"], "the options of this record do not fit Pigeons"),
    (["replay", "good.record", "--seat", "7"], "there is no seat '7'. Choose 0 (Ann), 1 (Bix), or spectator"),
]


@pytest.fixture
def bench(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from tests.terminal.test_seats import pigeon_session, play_on

    host = pigeon_session("you:Ann", "random")
    play_on(host, 2)
    good = host.match.record.dumps()
    play_on(host)
    over = host.match.record.dumps()
    damaged = {
        "good.record": good,
        "over.record": over,
        "letter.txt": "dear Bo",
        "foreign.json": '{"format": "chess"}',
        "cut.record": good[: len(good) // 2],
        "no_moves.record": good.replace('"moves"', '"muves"'),
        "illegal.record": good.replace('"0 play', '"0 play 99", "0 play', 1),
        "wrong_seat.record": good.replace('"0 play', '"7 play', 1),
        "other_version.record": good.replace('"version": 1', '"version": 2'),
        "other_end.record": over.replace(f'"end": "{host.match.record.end}"', '"end": "0"'),
        "unknown_game.record": good.replace('"pigeons"', '"doves"'),
        "bad_options.record": good.replace('"options": {}', '"options": {"players": 99}'),
    }
    for name, text in damaged.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "binary.record").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("words", "sentence"), REFUSALS, ids=[" ".join(words) for words, _ in REFUSALS])
def test_bad_input_gets_one_sentence_and_status_2_and_changes_nothing(
    rumpus: Rumpus, bench: Path, words: list[str], sentence: str
) -> None:
    before = {path.name: path.read_bytes() for path in bench.iterdir()}
    status, out, err = rumpus(*words)
    assert status == 2
    assert out == ""
    assert sentence.lower() in err.lower()
    assert err.startswith("rumpus: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert {path.name: path.read_bytes() for path in bench.iterdir()} == before


def test_bad_input_to_the_real_command(command: Callable[..., Outcome]) -> None:
    for words in (["play", "nosuch"], ["--blorb"], ["replay", "nowhere"], ["play", "pigeons", "--seed", "\udcff"]):
        status, out, err = command(words)
        assert status == 2
        assert out == ""
        assert err.count("\n") == 1


@pytest.mark.long
def test_every_command_on_the_page_works_as_written(command: Callable[..., Outcome]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "play" / "terminal.md").read_text(encoding="utf-8")
    lines = [line.removeprefix("$ rumpus ") for line in page.splitlines() if line.startswith("$ rumpus ")]
    assert len(lines) == 6
    for line in lines:
        status, out, err = command(shlex.split(line))
        assert (status, err) == (0, ""), line
        assert out
