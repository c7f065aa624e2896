"""An inquiry: what is played of it, how it goes on, and what is said of it while it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord
from rumpus.lab.experiments.interpretation import Reading, disagreement, span
from rumpus.lab.experiments.probes import Probe, probe_of
from rumpus.lab.experiments.saved import Findings, Inquiry, inquiries_in, inquiry_in, new_name
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import PlayRows

CITY, CATS = find_game("defend_the_city"), find_game("cat_brawl")
CHANGES = {"stamina": 40}


def asked(kind: str = "compare", **more: Any) -> Inquiry:
    game = CATS if kind == "worth" else CITY
    words: dict[str, Any] = {
        "kind": kind,
        "game": game.name,
        "version": game.version,
        "seed": "s",
        "asked": 1.0,
    }
    return Inquiry(**{**words, "strengths": ["random"], "most": 200, "changes": CHANGES, **more})


def played(inquiry: Inquiry, deals: int) -> Probe:
    probe = probe_of(inquiry, 0)
    probe.add(probe.play(range(deals)))
    return probe


def test_a_comparison_plays_the_deals_of_the_command_line_and_tells_luck_apart_as_it_does() -> None:
    probe = probe_of(asked(game=CATS.name, version=CATS.version, changes={"persian.hp": 12}), 0)
    [(book, changed)] = probe.play(range(10, 11))
    plan = Plan(CATS, {}, ["random"], 200, "s")
    [expected] = PlayRows(plan)(range(10, 11))
    [other] = PlayRows(plan.with_changes({"persian.hp": 12}))(range(10, 11))
    assert (book.winner, book.decisions) == (expected.winner, expected.decisions)
    assert (changed.winner, changed.decisions) == (other.winner, other.decisions)
    assert [seat.luck for seat in book.seats] == [seat.luck for seat in expected.seats]
    assert book.seats[0].luck is not None


def test_nothing_is_said_of_a_few_games() -> None:
    probe = played(asked(), 99)
    assert not probe.due
    assert probe.look(Findings()) == {}
    probe.add(probe.play(range(99, 100)))
    assert probe.due
    assert probe.look(Findings())["changes"]


@pytest.mark.parametrize("kind", ["compare", "effects", "worth"])
def test_what_was_played_before_counts_as_if_it_were_played_now(tmp_path: Path, kind: str) -> None:
    """Also on the way through the disk."""
    inquiry = asked(kind, changes=CHANGES if kind == "compare" else {}, of="cat" if kind == "worth" else "")
    deals = 20 if kind == "worth" else 120
    whole = played(inquiry, deals)
    some, rest = probe_of(inquiry, 0), probe_of(inquiry, 0)
    whole.fewest = rest.fewest = deals
    some.write(tmp_path / "part", some.play(range(15)))
    rest.add(rest.read(tmp_path / "part"))
    rest.add(rest.play(range(15, deals)))
    found = whole.look(Findings())
    assert found
    assert rest.look(Findings()) == found


def test_the_way_of_a_figure_grows_and_holds_no_number_of_games_twice() -> None:
    probe = played(asked(), 100)
    finding = Findings(found=probe.look(Findings()))
    again = played(asked(), 100)
    finding.found = again.look(finding)
    again.add(again.play(range(100, 130)))
    finding.found = again.look(finding)
    ways = [[at for at, _, _ in one["path"]] for one in finding.found["changes"] if one["headline"]]
    assert ways
    assert all(way == [100, 130] for way in ways)


def test_games_that_never_differed_leave_room_for_doubt() -> None:
    found = played(asked(changes={}), 100).look(Findings())
    rates = [one for one in found["changes"] if one["unit"] == "points"]
    assert rates
    assert all(one["value"] == 0 and one["half"] > 0.01 for one in rates)


def test_effects_say_how_the_figures_stand() -> None:
    """So that a page can reckon which single change brings one nearest to where it should be."""
    found = played(asked("effects", changes={}), 120).look(Findings())
    known = {(one["group"], one["name"]) for one in found["figures"]}
    assert known == {(one["group"], one["figure"]) for one in found["effects"]}
    rate = next(one["value"] for one in found["figures"] if one["unit"] == "points")
    assert 0 < rate < 1


def test_another_version_of_the_rules_is_not_mixed_in() -> None:
    with pytest.raises(BadRecord, match="version"):
        probe_of(asked(version=CITY.version + 1), 0)


def test_names_lead_nowhere_else(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    name = new_name("compare", "city")
    (runs / name).mkdir(parents=True)
    asked().write(runs / name)
    (tmp_path / "outside").mkdir()
    asked().write(tmp_path / "outside")
    (runs / "way-out").symlink_to(tmp_path / "outside")
    assert inquiry_in(runs, name) == runs / name
    assert inquiry_in(runs, "../outside") is None
    assert inquiry_in(runs, "way-out") is None
    assert inquiries_in(runs) == [runs / name]
    assert inquiries_in(tmp_path / "nowhere") == []


def test_a_damaged_inquiry_is_refused_and_damaged_findings_are_none(tmp_path: Path) -> None:
    (tmp_path / "inquiry.json").write_text("{")
    (tmp_path / "found-0.json").write_text("{")
    with pytest.raises(BadRecord):
        Inquiry.read(tmp_path)
    assert Findings.read(tmp_path, 0).done == 0


# --- words ---


def reading(value: float, half: float, unit: str = "points", group: str = "win rate by cat") -> Reading:
    return Reading(group, "grey one", unit, 0.5, value, half)


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


def test_at_the_end_nothing_more_is_promised() -> None:
    assert reading(0.02, 0.03).sentence(16_000, 16_000, 10.0)[2].endswith("it stays open.")


def test_other_figures_have_their_units() -> None:
    words = reading(-0.41, 0.06, "rounds", "the game").sentence(1000, 16_000, 10.0)
    assert "".join(words) == "Grey one: 0.41 rounds less: certain enough to stop."


def test_spans() -> None:
    assert [span(seconds) for seconds in (0.1, 89, 100, 7200)] == ["a second", "89 seconds", "2 minutes", "2.0 hours"]


def test_strengths_disagree_only_beyond_both_intervals() -> None:
    one: dict[str, Any]
    other: dict[str, Any]
    one, other = {"value": -0.032, "half": 0.009, "unit": "points"}, {"value": 0.018, "half": 0.018, "unit": "points"}
    words = "".join(disagreement(["greedy", "normal"], [one, other]))
    assert "5.0 ± 2.7 points" in words
    assert "opposite sign" in words
    assert disagreement(["greedy", "normal"], [one, {**other, "half": 0.042}]) == []
    assert disagreement(["greedy"], [one]) == []
