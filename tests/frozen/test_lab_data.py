"""Strings that are data: seeds, keys and names of the lab, of players, of records and of the command line.

Never edit this file or its snapshots; only `current/lab.py` follows a rename.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.frozen.current import lab

KEPT = Path(__file__).parent / "snapshots" / "lab"
GAMES = ("battle_puno", "cat_brawl", "creature_wars", "defend_the_city", "ultimatum")
EXPERIMENTS = ("compare", "effects", "worth")
COMMANDS = (
    "run",
    "compare",
    "worth",
    "pairs",
    "forbid",
    "effects",
    "proposals",
    "tune",
    "tournament",
    "solve",
    "expose",
    "replay",
    "review",
    "games",
    "game",
    "laws",
)
SHAPES = ("rules", "rules short", "cards", "names without rules")
SEARCHES = (
    "search:30",
    "search:150/hindsight=0",
    "search:30/exploration=9",
    "search:30/care=3",
    "search:30/depth=1",
    "search:30/share=1",
    "search:30/trust=500",
    "search:30/steps=1",
    "search:30/regret=0.9",
    "search:30/belief=0.9",
    "search:30/doubt=1.5",
    "search:30/hindsight=9",
    "search:30/care=1/depth=2/share=3/trust=4/steps=5/regret=0.2/belief=0.3/doubt=0.4/hindsight=1/exploration=0.7",
)
PROSE = 40
"""Longer strings are sentences, which may be reworded."""
WORDED = {
    "help",
    "blurb",
    "allowed",
    "verdict",
    "text",
    "says",
    "said",
    "other",
    "seated",
    "against",
    "outcome",
    "phase",
}
"""So may these, if they are more than a word."""


def expect(name: str, value: Any) -> None:
    """Compares a value with its snapshot."""
    assert json.loads(json.dumps(value)) == json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))


def kept(name: str) -> Path:
    """The path of a file or folder that was written before the renames."""
    return KEPT / name


def content(folder: Path) -> dict[str, Any]:
    """All files of a folder by path: unpacked, with the numbers of JSON rounded to 9 digits."""
    found: dict[str, Any] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        lines = data.splitlines() if ".jsonl" in path.name else [data]
        found[str(path.relative_to(folder))] = [plain(json.loads(line), prose=False) for line in lines]
    return found


def plain(data: Any, prose: bool = True, key: str = "") -> Any:
    """Rounds numbers, and leaves sentences out."""
    if isinstance(data, dict):
        return {name: plain(value, prose, name) for name, value in data.items()}
    if isinstance(data, list):
        return [plain(value, prose, key) for value in data]
    if isinstance(data, float):
        return round(data, 9)
    worded = isinstance(data, str) and (len(data) > PROSE or (key in WORDED and " " in data))
    return "(sentence)" if prose and worded else data


def shape(data: Any) -> Any:
    """Keys and kinds alone; of a list, those of its first item."""
    if isinstance(data, dict):
        return {key: shape(value) for key, value in data.items()}
    if isinstance(data, list):
        return [shape(data[0])] if data else []
    return type(data).__name__


# --- runs and experiments on disk ---


@pytest.mark.parametrize("game", GAMES)
def test_a_run_is_played_and_written_as_before(game: str, tmp_path: Path) -> None:
    lab.play_run(game, tmp_path / "run")
    assert content(tmp_path / "run") == content(kept(f"run {game}"))


def test_a_run_of_bots_with_search_settings_is_played_as_before(tmp_path: Path) -> None:
    lab.play_bot_run(tmp_path / "run")
    assert _nameless(content(tmp_path / "run")) == _nameless(content(kept("run of searches")))


@pytest.mark.parametrize("game", GAMES)
def test_an_old_run_is_read_and_written_again(game: str, tmp_path: Path) -> None:
    lab.copy_run(kept(f"run {game}"), tmp_path / "run")
    assert content(tmp_path / "run") == content(kept(f"run {game}"))


def test_an_old_run_with_search_settings_is_read_and_written_again(tmp_path: Path) -> None:
    lab.copy_run(kept("run of searches"), tmp_path / "run")
    assert _nameless(content(tmp_path / "run")) == _nameless(content(kept("run of searches")))


def _nameless(data: Any) -> Any:
    """Without the settings of searches, which may be written in new words."""
    if isinstance(data, dict):
        return {key: _nameless(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_nameless(value) for value in data]
    return data.partition("/")[0] if isinstance(data, str) and data.startswith("search:") else data


@pytest.mark.parametrize("kind", EXPERIMENTS)
def test_an_experiment_is_played_and_written_as_before(kind: str, tmp_path: Path) -> None:
    lab.play_experiment(kind, tmp_path / "experiment")
    expect(f"shape of {kind}", shape(content(tmp_path / "experiment")))
    assert _wordless(content(tmp_path / "experiment")) == _wordless(content(kept(f"experiment {kind}")))


@pytest.mark.parametrize("kind", EXPERIMENTS)
def test_an_old_experiment_is_read_and_written_again(kind: str, tmp_path: Path) -> None:
    lab.copy_experiment(kept(f"experiment {kind}"), tmp_path / "experiment")
    assert _wordless(content(tmp_path / "experiment")) == _wordless(content(kept(f"experiment {kind}")))


def _wordless(data: Any) -> Any:
    """Without the sentences that are said of a change."""
    if isinstance(data, dict):
        return {key: _wordless(value) for key, value in data.items() if key != "says"}
    return [_wordless(value) for value in data] if isinstance(data, list) else data


def test_the_ladder_is_played_and_written_as_before(tmp_path: Path) -> None:
    lab.play_ladder(tmp_path / "ladder.json")
    lab.copy_ladder(kept("ladder.json"), tmp_path / "again.json")
    old = _nameless(json.loads(kept("ladder.json").read_text()))
    assert _nameless(json.loads((tmp_path / "ladder.json").read_text())) == old
    assert _nameless(json.loads((tmp_path / "again.json").read_text())) == old


def test_exploits_are_written_and_read_as_before(tmp_path: Path) -> None:
    lab.write_exploits(tmp_path)
    assert (tmp_path / "exploits.json").read_text() == kept("exploits/exploits.json").read_text()
    (tmp_path / "again").mkdir()
    lab.copy_exploits(kept("exploits"), tmp_path / "again")
    assert (tmp_path / "again" / "exploits.json").read_text() == kept("exploits/exploits.json").read_text()


# --- records, saves and puzzles ---


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_and_recorded_as_before(game: str, tmp_path: Path) -> None:
    lab.play_record(game, tmp_path / "record.json")
    assert (tmp_path / "record.json").read_text() == kept(f"record {game}.json").read_text()


@pytest.mark.parametrize("game", GAMES)
def test_an_old_record_ends_as_before(game: str, tmp_path: Path) -> None:
    lab.copy_record(kept(f"record {game}.json"), tmp_path / "record.json")
    assert (tmp_path / "record.json").read_text() == kept(f"record {game}.json").read_text()
    expect(f"end {game}", lab.end_of(kept(f"record {game}.json")))


@pytest.mark.parametrize("game", GAMES)
def test_an_old_save_is_read_and_finished_as_before(game: str, tmp_path: Path) -> None:
    save = tmp_path / "save.json"
    save.write_text(kept(f"save {game}.json").read_text())
    position = lab.save_position(save)
    expect(f"position {game}", position)
    assert lab.load_position(save, json.loads(kept(f"position {game}.json").read_text())) == position
    lab.resume_record(save)
    assert save.read_text() == kept(f"finished {game}.json").read_text()


@pytest.mark.parametrize("game", GAMES)
def test_an_old_puzzle_is_read_as_before(game: str) -> None:
    expect(f"puzzle read {game}", plain(lab.read_puzzle("001", kept(f"puzzle {game}.json").read_text())))
    text = lab.shipped_puzzle(game)[1]
    assert json.loads(text).keys() == json.loads(kept(f"puzzle {game}.json").read_text()).keys()


def test_golden_games_keep_their_names() -> None:
    assert set(lab.golden_names()) >= {f"{game}.json" for game in GAMES}
    assert set(lab.games()) >= set(GAMES)


# --- players and weights ---


@pytest.mark.parametrize("number", range(len(SEARCHES)))
def test_old_search_settings_decide_as_before(number: int) -> None:
    expect(f"search {number}", lab.search_decision(SEARCHES[number]))
    expect(f"settings {number}", lab.search_settings(SEARCHES[number]))


@pytest.mark.parametrize("name", ["easy", "normal", "hard", "champion", "greedy", "random", "learned"])
def test_named_players_decide_as_before(name: str) -> None:
    expect(f"player {name}", {game: lab.decision(name, game) for game in ("cat_brawl", "battle_puno")})


def test_arrays_in_files_of_weights_keep_their_names() -> None:
    expect("weight arrays", lab.weight_arrays())


def test_weights_say_the_same() -> None:
    expect("weight values", lab.weight_values())


# --- seeds ---


def test_environments_deal_as_before() -> None:
    pytest.importorskip("gymnasium")
    expect("environments", lab.environment_draws())


def test_learners_practise_and_are_examined_as_before() -> None:
    expect("training", lab.training_draws())


def test_a_gauge_and_a_coach_look_as_before() -> None:
    expect("gauge", lab.gauge_draws())
    expect("coach", lab.coach_draws())


def test_puzzles_are_found_as_before() -> None:
    expect("puzzles found", lab.puzzle_draws())


def test_every_seed_has_the_text_it_had() -> None:
    found = lab.seed_strings()
    if found is None:
        pytest.skip("A compiled build does not show its seeds.")
    old = json.loads(kept("seeds.json").read_text())
    assert {flow: sorted(set(texts) - set(found[flow])) for flow, texts in old.items()} == {flow: [] for flow in old}


# --- JSON of the command line ---


@pytest.mark.parametrize("key", COMMANDS)
def test_a_command_prints_the_same_json(key: str, tmp_path: Path) -> None:
    words = lab.argv_of(key, tmp_path, kept("record defend_the_city.json"))
    expect(f"output {key}", plain(lab.json_output(words)))


@pytest.mark.parametrize("key", SHAPES)
def test_a_command_prints_json_of_the_same_shape(key: str, tmp_path: Path) -> None:
    expect(f"output {key}", shape(lab.json_output(lab.argv_of(key, tmp_path))))


def test_a_report_of_an_old_run_has_the_same_json() -> None:
    words = lab.argv_of("report", kept("run defend_the_city"))
    words = [word.removesuffix("/run") for word in words]
    expect("output report", plain(lab.json_output(words)))


def test_cards_say_how_often_an_old_run_saw_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "runs").mkdir()
    lab.copy_run(kept("run cat_brawl"), tmp_path / "runs" / "old")
    monkeypatch.chdir(tmp_path)
    expect("output cards seen", plain(lab.json_output(lab.argv_of("cards seen", tmp_path))))


def test_a_review_that_estimates_says_the_same(tmp_path: Path) -> None:
    lab.play_short_record(tmp_path / "short.json")
    expect(
        "output review of looks",
        plain(lab.json_output(lab.argv_of("review of looks", tmp_path, tmp_path / "short.json"))),
    )
