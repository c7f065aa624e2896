"""Every number's effect at once: planted slopes are found, nothing is claimed of numbers that do nothing."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.rng import SeededRng
from rumpus.lab.experiments.sensitivity import PlayOpposites, Sensitivity, factors_of, sensitivity, try_out
from rumpus.lab.experiments.tuning import Target
from rumpus.lab.reports.experiment_page import effect_sign_flags as sign_flags
from rumpus.lab.reports.experiment_page import effects_html
from rumpus.lab.simulation.deals import PlayRows
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.rows import GameRow
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.multiple_testing import reject
from tests.lab.helpers import duel_row, run_lab

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
        toss = SeededRng(f"{plan.seed}/{number}").below(1000)
        row = duel_row(number, int(toss >= 700 + 1000 * self.sign * lead), ("Persian", "Ragdoll"))
        row.rounds, row.decisions = 10, 20
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


def measured(sign: int = 1, deals: int = 500) -> Sensitivity:
    plan = Plan(CATS, {}, ["random"], deals, "t")
    return sensitivity(plan, factors_of(plan, NUMBERS), Wins(sign))


def test_planted_effects_are_found_with_sign_and_size_and_no_others() -> None:
    found = measured()
    persian = next(figure for figure in found.measures if figure.name == "Persian")
    assert found.of("persian.hp", persian).per_step.value == pytest.approx(0.08, abs=0.03)
    assert found.of("ragdoll.hp", persian).per_step.value == pytest.approx(-0.05, abs=0.03)
    assert {effect.number for effect in found.claimed} == {"persian.hp", "ragdoll.hp"}
    assert {effect.measure for effect in found.claimed} == {"Persian", "Ragdoll", "seat 0", "seat 1"}


def test_the_single_change_that_comes_nearest_is_proposed_and_tried_out() -> None:
    found, target = measured(), Target(AIM)
    proposals = found.proposals(target, 2)
    try_out(found, target, proposals, Wins())
    assert {proposal.number for proposal in proposals} == {"persian.hp", "ragdoll.hp"}
    best = min(proposals, key=lambda proposal: proposal.distance)
    assert (best.number, best.before, best.after) in {
        ("persian.hp", 8, 5),
        ("persian.hp", 8, 6),
        ("ragdoll.hp", 10, 14),
    }
    assert best.distance < 0.1
    assert best.measures[0].name == "Persian"


def test_a_target_may_name_one_thing() -> None:
    target = Target(AIM)
    assert (target.one, target.goal, target.within) == ("Persian", 0.5, 0.02)
    with pytest.raises(BadOption, match="Did you mean 'Persian'"):
        Target("win rate of Persan within 2 points of 50").measures(measured(1, 30).measures)


def test_numbers_at_their_end_go_one_way_and_what_changes_the_seats_is_left_out() -> None:
    plan = Plan(CATS, {"starting_cards": 0}, ["random"], 100, "t")
    factors = {factor.name: factor for factor in factors_of(plan, [])}
    assert (factors["starting_cards"].less, factors["starting_cards"].more) == (0, 1)
    assert factors["starting_cards"].half_range == 0.5
    assert "players" not in factors
    for name in ("colour", "bonus_ability"):
        with pytest.raises(BadOption, match="has no number"):
            factors_of(plan, [name])
    with pytest.raises(BadOption, match="need at least"):
        sensitivity(Plan(CATS, {}, ["random"], 10, "t"), factors_of(plan, []), Wins())


def test_coins_are_the_deals_own_and_the_tables_are_opposites() -> None:
    plan = Plan(CATS, {}, ["random"], 100, "t")
    job: PlayOpposites = pickle.loads(pickle.dumps(PlayOpposites(plan, factors_of(plan, NUMBERS))))
    coins, table, opposite = job.tables(plan, 3)
    assert (coins, table, opposite) == job.tables(plan, 3)
    assert [abs(table[name] - opposite[name]) for name in NUMBERS] == [2] * 5
    assert {job.tables(plan, deal)[0][0] for deal in range(20)} == {1, -1}


def test_few_of_many_chances_are_claimed() -> None:
    assert reject([0.04] + [0.5] * 9) == [False] * 10
    assert reject([0.004, 0.5, 0.009, *[0.6] * 7]) == [True, False, True, *[False] * 7]


def test_the_page_answers_first_and_says_where_strength_matters() -> None:
    weak, strong = measured(), measured(-1)
    strong.players = ["normal", "normal"]
    assert any("persian.hp +1" in flag and "changes sign" in flag for flag in sign_flags([weak, strong]))
    target = Target(AIM)
    proposals = weak.proposals(target, 2)
    text = effects_html(CATS, [weak, strong], target, proposals)
    assert (
        text.index("Played by random bots")
        < text.index("Which single change")
        < text.index("What does one more of each option do")
    )
    assert text.count("<svg") == 2


def test_the_command_measures_numbers_and_writes_a_page(tmp_path: Path) -> None:
    words = ["effects", "cat_brawl", "--numbers", "persian.hp", "--deals", "10", "--strengths", "random"]
    words += ["--seed", "effects"]
    page = tmp_path / "effects.html"
    assert "1. persian.hp" in run_lab(*words, "--out", str(page), "--target", AIM, "--propose", "1")
    assert "effect of every option" in page.read_text()
    assert json.loads(run_lab(*words, "--json"))["strengths"][0]["effects"][0]["number"] == "persian.hp"
