"""A saved experiment: what is played of it, how it goes on, and what is said of it while it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord
from rumpus.lab.experiments.interpretation import Interpretation, disagreement, duration_text
from rumpus.lab.experiments.live import LiveExperiment, live_experiment_for
from rumpus.lab.experiments.saved import ExperimentState, SavedExperiment, experiment_in, experiments_in, new_name
from rumpus.lab.simulation.deals import PlayRows
from rumpus.lab.simulation.plan import Plan

CITY, CATS = find_game("defend_the_city"), find_game("cat_brawl")
CHANGES = {"stamina": 40}


def asked(kind: str = "compare", **more: Any) -> SavedExperiment:
    game = CATS if kind == "worth" else CITY
    words: dict[str, Any] = {"kind": kind, "game": game.name, "version": game.version, "seed": "s", "asked": 1.0}
    return SavedExperiment(**{**words, "strengths": ["random"], "most": 200, "changes": CHANGES, **more})


def played(experiment: SavedExperiment, deals: int) -> LiveExperiment:
    live = live_experiment_for(experiment, 0)
    live.add(live.play(range(deals)))
    return live


def test_a_comparison_plays_the_deals_of_the_command_line_and_tells_luck_apart_as_it_does() -> None:
    live = live_experiment_for(asked(game=CATS.name, version=CATS.version, changes={"persian.hp": 12}), 0)
    [(book, changed)] = live.play(range(10, 11))
    plan = Plan(CATS, {}, ["random"], 200, "s")
    [expected] = PlayRows(plan)(range(10, 11))
    [other] = PlayRows(plan.with_changes({"persian.hp": 12}))(range(10, 11))
    assert (book.winner, book.decisions) == (expected.winner, expected.decisions)
    assert (changed.winner, changed.decisions) == (other.winner, other.decisions)
    assert [seat.luck for seat in book.seats] == [seat.luck for seat in expected.seats]
    assert book.seats[0].luck is not None


def test_nothing_is_said_of_a_few_games() -> None:
    live = played(asked(), 99)
    assert not live.due
    assert live.update(ExperimentState()) == {}
    live.add(live.play(range(99, 100)))
    assert live.due
    assert live.update(ExperimentState())["changes"]


@pytest.mark.parametrize("changes", [None, 1, ["noise"], [{"path": 1}], [{"path": [[], [None], 1]}]])
def test_a_malformed_state_does_not_stop_a_comparison(changes: object) -> None:
    live = played(asked(), 100)
    assert live.update(ExperimentState(found={"changes": changes}))["changes"]


def test_malformed_points_are_left_out() -> None:
    found = played(asked(), 100).update(ExperimentState())["changes"]
    before = [{**one, "path": [[], ["1"], 2, [50, 0.1, 0.2], [100, 0.1, 0.2]]} for one in found]
    again = played(asked(), 100).update(ExperimentState(found={"changes": before}))["changes"]
    paths = [one["path"] for one in again if one["headline"]]
    assert paths
    assert all([point[0] for point in path] == [50, 100] for path in paths)


@pytest.mark.parametrize("kind", ["compare", "effects", "worth"])
def test_what_was_played_before_counts_as_if_it_were_played_now(tmp_path: Path, kind: str) -> None:
    experiment = asked(kind, changes=CHANGES if kind == "compare" else {}, of="cat" if kind == "worth" else "")
    deals = 20 if kind == "worth" else 120
    whole = played(experiment, deals)
    some, rest = live_experiment_for(experiment, 0), live_experiment_for(experiment, 0)
    whole.fewest = rest.fewest = deals
    some.write(tmp_path / "part", some.play(range(15)))
    rest.add(rest.read(tmp_path / "part"))
    rest.add(rest.play(range(15, deals)))
    found = whole.update(ExperimentState())
    assert found
    assert rest.update(ExperimentState()) == found


def test_the_way_of_a_figure_grows_and_holds_no_number_of_games_twice() -> None:
    live = played(asked(), 100)
    finding = ExperimentState(found=live.update(ExperimentState()))
    again = played(asked(), 100)
    finding.found = again.update(finding)
    again.add(again.play(range(100, 130)))
    finding.found = again.update(finding)
    ways = [[at for at, _, _ in one["path"]] for one in finding.found["changes"] if one["headline"]]
    assert ways
    assert all(way == [100, 130] for way in ways)


def test_games_that_never_differed_leave_room_for_doubt() -> None:
    found = played(asked(changes={}), 100).update(ExperimentState())
    rates = [one for one in found["changes"] if one["unit"] == "points"]
    assert rates
    assert all(one["value"] == 0 and one["half"] > 0.01 for one in rates)


def test_effects_say_how_the_figures_stand() -> None:
    found = played(asked("effects", changes={}), 120).update(ExperimentState())
    known = {(one["group"], one["name"]) for one in found["figures"]}
    assert known == {(one["group"], one["figure"]) for one in found["effects"]}
    rate = next(one["value"] for one in found["figures"] if one["unit"] == "points")
    assert 0 < rate < 1


def test_another_version_of_the_rules_is_not_mixed_in() -> None:
    with pytest.raises(BadRecord, match="version"):
        live_experiment_for(asked(version=CITY.version + 1), 0)


def test_names_lead_nowhere_else(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    name = new_name("compare", "city")
    (runs / name).mkdir(parents=True)
    asked().write(runs / name)
    (tmp_path / "outside").mkdir()
    asked().write(tmp_path / "outside")
    (runs / "way-out").symlink_to(tmp_path / "outside")
    assert experiment_in(runs, name) == runs / name
    assert experiment_in(runs, "../outside") is None
    assert experiment_in(runs, "way-out") is None
    assert experiments_in(runs) == [runs / name]
    assert experiments_in(tmp_path / "nowhere") == []


def test_a_damaged_experiment_is_refused_and_a_damaged_state_is_empty(tmp_path: Path) -> None:
    (tmp_path / "inquiry.json").write_text("{")
    (tmp_path / "found-0.json").write_text("{")
    with pytest.raises(BadRecord):
        SavedExperiment.read(tmp_path)
    assert ExperimentState.read(tmp_path, 0).done == 0


# --- words ---


def reading(value: float, half: float, unit: str = "points", group: str = "win rate by cat") -> Interpretation:
    return Interpretation(group, "grey one", unit, 0.5, value, half)


@pytest.mark.parametrize(
    ("value", "half", "words"),
    [
        (-0.032, 0.009, "Grey one wins 3.2 points less: certain enough to stop."),
        (0.032, 0.009, "Grey one wins 3.2 points more: certain enough to stop."),
        (0.002, 0.007, "Hardly any difference: 1.0 points at most, up or down."),
        (0.018, 0.036, "Leans up; zero is still inside. About 5 minutes more."),
        (-0.001, 0.3, "Leans down; zero is still inside. It may stay open to the end."),
    ],
)
def test_a_sentence_says_what_to_think(value: float, half: float, words: str) -> None:
    assert "".join(reading(value, half).sentence(1000, 16_000, 10.0)) == words


def test_at_the_end_nothing_more_is_promised_and_other_measures_have_their_units() -> None:
    assert reading(0.02, 0.03).sentence(16_000, 16_000, 10.0)[2].endswith("it stays open.")
    words = reading(-0.41, 0.06, "rounds", "the game").sentence(1000, 16_000, 10.0)
    assert "".join(words) == "Grey one: 0.41 rounds less: certain enough to stop."


def test_spans() -> None:
    assert [duration_text(seconds) for seconds in (0.1, 89, 100, 7200)] == [
        "a second",
        "89 seconds",
        "2 minutes",
        "2.0 hours",
    ]


def test_strengths_disagree_only_beyond_both_intervals() -> None:
    one: dict[str, Any] = {"value": -0.032, "half": 0.009, "unit": "points"}
    other: dict[str, Any] = {"value": 0.018, "half": 0.018, "unit": "points"}
    words = "".join(disagreement(["greedy", "normal"], [one, other]))
    assert "5.0 ± 2.7 points" in words
    assert "opposite sign" in words
    assert disagreement(["greedy", "normal"], [one, {**other, "half": 0.042}]) == []
    assert disagreement(["greedy"], [one]) == []
