"""What luck is made of: what falls is named, means and shares are right, and no decision counts as luck."""

from __future__ import annotations

import numpy as np
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.extensions import Lab
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.lab.experiments.measures import deal_fraction, luck_fraction
from rumpus.lab.reports.luck_sources import LuckSources
from rumpus.lab.reports.run_report import Report
from rumpus.lab.simulation.deals import estimator_for, play_row
from rumpus.lab.simulation.observers import REROLLS, UNEXPLAINED, LuckObserver, SplitHalf
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import ChanceGain, GameRow, LeadStats
from rumpus.players.catalogue import find_player
from rumpus.players.playing import play_game
from rumpus.review.win_probability import RolloutEstimator
from tests.lab.helpers import duel_row

SHORT: dict[str, dict[str, object]] = {"battle_puno": {"mode": "traditional"}, "cat_brawl": {"max_rounds": 5}}


def watched(name: str) -> GameRow:
    plan = Plan(find_game(name), SHORT.get(name, {}), ["random"], 1, "fall")
    return play_row(plan, 0, estimator_for(plan))


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("battle_puno", {"card dealt", "card drawn"}),
        ("cat_brawl", {"bonus ability", "card dealt", "card drawn", "turn order"}),
        ("creature_wars", {"card dealt", "card drawn"}),
        ("defend_the_city", {"strike", "what the enemy shows"}),
    ],
)
def test_what_falls_in_a_game_is_named(name: str, kinds: set[str]) -> None:
    row = watched(name)
    assert row.lead_stats is not None
    assert kinds <= {gain.kind for gain in row.lead_stats.chance_gains}
    assert "" not in {gain.name for gain in row.lead_stats.chance_gains}


def test_a_slip_is_the_die_that_is_named_in_a_game_of_characters() -> None:
    game = find_game("ultimatum")
    position = game.start(game.options(), SeededRng("a"), True)
    assert position.events is not None
    kind = type(position.events[0]) if position.events else None
    assert kind is not None
    fell = game.lab().chance_gains(position, kind("miss", ["1.Nyx", "2.Lys"]))
    assert fell == [(1, "slip", "Lys slips away")]
    assert game.lab().chance_gains(position, kind("attack", ["1.Nyx", "2.Lys"])) == []


class CountingObserver(LuckObserver):
    """Notes how many are still to decide whenever it is seen how all stand."""

    def __init__(self, estimator: RolloutEstimator, lab: Lab, seed: str) -> None:
        super().__init__(estimator, lab, seed)
        self.noted: list[int] = []
        self.decisions: list[int] = []

    def watch(self, position: Position, seat: Seat, move: Move) -> None:
        if not self._lab.in_setup(position):
            self.decisions.append(len(position.to_act()))
        super().watch(position, seat, move)

    def measure(self, position: Position) -> None:
        self.noted.append(len(position.to_act()))
        super().measure(position)


def test_luck_is_valued_before_anybody_has_sealed_a_decision() -> None:
    game = find_game("cat_brawl")
    options = game.options({"max_rounds": 3})
    chances = CountingObserver(RolloutEstimator(game, options), game.lab(), "s")
    players = [find_player("random", game, options, f"{seat}") for seat in range(2)]
    chances.measure(
        play_game(game, options, players, SeededRng("s"), SeededRng("c"), chances.watch, listen=True).position
    )
    firsts, left = [], 0
    for count in chances.decisions:
        if not left:
            firsts.append(count)
            left = count
        left -= 1
    assert 2 in firsts
    assert chances.noted == [*firsts, 0]
    assert game.lab().luck_rollouts % (2 * REROLLS) == 0


def row_of(number: int, winner: int, deal: float, by_rollouts: float, gains: list[ChanceGain]) -> GameRow:
    row = duel_row(number, winner, ("one", "other"))
    for seat, sign in zip(row.seats, (1, -1), strict=True):
        seat.luck, seat.luck_by_rollouts, seat.deal = 0.0, sign * by_rollouts, sign * deal
    row.lead_stats = LeadStats(0, 0, 0.5, 0.0, None, None)
    row.lead_stats.chance_gains = gains
    return row


def planted(games: int) -> list[GameRow]:
    """An ace brings 10 points and a two costs 5, beside some noise; what no event tells moves a fifth of it all."""
    noise = np.random.default_rng(5)
    rows = []
    for number in range(games):
        ace, two = 0.10 + noise.normal() / 50, -0.05 + noise.normal() / 50
        gains = [
            ChanceGain("card drawn", "ace", 1, ace, 4.0),
            ChanceGain("card drawn", "two", 2, 2 * two, 4.0),
            ChanceGain(*UNEXPLAINED, 1, 0.0, 2.0),
        ]
        luck = noise.normal()
        rows.append(row_of(number, int(luck + noise.normal() < 0), 0.0, luck, gains))
    return rows


def test_what_was_planted_is_found_with_its_size_and_share() -> None:
    found = LuckSources(planted(200))
    assert [figure.name for figure in found.kinds] == ["card drawn", "chance"]
    assert found.kinds[0].value == pytest.approx(0.8)
    luck = {fall.name: fall.luck.estimate() for fall in found.sources}
    for name, planted_luck in (("ace", 10.0), ("two", -5.0)):
        assert abs(luck[name].value - planted_luck) < 2 * luck[name].half_width
        assert luck[name].half_width < 0.5
    times = {fall.name: fall.times.value for fall in found.sources}
    assert (times["ace"], times["two"]) == (1.0, 2.0)
    (section,) = found.section()
    assert "The largest single source is ace (card drawn): 40.0 ±" in section.sentence
    assert "who gets it: ace (card drawn) +" in section.sentence
    assert "; two (card drawn) −" in section.sentence
    assert section.pictures
    assert len(section.rows) == 3


def test_shares_of_luck_and_of_the_deal_come_with_their_error() -> None:
    rows = planted(400)
    luck, deal = luck_fraction(rows), deal_fraction(rows)
    assert luck is not None
    assert deal is not None
    assert abs(luck.value - 1 / 3) < 2 * luck.half_width  # of the sign of a sum of two alike: (2 / pi) / 2
    assert 0 < luck.half_width < 0.1
    assert (deal.value, deal.half_width) == (0.0, 0.0)
    assert luck_fraction(rows[:50]) is None


def test_nothing_is_said_where_no_event_tells_what_fell() -> None:
    assert LuckSources([row_of(0, 0, 0.1, 0.1, [ChanceGain(*UNEXPLAINED, 1, 0.0, 0.5)])]).section() == []
    assert LuckSources([row_of(0, 0, 0.0, 0.0, [ChanceGain("die", "six", 1, 0.0, 0.0)])]).section() == []
    assert LuckSources([]).section() == []


def test_noise_of_rollouts_is_no_luck() -> None:
    noise = np.random.default_rng(3)
    squares = [
        sum(a * b for a, b in zip(*SplitHalf(noise.normal(size=(16, 2)).tolist()).halves, strict=True))
        for _ in range(4000)
    ]
    assert abs(np.mean(squares)) < 3 * np.std(squares) / 4000**0.5
    assert SplitHalf([[0.2, 0.8]]).halves == ([0.2, 0.8], [0.2, 0.8])


def test_the_report_tells_what_luck_is_made_of() -> None:
    plan = Plan(find_game("defend_the_city"), {}, ["random"], 120, "fall")
    estimator = estimator_for(plan)
    report = Report(plan, [play_row(plan, number, estimator) for number in range(120)])
    page = report.html()
    assert "Where does luck come from?" in page
    assert "Luck after the start explains at least" in page
    plain = report.to_json()
    groups = {figure["group"] for figure in plain["figures"]}  # type: ignore[union-attr, index, call-overload]
    assert {"share of luck", "strike: luck", "strike: share of luck", "strike: times a game"} <= groups
    assert plain["luck"]["after the start"]["games"] == 120  # type: ignore[index, call-overload]
