"""The solver of duels, its report, and its policy for bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Json, Move, Seat, View
from rumpus.core.rng import Rng
from rumpus.core.solver import BestResponseValue, Progress, Samples, Solution, Solver, Study
from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, BREEDS, PERSIAN, RAGDOLL
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.rules.moves import PLAY
from rumpus.games.cat_brawl.rules.notation import format_move
from rumpus.games.cat_brawl.rules.numbers import FIELDS
from rumpus.games.cat_brawl.rules.ring import POSTLUDE, STRATEGY
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.games.cat_brawl.solver.duel import DuelGraph, Situation, SolvedDuel, situation

DUELS = {
    "persian-ragdoll": (PERSIAN, RAGDOLL),
    "abyssinian-ragdoll": (ABYSSINIAN, RAGDOLL),
    "persian-abyssinian": (PERSIAN, ABYSSINIAN),
    "persian-persian": (PERSIAN, PERSIAN),
    "ragdoll-ragdoll": (RAGDOLL, RAGDOLL),
}
"""The solvable duels: cats without cards. Without cards a Ragdoll's ability never triggers."""
SOLVABLE_BREEDS = (PERSIAN, RAGDOLL, ABYSSINIAN)
WITHOUT_CARDS: Mapping[str, object] = {"players": 2, "starting_cards": 0, "draw_every": 0, "bonus_ability": "none"}
RESOLUTION = 1_000_000
"""Resolution of the random draw that samples a policy."""


class DuelSolver(Solver):
    """Solves duels without cards and bonus abilities: perfect information, simultaneous moves."""

    def names(self) -> Sequence[str]:
        return tuple(DUELS)

    def solve(self, name: str, progress: Progress | None = None) -> DuelSolution:
        return self.solve_with(name, {}, progress)

    def solve_with(self, name: str, changes: Mapping[str, object], progress: Progress | None = None) -> DuelSolution:
        """Solves with changed options, such as another `win_hp`."""
        name = self.checked(name)
        options = Options(FIELDS, {**changes, **WITHOUT_CARDS})
        if _draws_cards(options, DUELS[name]):
            raise RumpusError("A Gentleman would draw cards here, and a duel with cards cannot be solved (CB-22).")
        return _solve(name, options, DUELS[name], progress)

    def solve_rest(self, options: Options, view: View) -> DuelSolution | None:
        """Solves the rest of a match of two cats without cards."""
        seats = view["seats"]
        assert isinstance(seats, list)
        chosen = [seat.get("breed") for seat in seats if isinstance(seat, dict)]
        breeds = tuple(breed for breed in chosen if isinstance(breed, int))
        if any(options[name] != value for name, value in WITHOUT_CARDS.items()) or len(breeds) < 2:
            return None
        if any(breed not in SOLVABLE_BREEDS for breed in breeds) or _draws_cards(options, breeds):
            return None
        return _solve_cached(options, breeds)

    def best_response(
        self, what: str, options: Options, samples: Samples, progress: Progress | None = None
    ) -> Sequence[BestResponseValue] | None:
        from rumpus.games.cat_brawl import game
        from rumpus.games.cat_brawl.solver.best_response import best_responses

        if not what:
            return None
        solution = self.solve_with(what, dict(options.changed()))
        return best_responses(game, solution.options, solution.duel, samples, progress)

    def study(self, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
        from rumpus.games.cat_brawl.solver.study import study

        return study(self, changes, progress)


def _draws_cards(options: Options, breeds: Sequence[int]) -> bool:
    """True if a Ragdoll could draw a card for dodging one scratch."""
    return RAGDOLL in breeds and options.number("gentleman.points") <= options.number("scratch.damage")


def _solve(name: str, options: Options, breeds: Sequence[int], progress: Progress | None = None) -> DuelSolution:
    graph = DuelGraph(options.with_changes({"max_rounds": 1000}), breeds)
    return DuelSolution(name, options, SolvedDuel(graph, options.number("max_rounds"), progress))


@lru_cache(maxsize=4)
def _solve_cached(options: Options, breeds: tuple[int, ...]) -> DuelSolution:
    return _solve("-".join(BREEDS[breed].lower() for breed in breeds), options, breeds)


class DuelSolution(Solution):
    """A solved duel: the first cat's win probability and both policies."""

    def __init__(self, name: str, options: Options, duel: SolvedDuel) -> None:
        self.name = name
        self.options = options
        self.duel = duel
        self.seat = 0
        self.breeds = duel.graph.breeds
        self.value = self.win_probability_at(*self.starting_hp())

    # --- to ask ---

    def starting_hp(self) -> tuple[int, int]:
        first, second = (self.duel.graph.numbers.starting_hp[breed] for breed in self.breeds)
        return first, second

    def index_at(self, first: int, second: int) -> int:
        """Returns the state at a round's start with everything ready."""
        return self.duel.graph.index[situation(self.duel.graph.opening(first, second))]

    def win_probability_at(self, first: int, second: int) -> float:
        return self.duel.win_probability(self.index_at(first, second), self.seat, self.duel.max_rounds)

    def opening_policy(self, seat: Seat) -> list[tuple[str, float]]:
        """Returns the policy of a seat's first decision, in notation."""
        mixture = self.duel.policy(self.index_at(*self.starting_hp()), seat, self.duel.max_rounds)
        return [(format_move(self.breeds[seat], move), share) for move, share in mixture if move >= 0]

    def movement_policy(self, own: int, other: int) -> list[float]:
        """Returns the first cat's policy in the first round by movement, with every ability unused."""
        brawl = self.duel.graph.opening(own, other)
        brawl.ask(STRATEGY)
        shares = [0.0] * len(MOVEMENTS)
        for move, share in self.duel.policy(self.duel.graph.index[situation(brawl)], 0, self.duel.max_rounds):
            shares[PLAY[move].kind] += share
        return shares

    def outcome_probabilities(self) -> tuple[float, float, float]:
        """Returns the start's probabilities: first cat wins, second wins, draw."""
        duel, start, rounds = self.duel, self.index_at(*self.starting_hp()), self.duel.max_rounds
        won, lost = (duel.win_probability(start, seat, rounds) for seat in (0, 1))
        return won, lost, float(duel.draws[rounds][start])

    def needed_fractions(self) -> dict[str, float]:
        return dict(zip([movement.word for movement in MOVEMENTS], self.duel.needed_fractions(), strict=True))

    # --- to read ---

    def figures(self) -> dict[str, Json]:
        top = self.duel.graph.numbers.win_hp
        rows: list[Json] = []
        for first in range(1, top):
            row: list[Json] = [self.win_probability_at(first, second) for second in range(1, top)]
            rows.append(row)
        opening: dict[str, Json] = dict(self.opening_policy(0))
        needed: dict[str, Json] = dict(self.needed_fractions())
        return {
            "solved": self.name,
            "win probability": self.value,
            "draw probability": self.outcome_probabilities()[2],
            "win probability by own and other HP": rows,
            "opening": opening,
            "situations that need a movement": needed,
            "situations": len(self.duel.graph.examples),
        }

    def sentences(self) -> list[str]:
        first, second = (BREEDS[breed] for breed in self.breeds)
        own, other = self.starting_hp()
        _, lost, drawn = self.outcome_probabilities()
        found = [
            f"Without cards and bonus abilities, the {first} (seat 0, {own} HP) beats the {second} (seat 1, {other} "
            f"HP) with {self.value:.4%}, loses with {lost:.4%} and draws with {drawn:.4%}, if both play their best."
        ]
        for seat, name in enumerate((first, second)):
            opening = ", ".join(f"{words} {share:.1%}" for words, share in self.opening_policy(seat) if share > 0.0)
            if opening:
                found.append(f"A best opening for the {name} of seat {seat}: {opening}.")
        needed = ", ".join(f"without {name} in {share:.1%}" for name, share in self.needed_fractions().items())
        found.append(f"Of all situations the {first} cannot do {needed}.")
        if own + 1 < self.duel.graph.numbers.win_hp:
            found.append(f"One more HP at the start would make it {self.win_probability_at(own + 1, other):.4%}.")
        found.append(
            f"{len(self.duel.graph.examples):,} situations were solved for each of {self.duel.max_rounds} rounds."
        )
        return found

    def picture(self) -> bytes:
        from rumpus.games.cat_brawl.solver.picture import draw

        return draw(self)

    # --- to play ---

    def policy(self, view: View) -> list[tuple[Move, float]]:
        you = view["you"]
        assert isinstance(you, int)
        if view["stage"] == PHASES[0]:
            return [(self.breeds[you], 1.0)]
        return self.duel.policy(self.duel.graph.index[_situation_of(view)], you, self._rounds_left(view))

    def win_probability(self, view: View) -> float | None:
        """Returns the win probability; a draw counts half. None before cats are chosen."""
        you = view["you"]
        assert isinstance(you, int)
        if view["stage"] == PHASES[0]:
            return None
        at, left = self.duel.graph.index[_situation_of(view)], self._rounds_left(view)
        return self.duel.win_probability(at, you, left) + float(self.duel.draws[left][at]) / 2

    def _rounds_left(self, view: View) -> int:
        round = view["round"]
        assert isinstance(round, int)
        return self.duel.max_rounds - round + 1

    def sample_move(self, view: View, rng: Rng) -> Move:
        """Samples a move from the policy with one random draw."""
        moves = self.policy(view)
        left = rng.below(RESOLUTION)
        for move, share in moves:
            left -= int(share * RESOLUTION)
            if left < 0:
                return move
        return max(moves, key=lambda entry: entry[1])[0]


def _situation_of(view: View) -> Situation:
    seats, order = view["seats"], view["order"]
    assert isinstance(seats, list)
    assert isinstance(order, list)
    phase = PHASES.index(str(view["stage"]))
    numbers: list[int] = [phase]
    both = True
    for seat in seats:
        assert isinstance(seat, dict)
        hp, rest, uses = seat["hp"], seat["ready_in"], seat["uses"]
        assert isinstance(hp, int)
        assert isinstance(rest, int)
        assert isinstance(uses, list)
        numbers += [hp, rest, int("Spotlight" in uses)]
        both = both and seat["cat"] == BREEDS[PERSIAN] and rest == 0
    if phase == POSTLUDE and both:
        numbers += [seat for seat in order if isinstance(seat, int)]
    return tuple(numbers)
