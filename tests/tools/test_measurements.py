"""Published measurements: every file is valid, its command exists, and every study gets a page."""

from __future__ import annotations

import re
import shlex
from dataclasses import asdict
from pathlib import Path

import msgspec
import pytest

from benchmarks import strength
from benchmarks.curves import growth_study
from benchmarks.environments import environments_study
from benchmarks.report import Report
from benchmarks.study import FOLDER, Row, Study, read_study, write_study
from rumpus.core.catalogue import find_game
from rumpus.core.game import Game
from rumpus.lab.strength.ladder import read_json
from tests.catalogue import GAMES, NAMES
from tests.core.test_docs import ROOT, check_command
from tools.measurements import READERS, STYLE, all_studies, charts, study_page, write_pages
from tools.recorded_studies import FILES

STUDIES = all_studies()
BAND = (45.0, 55.0)
"""Per cent of games that each choice of a balanced preset wins."""
each_study = pytest.mark.parametrize("study", STUDIES, ids=lambda study: str(study.study))


def made(*rows: Row) -> Study:
    return Study(
        "a-study", "host", "Why?", "rumpus games", {}, "0.2.0", "2026-11-18", None, "95 % interval", "A note.", [*rows]
    )


@each_study
def test_every_study_is_sound(study: Study) -> None:
    assert study.rows
    assert study.question.endswith("?")
    games = {row.game for row in study.rows if row.game} | set(study.rules)
    assert all(game in NAMES or (ROOT / "examples" / game).is_dir() for game in games)
    assert not has_intervals(study) or study.interval
    for line in study.command.splitlines():
        check_command(shlex.split(line))


def has_intervals(study: Study) -> bool:
    return any(row.low is not None or row.high is not None for row in study.rows)


@pytest.mark.parametrize("game", [game for game in GAMES if game.presets], ids=lambda game: str(game.name))
def test_a_balanced_preset_has_its_evidence(game: Game) -> None:
    """Its study plays by the preset. Each figure lies in the band, or its label says that it is off."""
    study = read_study(FOLDER / f"balanced-{game.name.replace('_', '-')}.json")
    assert all("preset=balanced" in line for line in study.command.splitlines())
    figures = [row for row in study.rows if row.unit == "%" and row.label.startswith("balanced: ")]
    assert len(figures) >= 4
    for row in figures:
        assert row.value is not None
        assert (BAND[0] <= row.value <= BAND[1]) is not row.label.endswith(", off"), row.label
        assert row.low is not None
        assert row.n is not None


def test_a_value_below_its_goal_is_bold(tmp_path: Path) -> None:
    study = made(Row(None, "slow", 1.2, "times", goal=2.0), Row(None, "fast", 3.0, "times", goal=2.0))
    page = study_page(study)
    assert "| what | value | goal | unit |" in page
    assert "| slow | **1.2** | 2 | times |" in page
    assert "| fast | 3 | 2 | times |" in page
    assert read_study(write_study(study, tmp_path)) == study
    assert "goal" not in write_study(made(Row(None, "any", 1.0, "times")), tmp_path).read_text(encoding="utf-8")


def test_files_are_named_for_their_studies_and_no_study_is_twice() -> None:
    names = [path.stem for path in FOLDER.glob("*.json") if path.name not in FILES]
    assert sorted(read_study(FOLDER / f"{name}.json").study for name in names) == sorted(names)
    assert len({study.study for study in STUDIES}) == len(STUDIES)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"rows": [{"game": None, "label": "x", "value": 3, "unit": "s", "low": 4}]}, "in this order"),
        ({"rows": [{"game": None, "label": "x", "value": 3, "unit": "s", "high": 2}]}, "in this order"),
        ({"rows": [{"game": None, "label": "x", "value": None, "unit": "s"}]}, "one must be known"),
        ({"rows": [{"game": None, "label": "x", "value": 3, "unit": "s", "more": 1}]}, "unknown field"),
        ({"note": "word " * 41}, "more than 40 words"),
        ({"study": "A study"}, "no name of a study"),
        ({"date": "yesterday"}, "does not match format"),
        ({"reader": "nobody"}, "Invalid enum value"),
    ],
)
def test_a_file_that_is_not_sound_is_refused(change: dict[str, object], complaint: str) -> None:
    sound = msgspec.to_builtins(made(Row(None, "x", 3, "s")))
    assert msgspec.convert(sound, Study).rows[0].value == 3
    with pytest.raises(msgspec.ValidationError, match=complaint):
        msgspec.convert({**sound, **change}, Study)


def test_a_written_study_is_read_again(tmp_path: Path) -> None:
    study = made(Row("cat_brawl", "won “so”", 1.5, "%", 1, 2, 9), Row(None, "lost", 2, "%"))
    assert read_study(write_study(study, tmp_path)) == study
    assert len((tmp_path / "a-study.json").read_text(encoding="utf-8").splitlines()) == 16


def test_every_study_gets_a_page_that_the_index_lists(tmp_path: Path) -> None:
    (tmp_path / "stale.md").write_text("# An old study")
    write_pages(tmp_path)
    names = {path.stem for path in tmp_path.iterdir()}
    assert names == {study.study for study in STUDIES} | {"index"}
    index = (tmp_path / "index.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\((.+)\.md\)", index)) == names - {"index"}
    assert re.findall(r"^## (.+)$", index, re.M) == list(READERS.values())
    assert "toctree" not in index, "the navigation shows the index alone"
    assert {study.reader for study in STUDIES} == set(READERS)


def test_a_page_has_the_question_the_command_and_all_figures() -> None:
    page = study_page(made(Row("cat_brawl", "hard", 1234.5, "%", -2, 2000, 900), Row(None, "slow", None, "s", None, 7)))
    assert page.startswith("---\norphan: true\n---\n\n# Why?\n\n```sh\nrumpus games\n```\n\nA note.\n")
    assert "| Cat Brawl | hard | 1,234.5 | −2 – 2,000 | % | 900 |" in page
    assert "|  | slow |  | up to 7 | s |  |" in page
    assert "Machine: not recorded" in page
    assert page.endswith("More measurements: [Hosts](index.md#hosts).\n")


def test_charts_follow_the_theme_in_light_and_dark() -> None:
    study = made(Row(None, "one", 1, "s"), Row(None, "two & three", 2, "s", 1, 3), Row(None, "alone", 1, "ms"))
    (drawn,) = charts(study)
    assert "two &amp; three" in drawn
    assert "alone" not in drawn
    for colour in re.findall(r"(?:fill|stroke): ([^;]+);", STYLE):
        assert colour == "none" or colour.startswith("var(--color-")
    assert not re.search(r'(?:fill|stroke)="', drawn)


def test_an_axis_counts_powers_of_ten_if_values_differ_much() -> None:
    assert "power of ten" in charts(made(Row(None, "one", 1, "s"), Row(None, "two", 1000, "s")))[0]
    assert "power of ten" not in charts(made(Row(None, "one", -1, "s"), Row(None, "two", 1000, "s")))[0]


def test_a_learning_curve_becomes_a_study(tmp_path: Path) -> None:
    learning, selfplay = pytest.importorskip("benchmarks.learning"), pytest.importorskip("examples.selfplay")
    points = [{"minutes": 0.5, "decisions": 8192.0, "random": 0.9, "greedy": 0.25}]
    recipes = [selfplay.Curve(name, asdict(recipe), 1, 40, points) for name, recipe in selfplay.RECIPES.items()]
    study = learning.curves_study(recipes)
    assert [(row.label, row.value, row.n) for row in study.rows[:2]] == [
        ("seed 1, minute 0.50: against random", 90.0, 40),
        ("seed 1, minute 0.50: against greedy", 25.0, 40),
    ]
    assert read_study(write_study(study, tmp_path)) == study


def test_random_rarely_wins_a_configuration_against_greedy() -> None:
    learning = pytest.importorskip("benchmarks.learning")
    game = find_game("cat_brawl")
    length, wins = learning.lengths_and_wins(game, {"max_rounds": 10}, ["random", "greedy"], 10)
    assert length.value <= game.max_decisions(game.options({"max_rounds": 10}))
    assert wins.rate < 0.5
    _, swapped = learning.lengths_and_wins(game, {"max_rounds": 10}, ["greedy", "random"], 10)
    assert swapped.rate > 0.5


def test_benchmarks_make_studies_that_can_be_read_again(tmp_path: Path) -> None:
    figure = {
        "system": "rumpus compiled",
        "task": "Cat Brawl, 2 players",
        "metric": "moves/s",
        "median": 2e6,
        "note": "",
    }
    search = {**figure, "task": "search, Battle Puno, Traditional, 2 players", "metric": "simulations/s"}
    peer = {**figure, "system": "OpenSpiel", "task": "goofspiel", "median": 5e5, "low": 4e5, "high": 6e5}
    speed = Report([figure, search, peer], {"openspiel": ["open_spiel==2.0.2"]}).study()
    assert [(row.game, row.label, row.value) for row in speed.rows] == [
        ("cat_brawl", "compiled: 2 players", 2e6),
        ("battle_puno", "compiled: search, Traditional, 2 players", 2e6),
        (None, "OpenSpiel: goofspiel", 5e5),
        ("cat_brawl", "against OpenSpiel goofspiel", 4.0),
    ]
    point = {"system": "growth", "task": "lab", "metric": "Ultimatum", "at": 2, "median": 9.0, "low": 8.0, "high": 9.5}
    growth = growth_study([point])
    assert [(row.label, row.value, row.high) for row in growth.rows] == [("2 cores", 9.0, 9.5)]
    step = {"system": "Rumpus", "task": "Ultimatum", "metric": "steps/s", "median": 9.0, "note": "AEC"}
    steps = environments_study([step, {**peer, "task": "connect_four_v3", "metric": "moves/s"}], "load 1")
    assert [(row.game, row.label) for row in steps.rows] == [("ultimatum", "AEC"), (None, "OpenSpiel connect_four_v3")]
    for study in (speed, growth, steps):
        assert read_study(write_study(study, tmp_path)) == study


def test_the_curve_of_budgets_does_not_fall() -> None:
    """The note of the study says so."""
    rungs = read_json(FOLDER / "strength.json")
    assert all(line.endswith("does not fall beyond noise |") for line in strength.table(rungs)[2:])
