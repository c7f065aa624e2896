"""The lab: the same games on any number of cores, runs that go on, figures with honest errors."""

from __future__ import annotations

import contextlib
import gzip
import json
import signal
from contextlib import closing
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from pigeons import game
from rumpus.cli.commands.progress import SlowNotice
from rumpus.cli.lab.options import changes_of, lineups_of
from rumpus.cli.main import run
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, BadRecord
from rumpus.lab.experiments import comparison
from rumpus.lab.experiments.comparison import Comparison, compare, pairs_at_analyses
from rumpus.lab.experiments.measures import measures_of
from rumpus.lab.experiments.tuning import Target, tune
from rumpus.lab.reports.experiment_page import comparison_html, comparison_sign_flags
from rumpus.lab.reports.run_report import Report, SkillStep, matters_text, skill_text
from rumpus.lab.reports.sightings import latest_sightings
from rumpus.lab.simulation.deals import PlayRows, play_row
from rumpus.lab.simulation.manifest import Manifest
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow, read_part, write_part
from rumpus.lab.simulation.runs import Run, RunSummary
from rumpus.lab.simulation.workers import Processes, Workers, workers_for
from rumpus.stats.estimates import Rate
from rumpus.stats.regression import POINTS, Measure, difference
from tests.lab.helpers import duel_row, rows_of, run_lab


def plan(games: int = 120, players: str = "greedy,random", seed: str = "t") -> Plan:
    return Plan(game, {}, players.split(","), games, seed)


def test_the_same_seed_gives_the_same_rows_on_any_number_of_cores() -> None:
    with closing(Processes(2)) as two:
        assert rows_of(plan(), two) == rows_of(plan())


def test_a_part_comes_back_as_it_was_and_any_program_can_read_it(tmp_path: Path) -> None:
    rows = PlayRows(plan())(range(20))
    write_part(tmp_path / "part", rows)
    assert read_part(tmp_path / "part") == rows
    lines = [json.loads(line) for line in gzip.decompress((tmp_path / "part").read_bytes()).splitlines()]
    assert [line["game"] for line in lines] == list(range(20))
    assert set(lines[0]["seats"][0]) == {
        "player",
        "result",
        "identity",
        "ledger",
        "course",
        "lots",
        "luck",
        "felt",
        "deal",
    }
    assert [line["winner"] for line in lines] == [row.winner for row in rows]


def test_a_run_that_was_stopped_goes_on_and_is_the_same(tmp_path: Path) -> None:
    whole = Run.begin(tmp_path / "whole", plan())
    whole.play(Workers(), lambda done, total: None)

    class Stops(Workers):
        def map(self, job, pieces):  # type: ignore[no-untyped-def]
            yield next(iter(super().map(job, pieces)))
            raise KeyboardInterrupt

    half = Run.begin(tmp_path / "half", plan())
    with pytest.raises(KeyboardInterrupt):
        half.play(Stops(), lambda done, total: None)
    assert len(half.missing()) == 2
    again = Run.begin(tmp_path / "half", plan())
    again.play(Workers(), lambda done, total: None)
    assert again.rows() == whole.rows()
    assert not list(tmp_path.glob("*/*.part"))


class Terminated(Workers):
    """Gets SIGTERM after some tasks."""

    def __init__(self, tasks: int) -> None:
        self.left = tasks

    def map(self, job, pieces):  # type: ignore[no-untyped-def]
        for found in super().map(job, pieces):
            if not self.left:
                signal.raise_signal(signal.SIGTERM)
            self.left -= 1
            yield found


@pytest.mark.parametrize(
    ("tasks", "says"), [(0, ""), (5, "Stopped after 50 pairs of games."), (6, "Stopped after 100 pairs of games.")]
)
def test_a_terminated_comparison_prints_what_it_has(
    tasks: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    command = import_module("rumpus.cli.lab.compare")
    monkeypatch.setattr(command, "working", lambda *args: contextlib.nullcontext(Terminated(tasks)))
    words = "lab compare pigeons --change players=2 --games 1000 --strengths random,greedy"
    assert run(words.split()) == 130
    assert signal.getsignal(signal.SIGTERM) == before
    told = capsys.readouterr().out
    assert says in told
    assert ("No difference seen in" in told) == bool(says)


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    Run.begin(tmp_path / "run", plan())
    with pytest.raises(BadRecord, match="another run"):
        Run.begin(tmp_path / "run", plan(seed="other"))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    with pytest.raises(BadRecord, match="is not empty"):
        Run.begin(tmp_path / "full", plan())
    with pytest.raises(BadRecord, match="holds no run"):
        Run.open(tmp_path / "full")
    (tmp_path / "full" / "run.json").write_text("{")
    with pytest.raises(BadRecord, match="cannot be read"):
        Run.open(tmp_path / "full")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": "random"}, "does not say who plays, or how often"),
        ({"players": []}, "does not say who plays, or how often"),
        ({"games": 0}, "does not say who plays, or how often"),
        ({"version": "one"}, "names no version of the rules"),
        ({"variant": {"path": "mine.py"}}, "does not say which rules patch was played"),
    ],
)
def test_a_damaged_manifest_is_told_in_words(change: dict[str, object], sentence: str) -> None:
    plain = plan().manifest().to_json()
    with pytest.raises(BadRecord, match=rf"^its run\.json {sentence}$"):
        Manifest.of(json.dumps({**plain, **change}))


def test_a_manifest_lacks_nothing() -> None:
    plain = plan().manifest().to_json()
    for key in plain:
        with pytest.raises(BadRecord, match=rf"^its run\.json has no '{key}'$"):
            Manifest.of(json.dumps({name: value for name, value in plain.items() if name != key}))
    for text in ("{", "[]"):
        with pytest.raises(BadRecord, match=r"^its run\.json is damaged$"):
            Manifest.of(text)


def test_a_manifest_may_have_a_number_as_seed_and_as_flag() -> None:
    plain = plan().manifest().to_json()
    found = Manifest.of(json.dumps({**plain, "seed": 7, "random openings": 0}))
    assert (found.seed, found.random_openings) == ("7", False)


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    this = Run.begin(tmp_path, plan(50))
    this.play(Workers(), lambda done, total: None)
    part = this.part(range(50))
    part.write_bytes(b"noise")
    with pytest.raises(BadRecord, match="is damaged"):
        this.rows()


@pytest.mark.parametrize(
    ("players", "games", "sentence"),
    [("greedy,greedy,greedy", 10, "2 seats"), ("nobody", 10, "nobody"), ("greedy", 0, "1 to 10,000,000 games")],
)
def test_impossible_plans_are_refused(players: str, games: int, sentence: str) -> None:
    with pytest.raises(Exception, match=sentence):
        Plan(game, {}, players.split(","), games, "x")


def test_workers_are_here_or_on_ray() -> None:
    assert type(workers_for("", 1)) is Workers
    with pytest.raises(BadOption, match="not on 'moon'"):
        workers_for("moon", 1)


# --- figures ---


def rate(top: np.ndarray, bottom: np.ndarray) -> Measure:
    return Measure("g", "n", POINTS, top, bottom, True)


def test_intervals_of_quotients_cover_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        bottom = rng.integers(0, 3, 300).astype(float)
        top = rng.binomial(bottom.astype(int), 0.3).astype(float)
        estimate = rate(top, bottom).estimate()
        covered += estimate.low <= 0.3 <= estimate.high
    assert 0.92 <= covered / 400 <= 0.98


def test_paired_differences_are_sharper_and_still_honest() -> None:
    rng = np.random.default_rng(2)
    covered, wide = 0, 0.0
    for _ in range(400):
        shared = rng.random(300)
        before = rate((shared < 0.5).astype(float), np.ones(300))
        after = rate((shared + rng.normal(0, 0.02, 300) < 0.55).astype(float), np.ones(300))
        estimate = difference(before, after)
        covered += estimate.low <= 0.05 <= estimate.high
        wide = max(wide, estimate.half_width)
    assert covered / 400 >= 0.92
    assert wide < before.estimate().half_width


def test_a_rate_of_nothing_still_has_an_error() -> None:
    assert rate(np.zeros(50), np.ones(50)).estimate().half_width > 0.01


def test_figures_tell_seats_players_and_what_was_done() -> None:
    rows = rows_of(plan(200))
    keys = {figure.key: figure.value for figure in measures_of(game, rows)}
    assert keys["win rate by player: greedy"] > keys["win rate by player: random"]
    assert keys["times ate per game: crumb"] == pytest.approx(5)
    assert keys["the game: length"] == 5
    assert keys["win rate when ate: crumb"] > 0


def test_what_chance_settled_is_grouped_by_what_happened_and_not_by_the_seat(tmp_path: Path) -> None:
    ultimatum = find_game("ultimatum")
    some = Plan(ultimatum, {"squad": 1, "phase_limit": 2}, ["random"], 4, "t")
    rows = PlayRows(some)(range(4))
    write_part(tmp_path / "part", rows)
    assert [seat.random_setup for row in read_part(tmp_path / "part") for seat in row.seats] == [
        seat.random_setup for row in rows for seat in row.seats
    ]
    assert {tuple(seat.random_setup) for row in rows for seat in row.seats} == {
        (("turn order", "goes first"),),
        (("turn order", "goes second"),),
    }
    for number, row in enumerate(rows):  # as if whoever goes first always won
        row.winner = next(seat for seat in (0, 1) if row.seats[seat].random_setup[0][1] == "goes first")
        row.number = number
    made = Report(some, rows * 20)
    text = made.html()
    assert "What does chance decide? The turn order" in text
    assert "It matters. goes first: 100.0 %" in text
    assert any(flag.startswith("goes first wins 100.0 %") for flag in made.flags)


# --- comparison ---


def test_the_same_games_show_no_difference() -> None:
    rows = rows_of(plan())
    result = Comparison(game, rows, rows, 0.05, 3)
    assert not any(change.significant for change in result.differences)
    assert result.verdict == "No difference seen in 120 pairs of games."


def test_a_stronger_player_is_seen_as_a_difference() -> None:
    before, after = rows_of(plan(1500, "random,random")), rows_of(plan(1500, "greedy,random"))
    for rows in (before, after):
        for row in rows:  # as if the seat's owner were what changed
            order = sorted(range(2), key=lambda seat: (seat + row.number) % 2)
            for name, seat in zip("AB", order, strict=True):
                row.seats[seat].identity = [("pigeon", name)]
    result = Comparison(game, before, after, 0.05, 1)
    change = next(change for change in result.differences if change.name == "A")
    assert change.significant
    assert change.difference.value > 0
    assert "A +" in result.verdict


def test_a_difference_that_is_the_same_in_every_pair_is_the_clearest() -> None:
    before, after = rows_of(plan()), rows_of(plan())
    for row in after:
        row.rounds += 1
        row.decisions += 1
    result = Comparison(game, before, after, 0.05, 1)
    length = next(one for one in result.headlines if one.difference.value == 1)
    assert length.difference.half_width == 0
    assert result.verdict.startswith(length.name)


def test_progress_never_falls_between_pairs_at_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "FIRST_ANALYSIS_PAIRS", 100)
    counts: list[int] = []

    def count(done: int, total: int) -> None:
        assert total == 400
        counts.append(done)

    compare(game, {}, {"players": 2}, ["random"], Workers(), 200, precision=1e-9, progress=count, changed_seed="others")
    assert counts == sorted(counts)
    assert counts[-1] == 400


def test_interim_analyses_grow_and_end_at_the_last_game() -> None:
    assert pairs_at_analyses(16_000) == [500, 1000, 2000, 4000, 8000, 16000]
    assert pairs_at_analyses(3_000) == [500, 1000, 2000, 3000]
    assert pairs_at_analyses(100) == [100]


def test_targets_are_read_or_refused() -> None:
    assert Target("win rate of every cat within 2 points").within == 0.02
    assert Target("length 8 to 12").max_rounds == 12
    with pytest.raises(BadOption, match="is not understood"):
        Target("make it fun")


class ByNumbers(Workers):
    """Stands in for many games: who wins a duel follows from the numbers of the table alone."""

    def map(self, job, pieces):  # type: ignore[no-untyped-def]
        options = job.plan.options
        lead = 0.4 + 0.06 * (options.number("persian.hp") - 8) - 0.04 * (options.number("ragdoll.hp") - 10)
        for chunk in pieces:
            winners = [int(number % 100 >= 50 + 100 * lead) for number in chunk]
            yield chunk, [duel_row(*game, ("Persian", "Ragdoll")) for game in zip(chunk, winners, strict=True)]


def test_tuning_measures_slopes_and_reaches_the_target() -> None:
    cats, target, told = find_game("cat_brawl"), Target("win rate of every cat within 2 points"), []
    numbers = ["persian.hp", "ragdoll.hp"]
    result = tune(cats, {}, target, numbers, [["random"]], ByNumbers(), 100, 20, "t", lambda *trial: told.append(trial))
    assert result.trials[0].max_distance == pytest.approx(0.4)
    assert result.reached
    assert len(told) == len(result.trials) <= 10
    assert result.games == 100 * (len(result.trials) + 1)
    with pytest.raises(BadOption, match="Name the numbers"):
        tune(cats, {}, target, [], [["random"]], ByNumbers())
    with pytest.raises(BadOption, match="no win rate by dog"):
        tune(cats, {}, Target("win rate of every dog within 2 points"), numbers, [["random"]], ByNumbers(), 100)


# --- pages and commands ---


def test_the_report_is_one_page_with_pictures_and_sentences() -> None:
    made = Report(plan(), rows_of(plan()), [SkillStep("greedy", "random", Rate(140, 200))])
    text = made.html()
    assert text.count("<svg") >= 3
    assert "http" not in text
    assert len(text) < 20_000
    for words in ("Does the seat matter?", "How long does it last?", "Luck or skill?", "Never seen", "Flags"):
        assert words in text
    assert json.dumps(made.to_json())


def test_a_run_without_games_has_no_report() -> None:
    with pytest.raises(BadRecord, match="no finished game"):
        Report(plan(), [])


def test_the_sentence_on_skill_says_no_more_than_the_interval() -> None:
    rows = rows_of(plan(20))
    for ahead, words in (
        (96, "It is open whether a stronger bot wins more: normal is ahead of greedy in 48 %"),
        (160, "A stronger bot wins more"),
        (20, "A stronger bot does not win more"),
    ):
        assert words in Report(plan(20), rows, [SkillStep("normal", "greedy", Rate(ahead, 200))]).html()
    surely, hardly, less = Rate(160, 200), Rate(96, 200), Rate(20, 200)
    for first, second, words in (
        (
            surely,
            surely,
            "A stronger bot wins more: b is ahead of a in 80 % of the games (74 % to 85 %); c is ahead of b",
        ),
        (surely, hardly, "It is open whether a stronger bot wins more at every step: b is ahead of a in 80 %"),
        (surely, less, "A stronger bot does not always win more: b is ahead"),
        (hardly, less, "A stronger bot does not win more: b is ahead"),
    ):
        assert skill_text([SkillStep("b", "a", first), SkillStep("c", "b", second)]).startswith(words)


# --- at every strength ---


def cats_that_win(names: str, player: str) -> tuple[Plan, list[GameRow]]:
    """Games of cats with hats in which the first of these wins."""
    rows = []
    for number in range(200):
        winner = number // 2 % 2
        rows.append(duel_row(number, winner, names[::-1] if winner else names, "hat", player))
    return Plan(find_game("cat_brawl"), {}, [player], 200, "x"), rows


def test_a_report_of_several_runs_says_loudly_what_changes_sign_with_strength() -> None:
    other = Report(*cats_that_win("BA", "greedy"))
    made = Report(*cats_that_win("AB", "random"), (), [other])
    text = made.html()
    loud = "A changes sign with strength: 100.0 % ± 0.9 among random, 0.0 % ± 0.9 among greedy."
    assert made.flags[0] == loud
    assert "Does it hold at every strength?" in text
    assert "Played by random bots in every seat and, in other games, greedy bots in every seat." in text
    beside = made.to_json()["beside"]
    assert isinstance(beside, list)
    assert len(beside) == 1
    calm = Report(*cats_that_win("AB", "random"), (), [Report(*cats_that_win("AB", "greedy"))])
    assert "No result changes sign between the strengths." in calm.html()
    with pytest.raises(BadOption, match="differ in their players alone"):
        Report(plan(), rows_of(plan(20)), (), [other])


def test_a_comparison_at_two_strengths_says_loudly_what_changes_sign() -> None:
    even = cats_that_win("AB", "random")[1]
    for number, row in enumerate(even):
        row.winner = number % 2
    up, down = (Comparison(game, even, cats_that_win(names, "random")[1], 0.05, 1) for names in ("AB", "BA"))
    down.players = ["greedy", "greedy"]
    loud = [flag for flag in comparison_sign_flags([up, down]) if flag.startswith("A ")]
    assert len(loud) == 1
    assert loud[0].startswith("A changes sign with strength: +50.0 ±")
    text = comparison_html(game, "a change", [up, down])
    assert loud[0] in text
    assert "difference (greedy)" in text
    assert "each strength counts by itself" in text
    assert not comparison_sign_flags([up, up])
    assert "(random)" not in comparison_html(game, "a change", [up])


def test_runs_and_comparisons_of_several_strengths_are_one_command_each(tmp_path: Path) -> None:
    words = "run pigeons --games 20 --strengths random,greedy"
    run_lab(*words.split(), "--out", str(tmp_path))
    report = json.loads(run_lab("report", str(tmp_path / "random"), str(tmp_path / "greedy"), "--json"))
    assert [one["plan"]["players"][0] for one in (report, *report["beside"])] == ["random", "greedy"]
    words = "compare pigeons --change players=2 --games 20 --strengths random,greedy --json"
    strengths = json.loads(run_lab(*words.split()))["strengths"]
    assert [one["players"] for one in strengths] == [["random"] * 2, ["greedy"] * 2]
    with pytest.raises(BadOption, match="not both"):
        lineups_of("greedy,random", "normal")
    assert lineups_of("greedy,random", "") == [["greedy", "random"]]
    assert lineups_of("", "") == [["greedy"]]


def test_things_are_left_out_by_name_and_unknown_numbers_point_to_the_list() -> None:
    wars = find_game("creature_wars")
    changes = changes_of(wars, None, without=["kind witch", "Blind Witch"])
    left = wars.options(changes).names("witches")
    assert len(left) == 139
    assert not {"Kind Witch", "Blind Witch"} & set(left)
    with pytest.raises(BadOption, match=r"no 'Kin Witch' that could be left out\. Did you mean 'Kind Witch'"):
        changes_of(wars, None, without=["Kin Witch"])
    with pytest.raises(BadOption, match=r"no number 'colour'.*`rumpus games creature_wars` lists them"):
        changes_of(wars, ["colour=3"])


def test_the_lab_plays_by_a_preset() -> None:
    brawl = find_game("cat_brawl")
    (preset,) = brawl.presets
    assert changes_of(brawl, ["preset=balanced"]) == preset.changes
    changed = {**preset.changes, "win_hp": "30"}
    assert changes_of(brawl, ["win_hp=30", "preset=balanced"]) == changed


def test_a_table_file_holds_changes(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text('{"players": 3}')
    assert changes_of(game, ["players=4"], path) == {"players": "4"}
    for text in ("[]", "{", "nonsense"):
        path.write_text(text)
        with pytest.raises(BadOption):
            changes_of(game, None, path)


def test_what_takes_long_is_said_once_and_soon() -> None:
    now, said = [0.0], list[str]()
    patience = SlowNotice(said.append, "games", "Many are needed.", lambda: now[0])
    for seconds, done in ((1.0, 100), (5.0, 500), (9.0, 900)):
        now[0] = seconds
        patience.count(done, 32_000)
    assert said == ["This takes about 5 minutes at most: 32,000 games at 100 a second. Many are needed."]
    short = SlowNotice(said.append, "games", "", lambda: now[0] - 9.0)
    now[0] = 16.0
    short.count(900, 1_000)
    assert len(said) == 1


def test_a_report_says_how_long_people_would_sit_and_flags_what_they_would_not_bear() -> None:
    plan = Plan(find_game("cat_brawl"), {}, ["random"], 4, "m")
    rows = [play_row(plan, number) for number in range(4)]
    for row in rows:
        row.decisions, row.forced = 400, 100
    report = Report(plan, rows)
    assert "half of the games take at most 40 min" in report.html()
    assert "A game takes people about 40 minutes, but its page says 10." in report.flags


@pytest.mark.parametrize(
    ("games", "won", "said"),
    [
        (600, 339, "matters"),  # 56.5 ± 4.0 %
        (4000, 2010, "hardly matters"),
        (100, 54, "may matter or not: there are too few games to tell"),
    ],
)
def test_whether_something_matters_is_said_by_its_interval(games: int, won: int, said: str) -> None:
    wins = np.array([float(number < won) for number in range(games)])
    ones = np.ones(games)
    figures = [Measure("turn order", name, POINTS, top, ones, True) for name, top in (("a", wins), ("b", 1 - wins))]
    assert matters_text(figures, 0.5) == said


def test_what_the_options_leave_out_is_no_dead_text() -> None:
    def topics(**changes: object) -> set[str]:
        return set(Plan(find_game("defend_the_city"), changes, ["random"], 1, "d").topics)

    assert "uniform" in topics()
    assert not {"brute", "wary", "cunning", "Cost"} & topics()
    assert "brute" in topics(enemy="brute")
    assert {"uniform", "brute", "wary"} <= topics(escalation=True)
    assert "uniform" not in topics(versus=True)
    assert "Stamina" in topics(versus=True)


def test_an_extended_run_counts_no_game_twice(tmp_path: Path) -> None:
    short = Run.begin(tmp_path / "run", plan(70))
    short.play(Workers(), lambda done, total: None)
    longer = Run.begin(tmp_path / "run", plan(150))
    told: list[int] = []
    longer.play(Workers(), lambda done, total: told.append(RunSummary.of(longer.folder).done))
    assert told == [50, 100, 150]
    assert [row.number for row in longer.rows()] == list(range(150))
    seen = latest_sightings(game.name, tmp_path)
    assert seen is not None
    assert seen.games == 150


def test_a_page_made_twice_has_each_flag_once() -> None:
    report = Report(*cats_that_win("AB", "greedy"))
    assert report.html() == report.html()
    assert len(set(report.flags)) == len(report.flags) > 0
