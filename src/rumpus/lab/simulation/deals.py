"""Plays the games of a plan, alone or in chunks by workers.

Game and deal numbers seed all randomness. So two plans with the same seed play the same deals, with the same chance
events as long as their moves agree: *common random numbers*, which cancel from differences between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from rumpus.core.outcome import winners
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.lab.simulation.observers import (
    DecisionGapObserver,
    LogObserver,
    LuckObserver,
    Observer,
    StandingsObserver,
    has_static_estimate,
)
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.rows import GameRow, SeatRow, empty_row
from rumpus.lab.simulation.rules_patch import mistakes_in
from rumpus.lab.simulation.workers import Workers
from rumpus.players.player import Player
from rumpus.players.playing import MoveCallback, PlayedGame, play_game
from rumpus.review.win_probability import RolloutEstimator

Found = TypeVar("Found")

MAX_GROWTH = 8.0
"""Largest growth factor of the deals between analyses: early half-widths are unreliable."""
LOG_EVERY_GAMES = 10
"""Every n-th game has its log and its luck measured."""
FAST_PLAYERS = {"random", "greedy"}
"""Measuring luck costs about as much as their games. With other players it is measured in every game."""
GAP_EVERY_GAMES = 100
"""Every n-th game has its decision gaps measured."""


def estimator_for(plan: Plan) -> RolloutEstimator | None:
    """Estimator of luck for a plan; None if the game has no static estimate."""
    estimator = RolloutEstimator(plan.game, plan.options)
    return estimator if has_static_estimate(estimator) else None


def observers_for(plan: Plan, number: int, estimator: RolloutEstimator | None) -> list[Observer]:
    """Observers of game `number`: standings, and in some games luck, decision gaps and the log."""
    lab, seed, lineup = plan.game.lab(), plan.deal_seed(number), plan.lineup(number)
    has_log = number % LOG_EVERY_GAMES == 0
    observers: list[Observer] = [StandingsObserver(lab, len(lineup))]
    if estimator is not None:
        if has_log or lab.control_variates or not FAST_PLAYERS & set(lineup):
            observers.append(LuckObserver(estimator, lab, seed))
        # Both observers reseed and draw from one estimator: rows of stored runs depend on their order.
        if number % GAP_EVERY_GAMES == 0:
            observers.append(DecisionGapObserver(estimator, lab, seed))
    return observers + ([LogObserver(plan, lineup)] if has_log else [])


def play_deal(
    plan: Plan, number: int, players: Sequence[Player], watch: MoveCallback | None = None, listen: bool = False
) -> PlayedGame:
    """Plays game `number` of a plan. The game's number seeds the deal, hidden information and random openings."""
    seed = plan.deal_seed(number)
    rng, info_rng = SeededRng(seed), SeededRng(f"{seed}/chairs")
    openings = SeededRng(f"{seed}/opening") if plan.random_openings else None
    # Tournaments ask players at forced moves too (`forced=True`): equal seeds give other games there.
    return play_game(
        plan.game, plan.options, players, rng, info_rng, watch, forced=False, openings=openings, listen=listen
    )


def play_row(plan: Plan, number: int, estimator: RolloutEstimator | None = None) -> GameRow:
    """Plays game `number` of a plan and returns its row. Without an estimator luck is not measured."""
    lab, lineup = plan.game.lab(), plan.lineup(number)
    observers = observers_for(plan, number, estimator)

    def watch(position: Position, seat: Seat, move: Move) -> None:
        for observer in observers:
            observer.watch(position, seat, move)

    played = play_deal(plan, number, plan.seated(number), watch, listen=True)
    position, best = played.position, winners(played.ranking)
    row = empty_row(number)
    row.winner = best[0] if len(best) == 1 else None
    row.decisions, row.forced, row.rounds = played.decisions, played.skipped, lab.rounds(position)
    ledgers: list[Counter[tuple[str, str]]] = [Counter() for _ in lineup]
    for event in position.events or []:
        for seat, action, topic in lab.ledger(event):
            ledgers[seat][action, topic] += 1
    for seat, (name, ledger) in enumerate(zip(lineup, ledgers, strict=True)):
        entries = [(action, topic, times) for (action, topic), times in sorted(ledger.items())]
        row.seats.append(SeatRow(name, played.result[seat], list(lab.identity(position, seat)), entries, []))
    for observer in observers:
        observer.write(row, position)
    return row


class DealJob(Generic[Found]):
    """Job: plays deals by number. Carries the plan as text, so any process can run it."""

    def __init__(self, plan: Plan) -> None:
        self.text = plan.manifest().text()

    @property
    def plan(self) -> Plan:
        return plan_of(self.text)

    def __call__(self, deals: range) -> list[Found]:
        plan = self.plan
        with mistakes_in(plan.rules_patch):
            return self.play(plan, deals)

    def play(self, plan: Plan, deals: range) -> list[Found]:
        """Returns one result per deal."""
        raise NotImplementedError


class PlayRows(DealJob[GameRow]):
    """Job: plays games by number."""

    def play(self, plan: Plan, deals: range) -> list[GameRow]:
        # `check_rules_patch` plays no deal. Else one estimator serves the chunk; observers reseed it in every game.
        estimator = estimator_for(plan) if deals else None
        return [play_row(plan, number, estimator) for number in deals]


def check_rules_patch(plan: Plan, workers: Workers) -> None:
    """Loads the plan's rules patch in a worker, to report mistakes before the first game."""
    if plan.rules_patch is not None:
        for _ in workers.map(PlayRows(plan), [range(0)]):
            pass


def play_deals(
    job: Callable[[range], Sequence[Found]],
    numbers: range,
    workers: Workers,
    chunk: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Found]:
    """Yields one result per deal, in order. `progress` gets the number of deals, with those before `numbers`."""
    tasks = [numbers[at : at + chunk] for at in range(0, len(numbers), chunk)]
    waiting: dict[int, Sequence[Found]] = {}
    done = following = numbers.start
    for task, results in workers.map(job, tasks):
        waiting[task.start] = results
        done += len(task)
        progress(done)
        while following in waiting:
            yield from waiting.pop(following)
            following += chunk


def until_precise(
    analyse: Callable[[int], Found], half_width: Callable[[Found], float], first: int, limit: int, precision: float
) -> Found:
    """Analyses more and more deals until the half-width is at most `precision`, or `limit` is reached."""
    deals = min(limit, first)
    while True:
        found = analyse(deals)
        # Only the width stops the games. A stop by the value would claim too many differences.
        if half_width(found) <= precision or deals == limit:
            return found
        # The half-width shrinks with the square root of the deals.
        needed = deals * min(MAX_GROWTH, (half_width(found) / precision) ** 2)
        deals = min(limit, max(deals + first, int(needed) + 1))
