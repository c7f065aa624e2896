"""Solves any small game by backward induction or CFR+."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import format_payoff
from rumpus.core.position import Json, Seat
from rumpus.core.solver import MAX_ITERATIONS, MAX_POSITIONS, PRECISION, Progress
from rumpus.core.words import seen_from
from rumpus.solving.backward_induction import BackwardSolution, backward_solution
from rumpus.solving.cfr import Equilibrium, find_equilibrium
from rumpus.solving.enumeration import GameTree, InfoSetNode

DIGITS = 6
MAX_LINE_MOVES = 30


@dataclass
class PolicyLine:
    """One information set of the strategy, with move probabilities."""

    seat: Seat
    knows: str
    moves: list[tuple[str, float]]
    values: list[float] = field(default_factory=list)
    """Value of each move for the seat, if known."""

    def to_json(self) -> dict[str, Json]:
        found: dict[str, Json] = {"seat": self.seat, "knows": self.knows, "moves": dict(self.moves)}
        if self.values:
            found["worth"] = {says: value for (says, _), value in zip(self.moves, self.values, strict=True)}
        return found


@dataclass
class SmallGameSolution:
    game: Game
    payoffs: list[float]
    positions: int
    information_sets: int
    method: str
    exploitability: float = 0.0
    """Mean gain of a best response, in payoffs."""
    rounds: int = 0
    seconds: float = 0.0
    strategy: list[PolicyLine] = field(default_factory=list)

    def figures(self) -> dict[str, Json]:
        scale, coin = self.game.payoff_unit
        return {
            "method": self.method,
            "payoffs": list(self.payoffs),
            "stake": {"scale": scale, "coin": coin},
            "exploitability": self.exploitability,
            "rounds": self.rounds,
            "positions": self.positions,
            "situations": self.information_sets,
            "seconds": round(self.seconds, 3),
            "strategy": [row.to_json() for row in self.strategy],
        }

    def sentences(self) -> list[str]:
        stake = self.game.payoff_unit
        names = [f"player {seat + 1}" for seat in range(len(self.payoffs))]
        each = ", ".join(
            f"{name} {format_payoff(pay, stake, DIGITS)}" for name, pay in zip(names, self.payoffs, strict=True)
        )
        best = "If all play their best" if len(names) > 1 else "With the best play"
        said = [f"{best}, a game is worth on average: {each}."]
        if self.rounds:
            gain = f"{self.exploitability * stake[0]:.1e}" + (f" {stake[1]}s" if stake[1] else "")
            said.append(
                f"Whoever played otherwise could gain {gain} at most on average (exploitability after {self.rounds:,} "
                "rounds of CFR+)."
            )
        said.append(
            f"{self.method.capitalize()}: {self.positions:,} positions, {self.information_sets:,} situations "
            f"that a seat can tell apart, {self.seconds:.1f} s."
        )
        return said


def solve_small(
    game: Game,
    options: Options,
    limit: int = MAX_POSITIONS,
    precision: float = PRECISION,
    rounds: int = MAX_ITERATIONS,
    progress: Progress | None = None,
) -> SmallGameSolution:
    """Solves a game through its public interface. Raises `TooLarge` above the limit."""
    began = time.perf_counter()
    backward = backward_solution(game, options, limit, progress)
    if backward is not None:
        solution = _by_backward_induction(backward)
    else:
        tree = GameTree(game, options, limit, progress)
        solution = _by_cfr(find_equilibrium(tree, precision, rounds, progress))
    solution.seconds = time.perf_counter() - began
    return solution


def _by_backward_induction(backward: BackwardSolution) -> SmallGameSolution:
    method = "nothing is hidden, so it was solved from its ends backwards"
    decisions = sum(bool(node.moves) for node in backward.nodes)
    solution = SmallGameSolution(backward.game, backward.payoffs, len(backward.nodes), decisions, method)
    for turn, (number, best) in enumerate(backward.principal_variation(MAX_LINE_MOVES), 1):
        node, position = backward.nodes[number], backward.position(number)
        names = [backward.game.format_move(position, node.seat, move) for move in node.moves]
        moves = [(name, float(place == best)) for place, name in enumerate(names)]
        values = backward.action_values(number)
        solution.strategy.append(PolicyLine(node.seat, f"decision {turn} of the best line", moves, values))
    return solution


def _by_cfr(found: Equilibrium) -> SmallGameSolution:
    tree = found.game_tree
    payoffs = [found.value, -found.value][: tree.seats]
    method = "something is hidden, so both learnt from each other"
    if tree.seats == 1:
        method = "something is hidden, so all that could be was weighed at once"
    strategy: list[PolicyLine] = []
    for one in tree.info_sets[0] + tree.info_sets[1]:
        moves = list(zip(one.move_names, one.average_strategy, strict=True))
        strategy.append(PolicyLine(one.seat, _describe_info_set(tree, one), moves))
    solution = SmallGameSolution(tree.game, payoffs, tree.enumerator.reached, len(strategy), method)
    solution.exploitability, solution.rounds, solution.strategy = found.exploitability, found.rounds, strategy
    return solution


def _describe_info_set(tree: GameTree, one: InfoSetNode) -> str:
    """Describes an information set by its seat's log."""
    names = seen_from([f"player {seat + 1}" for seat in range(tree.seats)], one.seat)
    return " ".join(tree.game.describe_event(seen, names).text for seen in tree.events_seen(one))
