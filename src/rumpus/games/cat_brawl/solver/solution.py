"""What `rumpus solve cat_brawl` shows, and the policy that a bot can follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rumpus.core.errors import RumpusError
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, Seat, View
from rumpus.core.rng import Luck
from rumpus.core.solver import Exposed, Progress, Samples, Solution, Solver, Study
from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, BREEDS, PERSIAN, RAGDOLL
from rumpus.games.cat_brawl.rules.movements import MOVEMENTS
from rumpus.games.cat_brawl.rules.notation import written
from rumpus.games.cat_brawl.rules.numbers import FIELDS
from rumpus.games.cat_brawl.rules.ring import POSTLUDE
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.games.cat_brawl.solver.duel import Graph, Situation, SolvedDuel, situation

DUELS = {
    "persian-ragdoll": (PERSIAN, RAGDOLL),
    "abyssinian-ragdoll": (ABYSSINIAN, RAGDOLL),
    "persian-abyssinian": (PERSIAN, ABYSSINIAN),
    "persian-persian": (PERSIAN, PERSIAN),
    "ragdoll-ragdoll": (RAGDOLL, RAGDOLL),
}
"""Cats whose abilities bring no cards; without cards nobody deals two points, so a Ragdoll is a plain cat."""
PLAIN = (PERSIAN, RAGDOLL, ABYSSINIAN)
WITHOUT_CARDS: Mapping[str, object] = {"players": 2, "starting_cards": 0, "draw_every": 0, "bonus_ability": "none"}
FINE = 1_000_000
"""Steps in which luck picks from a mixture."""


class DuelSolver(Solver):
    """Duels of two cats without cards and bonus abilities, where nothing is hidden but the choice of the moment."""

    def names(self) -> Sequence[str]:
        return tuple(DUELS)

    def solve(self, name: str, progress: Progress | None = None) -> DuelSolution:
        return self.solve_with(name, {}, progress)

    def solve_with(self, name: str, changes: Mapping[str, object], progress: Progress | None = None) -> DuelSolution:
        """The same with changed numbers, say another `win_hp`."""
        name = self.checked(name)
        options = Options(FIELDS, {**changes, **WITHOUT_CARDS})
        if _draws_cards(options, DUELS[name]):
            raise RumpusError("a Gentleman would draw cards here, and a duel with cards cannot be solved (CB-22)")
        return _solved(name, options, DUELS[name], progress)

    def solve_rest(self, options: Options, view: View) -> DuelSolution | None:
        """Once two cats have been chosen that never see a card."""
        seats = view["seats"]
        assert isinstance(seats, list)
        chosen = [seat.get("breed") for seat in seats if isinstance(seat, dict)]
        breeds = tuple(breed for breed in chosen if isinstance(breed, int))
        if any(options[name] != value for name, value in WITHOUT_CARDS.items()) or len(breeds) < 2:
            return None
        if any(breed not in PLAIN for breed in breeds) or _draws_cards(options, breeds):
            return None
        return _solved_once(options, breeds)

    def exposed(
        self, what: str, options: Options, samples: Samples, progress: Progress | None = None
    ) -> Sequence[Exposed] | None:
        from rumpus.games.cat_brawl import game
        from rumpus.games.cat_brawl.solver.best_response import exposed

        if not what:
            return None
        solution = self.solve_with(what, dict(options.changed()))
        return exposed(game, solution.options, solution.duel, samples, progress)

    def study(self, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
        from rumpus.games.cat_brawl.solver.study import study

        return study(self, changes, progress)


def _draws_cards(options: Options, breeds: Sequence[int]) -> bool:
    """Whether a Ragdoll would be no plain cat: a scratch is enough to earn it a card."""
    return RAGDOLL in breeds and options.number("gentleman.points") <= options.number("scratch.damage")


def _solved(name: str, options: Options, breeds: Sequence[int], progress: Progress | None = None) -> DuelSolution:
    graph = Graph(options.with_changes({"max_rounds": 1000}), breeds)
    return DuelSolution(name, options, SolvedDuel(graph, options.number("max_rounds"), progress))


@lru_cache(maxsize=4)
def _solved_once(options: Options, breeds: tuple[int, ...]) -> DuelSolution:
    return _solved("-".join(BREEDS[breed].lower() for breed in breeds), options, breeds)


class DuelSolution(Solution):
    """How the first cat of the name fares when both play their best, and how they do it."""

    def __init__(self, name: str, options: Options, duel: SolvedDuel) -> None:
        self.name = name
        self.options = options
        self.duel = duel
        self.seat = 0
        self.breeds = duel.graph.breeds
        self.value = self.wins(*self.starting_hp())

    # --- to ask ---

    def starting_hp(self) -> tuple[int, int]:
        first, second = (self.duel.graph.numbers.starting_hp[breed] for breed in self.breeds)
        return first, second

    def at(self, first: int, second: int) -> int:
        """The situation at the start of a round with these HP and everything ready."""
        return self.duel.graph.index[situation(self.duel.graph.opening(first, second))]

    def wins(self, first: int, second: int) -> float:
        return self.duel.wins(self.at(first, second), self.seat, self.duel.max_rounds)

    def first_strategy(self, seat: Seat) -> list[tuple[str, float]]:
        """The opening: how often each answer is given to the first question that this seat is asked."""
        mixture = self.duel.mixture(self.at(*self.starting_hp()), seat, self.duel.max_rounds)
        return [(written(self.breeds[seat], move), share) for move, share in mixture if move >= 0]

    def needed(self) -> dict[str, float]:
        """In which share of all strategy situations the first cat cannot do without a movement."""
        return dict(zip([movement.word for movement in MOVEMENTS], self.duel.needed(), strict=True))

    # --- to read ---

    def figures(self) -> dict[str, Plain]:
        top = self.duel.graph.numbers.win_hp
        rows: list[Plain] = []
        for first in range(1, top):
            row: list[Plain] = [self.wins(first, second) for second in range(1, top)]
            rows.append(row)
        start = self.at(*self.starting_hp())
        opening: dict[str, Plain] = dict(self.first_strategy(0))
        needed: dict[str, Plain] = dict(self.needed())
        return {
            "solved": self.name,
            "win probability": self.value,
            "draw probability": float(self.duel.draws[self.duel.max_rounds][start]),
            "win probability by own and other HP": rows,
            "opening": opening,
            "situations that need a movement": needed,
            "situations": len(self.duel.graph.examples),
        }

    def sentences(self) -> list[str]:
        first, second = (BREEDS[breed] for breed in self.breeds)
        own, other = self.starting_hp()
        start = self.at(own, other)
        rounds = self.duel.max_rounds
        lost = self.duel.wins(start, 1, rounds)
        drawn = float(self.duel.draws[rounds][start])
        found = [
            f"Without cards and bonus abilities, the {first} (seat 0, {own} HP) beats the {second} (seat 1, {other} "
            f"HP) with {self.value:.4%}, loses with {lost:.4%} and draws with {drawn:.4%}, if both play their best."
        ]
        for seat, name in enumerate((first, second)):
            opening = ", ".join(f"{words} {share:.1%}" for words, share in self.first_strategy(seat) if share > 0.0)
            if opening:
                found.append(f"A best opening for the {name} of seat {seat}: {opening}.")
        needed = ", ".join(f"without {name} in {share:.1%}" for name, share in self.needed().items())
        found.append(f"Of all situations the {first} cannot do {needed}.")
        if own + 1 < self.duel.graph.numbers.win_hp:
            found.append(f"One more HP at the start would make it {self.wins(own + 1, other):.4%}.")
        found.append(f"{len(self.duel.graph.examples):,} situations were solved for each of {rounds} rounds.")
        return found

    def picture(self) -> bytes:
        from rumpus.games.cat_brawl.solver.picture import draw

        return draw(self)

    # --- to play ---

    def mixture(self, view: View) -> list[tuple[Move, float]]:
        """Of either seat."""
        you = view["you"]
        assert isinstance(you, int)
        if view["stage"] == PHASES[0]:
            return [(self.breeds[you], 1.0)]
        return self.duel.mixture(self.duel.graph.index[_seen(view)], you, self._rounds_left(view))

    def chance(self, view: View) -> float | None:
        """A draw counts as half of it; None until the cats have been chosen."""
        you = view["you"]
        assert isinstance(you, int)
        if view["stage"] == PHASES[0]:
            return None
        at, left = self.duel.graph.index[_seen(view)], self._rounds_left(view)
        return self.duel.wins(at, you, left) + float(self.duel.draws[left][at]) / 2

    def _rounds_left(self, view: View) -> int:
        round = view["round"]
        assert isinstance(round, int)
        return self.duel.max_rounds - round + 1

    def policy(self, view: View, luck: Luck) -> Move:
        """The move of whoever sees this view, of either seat."""
        moves = self.mixture(view)
        left = luck.below(FINE)
        for move, share in moves:
            left -= int(share * FINE)
            if left < 0:
                return move
        return max(moves, key=lambda entry: entry[1])[0]


def _seen(view: View) -> Situation:
    """The situation that a view shows."""
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
