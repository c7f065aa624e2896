"""Every number's effect at once: planted slopes are found, nothing is claimed of numbers that do nothing."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rumpus.cli.lab import app
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.rng import Seeded
from rumpus.lab.experiments.sensitivity import PlayOpposites, Sensitivity, levers_of, sensitivity, try_out
from rumpus.lab.experiments.tuning import Target
from rumpus.lab.reports.experiment_page import effect_sign_flags as sign_flags
from rumpus.lab.reports.experiment_page import effects_html
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.rows import GameRow, PlayRows, SeatRow
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.multiple_testing import claims

CATS = find_game("cat_brawl")
NUMBERS = ["persian.hp", "ragdoll.hp", "siamese.hp", "win_hp", "max_rounds"]
AIM = "win rate of Persian within 2 points of 50"


class Wins(Workers):
    """Stands in for many games: the Persian, in the first seat, wins by the table and a toss of the deal's."""

    def __init__(self, sign: int = 1) -> None:
        self.sign = sign

    def row(self, plan: Plan, changes: Mapping[str, object], number: int) -> GameRow:
        options = plan.game.options({**plan.options.changed(), **changes})
        lead = 0.08 * (options.number("persian.hp") - 8) - 0.05 * (options.number("ragdoll.hp") - 10)
        toss = Seeded(f"{plan.seed}/{number}").below(1000)
        won = toss < 700 + 1000 * self.sign * lead
        row = GameRow(number)
        row.winner, row.rounds, row.decisions = int(not won), 10, 20
        results = (1.0, -1.0) if won else (-1.0, 1.0)
        for cat, result in zip(("Persian", "Ragdoll"), results, strict=True):
            row.seats.append(SeatRow("random", result, [("cat", cat)]))
        return row

    def map(self, job, pieces):  # type: ignore[no-untyped-def]
        for piece in pieces:
            if isinstance(job, PlayRows):
                yield piece, [self.row(job.plan, {}, number) for number in piece]
                continue
            plan = plan_of(job.text)
            played = []
            for deal in piece:
                coins, table, opposite = job.tables(plan, deal)
                played.append((coins, self.row(plan, table, deal), self.row(plan, opposite, deal)))
            yield piece, played


def felt(sign: int = 1, deals: int = 500) -> Sensitivity:
    plan = Plan(CATS, {}, ["random"], deals, "t")
    return sensitivity(plan, levers_of(plan, NUMBERS), Wins(sign))


def test_planted_effects_are_found_with_sign_and_size_and_no_others() -> None:
    found = felt()
    persian = next(figure for figure in found.figures if figure.name == "Persian")
    assert found.of("persian.hp", persian).per_step.value == pytest.approx(0.08, abs=0.03)
    assert found.of("ragdoll.hp", persian).per_step.value == pytest.approx(-0.05, abs=0.03)
    assert {effect.number for effect in found.claimed} == {"persian.hp", "ragdoll.hp"}
    assert {effect.figure for effect in found.claimed} == {"Persian", "Ragdoll", "seat 0", "seat 1"}


def test_the_single_change_that_comes_nearest_is_proposed_and_tried_out() -> None:
    found, target = felt(), Target(AIM)
    proposals = found.proposals(target, 2)
    try_out(found, target, proposals, Wins())
    assert {proposal.number for proposal in proposals} == {"persian.hp", "ragdoll.hp"}
    best = min(proposals, key=lambda proposal: proposal.off)
    assert (best.number, best.before, best.after) in {
        ("persian.hp", 8, 5),
        ("persian.hp", 8, 6),
        ("ragdoll.hp", 10, 14),
    }
    assert best.off < 0.1
    assert best.figures[0].name == "Persian"


def test_a_target_may_name_one_thing() -> None:
    target = Target(AIM)
    assert (target.one, target.goal, target.within) == ("Persian", 0.5, 0.02)
    with pytest.raises(BadOption, match="did you mean 'Persian'"):
        Target("win rate of Persan within 2 points of 50").figures(felt(1, 30).figures)


def test_numbers_at_their_end_go_one_way_and_what_changes_the_seats_is_left_out() -> None:
    plan = Plan(CATS, {"starting_cards": 0}, ["random"], 100, "t")
    levers = {lever.name: lever for lever in levers_of(plan, [])}
    assert (levers["starting_cards"].less, levers["starting_cards"].more) == (0, 1)
    assert levers["starting_cards"].stride == 0.5
    assert "players" not in levers
    for name in ("colour", "bonus_ability"):
        with pytest.raises(BadOption, match="has no number"):
            levers_of(plan, [name])
    with pytest.raises(BadOption, match="need at least"):
        sensitivity(Plan(CATS, {}, ["random"], 10, "t"), levers_of(plan, []), Wins())


def test_coins_are_the_deals_own_and_the_tables_are_opposites() -> None:
    plan = Plan(CATS, {}, ["random"], 100, "t")
    job: PlayOpposites = pickle.loads(pickle.dumps(PlayOpposites(plan, levers_of(plan, NUMBERS))))
    coins, table, opposite = job.tables(plan, 3)
    assert (coins, table, opposite) == job.tables(plan, 3)
    assert [abs(table[name] - opposite[name]) for name in NUMBERS] == [2] * 5
    assert {job.tables(plan, deal)[0][0] for deal in range(20)} == {1, -1}


def test_few_of_many_chances_are_claimed() -> None:
    assert claims([0.04] + [0.5] * 9) == [False] * 10
    assert claims([0.004, 0.5, 0.009, *[0.6] * 7]) == [True, False, True, *[False] * 7]


def test_the_page_answers_first_and_says_where_strength_matters() -> None:
    weak, strong = felt(), felt(-1)
    strong.players = ["normal", "normal"]
    assert any("persian.hp +1" in flag and "changes sign" in flag for flag in sign_flags([weak, strong]))
    target = Target(AIM)
    proposals = weak.proposals(target, 2)
    text = effects_html(CATS, [weak, strong], target, proposals)
    assert text.index("Played by random bots") < text.index("Which single change") < text.index("What does one more do")
    assert text.count("<svg") == 2


def test_the_command_feels_numbers_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "effects.html"
    words = [
        "effects",
        "cat_brawl",
        "--numbers",
        "persian.hp",
        "--deals",
        "10",
        "--strengths",
        "random",
        "--jobs",
        "1",
        "--seed",
        "effects",
    ]
    told = CliRunner().invoke(app, [*words, "--out", str(page), "--target", AIM, "--propose", "1"])
    assert told.exit_code == 0, told.output
    assert "1. persian.hp" in told.output
    assert "what every number does" in page.read_text()
    plain = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
    assert plain["strengths"][0]["effects"][0]["number"] == "persian.hp"
