"""What a thing is worth: the same deal with it and with another, its sign and size found, nothing found in nothing."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from pigeons import game as pigeons
from rumpus.cli.lab.options import strengths_of
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.extensions import Treatments
from rumpus.core.rng import SeededRng
from rumpus.lab.experiments.treatments import (
    Arm,
    Pair,
    PairArms,
    PlayArms,
    RandomArms,
    TreatmentEffects,
    find_pairs,
    treatments_of,
    value,
)
from rumpus.lab.reports.experiment_page import value_flags, value_html
from rumpus.lab.reports.wording import players_text
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.workers import Workers
from rumpus.stats.estimates import Estimate
from tests.lab.helpers import run_lab

CATS = find_game("cat_brawl")
CARDS = next(treatments.names for treatments in CATS.lab().treatments(CATS.options()) if treatments.kind == "card")
BOMB, DUD, ONE, TWO = 0, 1, 2, 3

Lead = Callable[[Arm], float]
"""By how much the first seat's chance to win exceeds one half, with these treatments."""


class Tosses(Workers):
    """Stands in for many games: the winner is a toss that the deal shares, weighted by the treatments."""

    def __init__(self, lead: Lead) -> None:
        self.lead = lead

    def map(self, job, pieces):  # type: ignore[no-untyped-def]
        for piece in pieces:
            yield piece, [self.winners(job, deal) for deal in piece]

    def winners(self, job: PlayArms, deal: int) -> list[int]:
        rng, won = SeededRng(f"{job.text}/{deal}"), []
        shared = rng.below(1000)
        for arm in job.design.arms(deal):
            toss = shared if rng.below(2) else rng.below(1000)
            won.append(0 if toss < 500 + 1000 * self.lead(arm) else 1)
        return won


def cats(deals: int, seed: str = "t") -> Plan:
    return Plan(CATS, {}, ["random"], deals, seed)


def planted(arm: Arm) -> float:
    def worth(given: list[int]) -> float:
        return 0.2 * (BOMB in given) - 0.2 * (DUD in given) + 0.6 * (ONE in given and TWO in given)

    return (worth(arm[0]) - worth(arm[1])) / 2


def nothing(arm: Arm) -> float:
    return 0.0


def valued(lead: Lead, seed: str = "t", deals: int = 300, each: int = 1) -> TreatmentEffects:
    return value(cats(deals, seed), "card", Tosses(lead), 0.001, each)


def test_a_bomb_and_a_dud_are_found_with_their_size_and_nothing_else_is() -> None:
    found = valued(planted)
    assert found.effects[0].name == CARDS[BOMB]
    assert found.effects[-1].name == CARDS[DUD]
    assert [worth.name for worth in found.flagged] == [CARDS[BOMB], CARDS[DUD]]
    # A tenth of a chance, against eight others of which one is a dud: 0.1 + 0.1 / 8.
    assert found.effects[0].holding.value == pytest.approx(0.1125, abs=0.03)
    assert found.effects[0].facing.value == pytest.approx(-found.effects[0].holding.value)
    assert found.games == 300 * 9


def test_intervals_hold_as_often_as_they_say_where_nothing_is_worth_anything() -> None:
    wrong = flagged = 0
    for run in range(20):
        found = valued(nothing, f"run {run}", 60)
        wrong += sum(abs(worth.holding.value) > worth.holding.half_width for worth in found.effects)
        flagged += len(found.flagged)
    assert wrong <= 0.09 * 20 * 9
    assert flagged <= 0.02 * 20 * 9


def test_it_stops_when_everything_is_known_well_enough() -> None:
    found = value(cats(5000), "card", Tosses(nothing), 0.05)
    assert 100 <= found.deals < 500
    assert found.widest <= 0.05


def test_a_pair_that_works_together_is_found_and_the_others_are_not_claimed() -> None:
    found = valued(planted, each=2)
    pairs = find_pairs(cats(300), found, Tosses(planted), 5)
    assert [{pair.one, pair.two} for pair in pairs if pair.claimed] == [{CARDS[ONE], CARDS[TWO]}]
    assert pairs[0].together.value == pytest.approx(0.3, abs=0.1)


def test_where_nothing_works_together_few_pairs_are_claimed() -> None:
    claimed = 0
    for run in range(60):
        found = valued(nothing, f"pairs {run}", 60, each=2)
        claimed += any(pair.claimed for pair in find_pairs(cats(100, f"pairs {run}"), found, Tosses(nothing), 2))
    assert claimed <= 8  # 5 % of 60, and three of its standard errors


def test_treatments_are_assigned_at_random_and_never_twice_in_a_hand_or_a_deal() -> None:
    arms = RandomArms(9, 2, 2, "s").arms(7)
    assert arms == RandomArms(9, 2, 2, "s").arms(7) != RandomArms(9, 2, 2, "s").arms(8)
    for seat in (0, 1):
        for place in (0, 1):
            assert sorted(arm[seat][place] for arm in arms) == list(range(9))
        assert all(len(set(arm[seat])) == 2 for arm in arms)
    both, one, two, neither = PairArms(9, (4, 5), 2, "s").arms(1)
    assert (both[1], one[1][0], two[1][1]) == ([4, 5], 4, 5)
    assert not {4, 5} & set(neither[1])
    assert both[0] == one[0] == two[0] == neither[0]


def test_real_games_are_the_same_wherever_they_are_played() -> None:
    job = PlayArms(Plan(CATS, {}, ["random"], 4, "t"), "cat", RandomArms(6, 1, 2, "t"))
    elsewhere = pickle.loads(pickle.dumps(job))
    assert elsewhere(range(1, 2)) + elsewhere(range(2, 4)) == job(range(1, 4))


def test_what_cannot_be_valued_is_refused_in_words() -> None:
    with pytest.raises(BadOption, match="does not say what a seat could be given"):
        treatments_of(Plan(pigeons, {}, ["random"], 1, "x"), "")
    with pytest.raises(BadOption, match="There is cat, bonus ability, card"):
        value(cats(10), "dog", Workers())
    with pytest.raises(BadOption, match="no pairs to try"):
        value(cats(10), "cat", Workers(), each=2)
    with pytest.raises(BadOption, match="between 0 and 100"):
        value(cats(10), "cat", Workers(), precision=2.0)
    with pytest.raises(BadOption, match="Name the bots"):
        strengths_of(" , ")


@pytest.mark.parametrize(
    ("count", "each", "sentence"), [(1, 1, "only 1 card"), (1, 2, "only 1 card"), (3, 2, "only 3")]
)
def test_too_few_treatments_to_compare_are_refused(
    monkeypatch: pytest.MonkeyPatch, count: int, each: int, sentence: str
) -> None:
    few = Treatments("card", CARDS[:count], max_each=2)
    monkeypatch.setattr(type(CATS.lab()), "treatments", lambda self, options: [few])
    with pytest.raises(BadOption, match=sentence):
        value(cats(10), "card", Workers(), each=each)


def test_the_page_says_who_played_orders_by_effect_and_flags_a_change_of_sign() -> None:
    weak = valued(planted)
    strong = valued(lambda arm: -planted(arm))
    strong.players = ["normal", "normal"]
    assert any(f"{CARDS[BOMB]} changes sign with strength" in flag for flag in value_flags([weak, strong]))
    pair = Pair(CARDS[ONE], CARDS[TWO], Estimate(0.2, 0.05, 100))
    pair.claimed = True
    text = value_html(CATS, "Standard rules.", [weak, strong], [pair])
    assert text.index("Played by random bots in every seat") < text.index("Flags")
    assert text.index(f"<td>{CARDS[BOMB]}") < text.index(f"<td>{CARDS[DUD]}")
    assert "Benjamini and Hochberg" in text
    assert text.count("<svg") == 3
    assert players_text([["greedy", "random"]]).startswith("Played by greedy, random bots by seat.")


def test_the_command_values_cats_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "value.html"
    words = ["value", "cat_brawl", "--deals", "3", "--strengths", "random"]
    output = run_lab(*words, "--out", str(page))
    assert "Siamese" in output
    assert "did not suffice" in output
    assert "what a cat is worth" in page.read_text()
    strength = json.loads(run_lab(*words, "--json"))["strengths"][0]
    assert {effect["name"] for effect in strength["worth"]} >= {"Siamese", "Persian"}
