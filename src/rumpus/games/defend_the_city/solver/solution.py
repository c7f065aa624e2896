"""What `rumpus solve defend_the_city` shows, and the policy a bot can follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, View
from rumpus.core.rng import Luck
from rumpus.core.solver import Exposed, Progress, Samples, Solution, Solver, Study
from rumpus.games.defend_the_city.facts import fighter, number, shown_pair
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.notation import pair_words
from rumpus.games.defend_the_city.rules.numbers import CUNNING, FIELDS, KINDS, Numbers, check_cunning, numbers_of
from rumpus.games.defend_the_city.rules.scores import without_offense
from rumpus.games.defend_the_city.rules.stages import DEFENDER
from rumpus.games.defend_the_city.solver.exchange import Floats
from rumpus.games.defend_the_city.solver.kept import is_kept, kept_siege
from rumpus.games.defend_the_city.solver.whole import (
    SolvedSiege,
    drawn,
    solve_against_house,
    solve_equilibrium,
)

ESCALATION = "escalation"
EQUILIBRIUM = "equilibrium"
VERSUS = "versus"
NAMES = (*KINDS[:4], ESCALATION, EQUILIBRIUM, VERSUS)

OPENINGS = 4
"""So many of the best opening pairs are told to a person."""


SECONDS_A_STATE = 13e-6
"""Measured, against a house enemy; at an equilibrium both sides mix, and a state is a linear program."""
SECONDS_A_MIXED_STATE = 12e-4
SECONDS_TO_READ = 0.1
"""What is kept in a file takes so long."""


def states_of(numbers: Numbers) -> int:
    """How many states have to be solved."""
    staminas = (numbers.stamina + 1) ** 2 - 1
    return staminas * numbers.idle_turns * numbers.enemies * numbers.stand_offs


class SiegeSolver(Solver):
    """Every house enemy, escalation, the equilibrium behind `cunning`, and the game of two players."""

    def names(self) -> Sequence[str]:
        return NAMES

    def solve(self, name: str, progress: Progress | None = None) -> SiegeSolution:
        return self.solve_with(name, {}, progress)

    def solve_with(self, name: str, changes: Mapping[str, object], progress: Progress | None = None) -> SiegeSolution:
        """The same with changed numbers, say another Stamina; the cunning enemy knows the rulebook's only."""
        name = self.checked(name)
        options = Options(FIELDS, {**changes, **_switches(name)})
        check_cunning(options)
        numbers = numbers_of(options)
        if name in (EQUILIBRIUM, VERSUS):
            return SiegeSolution(name, options, solve_equilibrium(numbers, name == VERSUS, progress))
        return SiegeSolution(name, options, solve_against_house(numbers, progress))

    def study(self, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
        from rumpus.games.defend_the_city.solver.study import study

        return study(self, changes, progress)

    def effort(self, options: Options) -> float:
        if is_kept(options):
            return SECONDS_TO_READ
        numbers = numbers_of(options)
        return states_of(numbers) * (SECONDS_A_MIXED_STATE if numbers.versus else SECONDS_A_STATE)

    def exposed(
        self, what: str, options: Options, samples: Samples, progress: Progress | None = None
    ) -> Sequence[Exposed] | None:
        from rumpus.games.defend_the_city import game
        from rumpus.games.defend_the_city.solver.best_response import exposed

        if what:
            options = Options(FIELDS, {**options.changed(), **_switches(self.checked(what))})
        return exposed(game, options, samples, self.solve_match(options).siege, progress)

    def solve_match(self, options: Options, progress: Progress | None = None) -> SiegeSolution:
        if is_kept(options):
            return SiegeSolution(VERSUS, options, kept_siege(numbers_of(options)))
        if options.switch("versus"):
            name = VERSUS
        elif options.switch("escalation"):
            name = ESCALATION
        else:
            name = options.choice("enemy")
        return self.solve_with(name, dict(options.changed()), progress)


def _switches(name: str) -> dict[str, object]:
    """The options of the match that this solution is about."""
    if name == VERSUS:
        return {"versus": True}
    if name == ESCALATION:
        return {"escalation": True}
    if name == EQUILIBRIUM:
        return {"enemy": KINDS[CUNNING]}
    return {"enemy": name}


class SiegeSolution(Solution):
    """The defender's chance to save the city, and the way to it from every state."""

    def __init__(self, name: str, options: Options, siege: SolvedSiege) -> None:
        self.name = name
        self.options = options
        self.siege = siege
        self.seat = DEFENDER
        self.value = siege.value

    # --- to read ---

    def figures(self) -> dict[str, Plain]:
        numbers = self.siege.numbers
        rows: list[Plain] = []
        for slain in range(numbers.enemies):
            row: list[Plain] = [self.siege.at_start(slain, held) for held in range(numbers.stand_offs)]
            rows.append(row)
        opening: dict[str, Plain] = {pair_words(pair): share for pair, share in self.opening()}
        return {
            "solved": self.name,
            "win probability": self.value,
            "win probability by slain and stand-offs": rows,
            "opening": opening,
            "states": self.states(),
        }

    def sentences(self) -> list[str]:
        numbers = self.siege.numbers
        found = [f"{_against(self.name)} the best defender saves the city with {self.value:.4%}."]
        opening = self.opening()
        if len(opening) == 1:
            found.append(f"The best opening is {pair_words(opening[0][0])}.")
        else:
            shares = ", ".join(f"{pair_words(pair)} ({share:.1%})" for pair, share in opening[:OPENINGS])
            more = len(opening) - OPENINGS
            found.append(f"The best opening is a mixture: {shares}{f', and {more} more' if more > 0 else ''}.")
        steps = [f"{self.siege.at_start(slain, 0):.1%}" for slain in range(numbers.enemies)]
        found.append(f"With 0, 1, 2, … slain and no stand-off yet the chance is {', '.join(steps)}.")
        held = [f"{self.siege.at_start(0, held):.1%}" for held in range(numbers.stand_offs)]
        found.append(f"With 0, 1, 2, … stand-offs and nobody slain yet it is {', '.join(held)}.")
        found.append(f"{self.states():,} states were solved.")
        return found

    def opening(self) -> list[tuple[int, float]]:
        """The pairs of the defender's first turn with their shares, the commonest first."""
        full = self.siege.numbers.stamina
        mixture = self.siege.defender_mixture(0, 0, full, full, 0)
        pairs = [(pair, float(share)) for pair, share in enumerate(mixture) if share > 0.0]
        return sorted(pairs, key=lambda entry: (-entry[1], entry[0]))

    def states(self) -> int:
        return states_of(self.siege.numbers)

    def picture(self) -> bytes:
        from rumpus.games.defend_the_city.solver.picture import draw

        return draw(self)

    # --- to play ---

    def policy(self, view: View, luck: Luck) -> Move:
        """The best move of whoever sees this view; seat 1 has one in `versus`."""
        if view["stage"] == "reaction":
            return self.mixture(view)[0][0]
        return _drawn(self._pairs(view), luck)

    def mixture(self, view: View) -> list[tuple[Move, float]]:
        if view["stage"] == "reaction":
            worths = self.worths(view)
            return [(FORFEIT if worths[FORFEIT] > worths[KEEP] else KEEP, 1.0)]
        return [(pair, float(share)) for pair, share in enumerate(self._pairs(view)) if share > 0.0]

    def worths(self, view: View) -> dict[Move, float]:
        place = _place(view)
        defends = view["you"] == DEFENDER
        if view["stage"] == "reaction":
            own, other = shown_pair(view, 0), shown_pair(view, 1)
            assert own is not None
            assert other is not None
            forfeited = (without_offense(own), other) if defends else (own, without_offense(other))
            found = {
                KEEP: self.siege.worth_of(*place[:4], own, other),
                FORFEIT: self.siege.worth_of(*place[:4], *forfeited),
            }
        else:
            matrix = self.siege.matrix(*place)
            mixture = self.siege.enemy_mixture(*place) if defends else self.siege.defender_mixture(*place)
            found = dict(enumerate((matrix @ mixture if defends else mixture @ matrix).tolist()))
        return {move: chance if defends else 1.0 - chance for move, chance in found.items()}

    def chance(self, view: View) -> float:
        if view["stage"] == "reaction":
            return max(self.worths(view).values())
        slain, held, defender, enemy, idle = _place(view)
        value = float(self.siege.encounters[slain, held].values[max(0, defender), max(0, enemy), idle])
        return value if view["you"] == DEFENDER else 1.0 - value

    def _pairs(self, view: View) -> Floats:
        if view["you"] == DEFENDER:
            return self.siege.defender_mixture(*_place(view))
        return self.siege.enemy_mixture(*_place(view))


def _place(view: View) -> tuple[int, int, int, int, int]:
    """The state that a view shows: slain, stand-offs, both Staminas, idle turns."""
    return (
        number(view, "slain"),
        number(view, "stand-offs"),
        number(fighter(view, 0), "stamina"),
        number(fighter(view, 1), "stamina"),
        number(view, "idle turns"),
    )


def _drawn(mixture: Floats, luck: Luck) -> int:
    pair = int(mixture.argmax())
    return pair if mixture[pair] == 1.0 else drawn(mixture, luck)


def _against(name: str) -> str:
    if name == EQUILIBRIUM:
        return "Against the best of enemies"
    if name == VERSUS:
        return "In versus, where both may forfeit, against the best of enemies"
    if name == ESCALATION:
        return "Under escalation"
    return f"Against {name} enemies"
