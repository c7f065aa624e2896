"""Calibration curves of win models: fit and display."""

from __future__ import annotations

import pytest

from benchmarks import review_calibration as calibration
from benchmarks.review_calibration import Given, Study, curve_through, summed_up, tenths
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.review import verdicts
from rumpus.review.review import bot_of
from rumpus.review.win_probability import RolloutEstimator, interpolate

BRAWL = find_game("cat_brawl")


def test_between_two_places_a_curve_is_straight() -> None:
    curve = [0, 10, 40, 70, 100]
    assert [interpolate(curve, chance) for chance in (0.0, 0.25, 0.5, 1.0)] == [0.0, 0.1, 0.4, 1.0]
    assert interpolate(curve, 0.3) == pytest.approx(0.16)
    assert interpolate(curve, 0.95) == pytest.approx(0.94)


def test_calibrated_probabilities_sum_to_one() -> None:
    estimator = RolloutEstimator(BRAWL, BRAWL.options())
    estimator.calibration = [0, 80, 100]
    assert estimator.calibrated([0.5, 0.5], 0) == pytest.approx([0.8, 0.2])
    assert estimator.calibrated([0.5, 0.5], 1) == pytest.approx([0.2, 0.8])
    assert estimator.calibrated([1.0, 0.0], 0) == [1.0, 0.0]
    estimator.calibration = [0, 20, 100]
    assert estimator.calibrated([0.5, 0.3, 0.2], 0) == pytest.approx([0.2, 0.48, 0.32])


def test_a_curve_counts_for_as_many_seats_as_it_was_fitted_to() -> None:
    assert RolloutEstimator(BRAWL, BRAWL.options()).calibration
    three = RolloutEstimator(BRAWL, BRAWL.options(seats=3))
    assert three.calibrated([0.5, 0.3, 0.2], 0) == [0.5, 0.3, 0.2]


def test_weaker_bots_have_their_own_win_model() -> None:
    win_model = BRAWL.bots().win_model
    assert bot_of(["Ann", "Bix (easy)"], BRAWL) == "easy"
    assert bot_of(["Ann", "Bix (hard)"], BRAWL) == bot_of(["easy", "Ann (?"], BRAWL) == ""
    easy = RolloutEstimator(BRAWL, BRAWL.options(), bot="easy")
    assert (easy.win_model, easy.calibration) == (win_model.by_bot["easy"], win_model.by_bot["easy"].calibration)
    hard = RolloutEstimator(BRAWL, BRAWL.options(), bot="hard")
    assert (hard.win_model, hard.calibration) == (win_model, win_model.calibration)
    assert easy.calibration != hard.calibration


@pytest.mark.parametrize("name", game_names())
def test_every_curve_rises_from_nothing_to_all(name: str) -> None:
    win_model = find_game(name).bots().win_model
    for curve in (win_model.calibration, *[other.calibration for other in win_model.by_bot.values()]):
        assert list(curve) == sorted(curve)
        assert not curve or (curve[0], curve[-1]) == (0, 100)


def games(count: int) -> dict[int, list[Given]]:
    """Two points each; the seat wins with the square of the predicted probability."""
    rng = SeededRng("calibration")
    found: dict[int, list[Given]] = {}
    for number in range(count):
        found[number] = []
        for _ in range(2):
            sampled = rng.below(1000) / 1000
            won = float(rng.below(1_000_000) < 1_000_000 * sampled**2)
            found[number].append(Given(sampled, won, 0, [], [], [0.0, 0.0]))
    return found


def test_a_curve_is_fitted_to_what_came_of_it() -> None:
    pairs = [(one.calibrated, one.won) for game in games(6000).values() for one in game]
    curve = curve_through(pairs)
    assert len(curve) == calibration.PLACES
    assert curve == sorted(curve)
    assert all(abs(at - 100 * (place / (len(curve) - 1)) ** 2) <= 5 for place, at in enumerate(curve))


def test_it_is_shown_in_games_that_it_was_not_fitted_to() -> None:
    done = games(3000)
    found = summed_up(Study(BRAWL.name, "greedy"), done, {0: [0.1, -0.1], 1: [-0.1, 0.1]}, {})
    assert found.games == 2000
    assert sum(tenth.moments for tenth in found.fitted) == 4000
    assert found.curve == curve_through(
        [(one.calibrated, one.won) for number in range(0, 3000, 3) for one in done[number]]
    )
    off = [abs(tenth.given - tenth.won) for tenth in found.fitted]
    raw = tenths([(one.calibrated, one.won) for game in done.values() for one in game])
    assert max(off) < 0.12 < max(abs(tenth.given - tenth.won) for tenth in raw)
    assert found.luck == pytest.approx([0.0, 0.0])


def test_a_move_far_behind_in_a_few_rollouts_is_suspected(monkeypatch: pytest.MonkeyPatch) -> None:
    position = BRAWL.start(BRAWL.options(), SeededRng("s"))
    info = InfoState(BRAWL, BRAWL.options(), position, 0, SeededRng("c"))
    estimator = RolloutEstimator(BRAWL, BRAWL.options())
    values = dict.fromkeys(info.moves(), 0.5)
    monkeypatch.setattr(verdicts, "rollout_after", lambda estimator, info, move, seed: values[move])
    assert calibration.suspect(estimator, info, "s") is None
    bad = info.moves()[1]
    values[bad] = 0.5 - 0.9 * calibration.BAD
    assert calibration.suspect(estimator, info, "s") is None
    values[bad] = 0.5 - 1.1 * calibration.BAD
    assert calibration.suspect(estimator, info, "s") == bad
