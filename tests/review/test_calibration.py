"""Chances as they turned out to be: the curve of an outlook, and how it is fitted and shown."""

from __future__ import annotations

import pytest

from benchmarks import review_calibration as calibration
from benchmarks.review_calibration import Given, Study, curve_through, summed_up, tenths
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.info_state import Chair
from rumpus.core.rng import Seeded
from rumpus.review import verdicts
from rumpus.review.review import bot_of
from rumpus.review.win_probability import PlayedGauge, on_curve

BRAWL = find_game("cat_brawl")


def test_between_two_places_a_curve_is_straight() -> None:
    curve = [0, 10, 40, 70, 100]
    assert [on_curve(curve, chance) for chance in (0.0, 0.25, 0.5, 1.0)] == [0.0, 0.1, 0.4, 1.0]
    assert on_curve(curve, 0.3) == pytest.approx(0.16)
    assert on_curve(curve, 0.95) == pytest.approx(0.94)


def test_what_is_dreamt_goes_through_the_curve_and_adds_up_to_one() -> None:
    gauge = PlayedGauge(BRAWL, BRAWL.options())
    gauge.curve = [0, 80, 100]
    assert gauge.dreamt([0.5, 0.5], 0) == pytest.approx([0.8, 0.2])
    assert gauge.dreamt([0.5, 0.5], 1) == pytest.approx([0.2, 0.8])
    assert gauge.dreamt([1.0, 0.0], 0) == [1.0, 0.0]
    gauge.curve = [0, 20, 100]
    assert gauge.dreamt([0.5, 0.3, 0.2], 0) == pytest.approx([0.2, 0.48, 0.32])


def test_a_curve_counts_for_as_many_seats_as_it_was_fitted_to() -> None:
    assert PlayedGauge(BRAWL, BRAWL.options()).curve
    three = PlayedGauge(BRAWL, BRAWL.options(seats=3))
    assert three.dreamt([0.5, 0.3, 0.2], 0) == [0.5, 0.3, 0.2]


def test_where_weaker_bots_play_their_outlook_counts() -> None:
    outlook = BRAWL.bots().outlook
    assert bot_of(["Ann", "Bix (easy)"], BRAWL) == "easy"
    assert bot_of(["Ann", "Bix (hard)"], BRAWL) == bot_of(["easy", "Ann (?"], BRAWL) == ""
    easy = PlayedGauge(BRAWL, BRAWL.options(), bot="easy")
    assert (easy.outlook, easy.curve) == (outlook.others["easy"], outlook.others["easy"].curve)
    hard = PlayedGauge(BRAWL, BRAWL.options(), bot="hard")
    assert (hard.outlook, hard.curve) == (outlook, outlook.curve)
    assert easy.curve != hard.curve


@pytest.mark.parametrize("name", game_names())
def test_every_curve_rises_from_nothing_to_all(name: str) -> None:
    outlook = find_game(name).bots().outlook
    for curve in (outlook.curve, *[other.curve for other in outlook.others.values()]):
        assert list(curve) == sorted(curve)
        assert not curve or (curve[0], curve[-1]) == (0, 100)


def games(count: int) -> dict[int, list[Given]]:
    """Of two moments each, whose seat wins as often as the square of what it dreamt."""
    luck = Seeded("calibration")
    found: dict[int, list[Given]] = {}
    for number in range(count):
        found[number] = []
        for _ in range(2):
            dreamt = luck.below(1000) / 1000
            won = float(luck.below(1_000_000) < 1_000_000 * dreamt**2)
            found[number].append(Given(dreamt, won, 0, [], [], [0.0, 0.0]))
    return found


def test_a_curve_is_fitted_to_what_came_of_it() -> None:
    pairs = [(one.dreamt, one.won) for game in games(6000).values() for one in game]
    curve = curve_through(pairs)
    assert len(curve) == calibration.PLACES
    assert curve == sorted(curve)
    assert all(abs(at - 100 * (place / (len(curve) - 1)) ** 2) <= 5 for place, at in enumerate(curve))


def test_it_is_shown_in_games_that_it_was_not_fitted_to() -> None:
    done = games(3000)
    found = summed_up(Study(BRAWL.name, "greedy"), done, {0: [0.1, -0.1], 1: [-0.1, 0.1]}, {})
    assert found.games == 2000
    assert sum(tenth.moments for tenth in found.fitted) == 4000
    assert found.curve == curve_through([(one.dreamt, one.won) for number in range(0, 3000, 3) for one in done[number]])
    off = [abs(tenth.given - tenth.won) for tenth in found.fitted]
    raw = tenths([(one.dreamt, one.won) for game in done.values() for one in game])
    assert max(off) < 0.12 < max(abs(tenth.given - tenth.won) for tenth in raw)
    assert found.luck == pytest.approx([0.0, 0.0])


def test_a_move_is_suspected_where_it_is_far_behind_in_a_few_dreams(monkeypatch: pytest.MonkeyPatch) -> None:
    position = BRAWL.start(BRAWL.options(), Seeded("s"))
    chair = Chair(BRAWL, BRAWL.options(), position, 0, Seeded("c"))
    gauge = PlayedGauge(BRAWL, BRAWL.options())
    worths = dict.fromkeys(chair.moves(), 0.5)

    def look(gauge: PlayedGauge, chair: Chair, move: int, seed: str) -> float:
        return worths[move]

    monkeypatch.setattr(verdicts, "look", look)
    assert calibration.suspect(gauge, chair, "s") is None
    bad = chair.moves()[1]
    worths[bad] = 0.5 - 0.9 * calibration.BAD
    assert calibration.suspect(gauge, chair, "s") is None
    worths[bad] = 0.5 - 1.1 * calibration.BAD
    assert calibration.suspect(gauge, chair, "s") == bad
