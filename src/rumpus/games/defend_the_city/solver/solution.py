"""Solutions of Defend the City, and their policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.options import Options
from rumpus.core.position import Json, Move, View
from rumpus.core.rng import Rng
from rumpus.core.solver import BestResponseValue, Progress, Samples, Solution, Solver, Study
from rumpus.games.defend_the_city.facts import fighter, number, shown_pair
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.notation import format_pair
from rumpus.games.defend_the_city.rules.numbers import CUNNING, FIELDS, KINDS, Numbers, check_cunning
from rumpus.games.defend_the_city.rules.scores import without_offense
from rumpus.games.defend_the_city.rules.stages import DEFENDER
from rumpus.games.defend_the_city.solver.exchange import Floats
from rumpus.games.defend_the_city.solver.siege import SolvedSiege, sample_pair, solve_against_house, solve_equilibrium
from rumpus.games.defend_the_city.solver.stored import is_stored, load_siege

ESCALATION = "escalation"
EQUILIBRIUM = "equilibrium"
VERSUS = "versus"
NAMES = (*KINDS[:4], ESCALATION, EQUILIBRIUM, VERSUS)

SHOWN_OPENINGS = 4
"""Opening pairs listed in a sentence."""


SECONDS_PER_STATE = 13e-6
"""Measured against a house enemy."""
SECONDS_PER_MIXED_STATE = 12e-4
SECONDS_TO_READ = 0.1
"""Time to load a stored solution."""


def state_count(numbers: Numbers) -> int:
    staminas = (numbers.stamina + 1) ** 2 - 1
    return staminas * numbers.idle_turns * numbers.enemies * numbers.stand_offs


class SiegeSolver(Solver):
    """Solves every house enemy, escalation, the equilibrium behind `cunning`, and `versus`."""

    def names(self) -> Sequence[str]:
        return NAMES

    def solve(self, name: str, progress: Progress | None = None) -> SiegeSolution:
        return self.solve_with(name, {}, progress)

    def solve_with(self, name: str, changes: Mapping[str, object], progress: Progress | None = None) -> SiegeSolution:
        """Solves with changed numbers. The cunning enemy allows the rulebook's only."""
        name = self.checked(name)
        options = Options(FIELDS, {**changes, **_switches(name)})
        check_cunning(options)
        numbers = Numbers(options)
        if name in (EQUILIBRIUM, VERSUS):
            return SiegeSolution(name, options, solve_equilibrium(numbers, name == VERSUS, progress))
        return SiegeSolution(name, options, solve_against_house(numbers, progress))

    def study(self, changes: Mapping[str, object], progress: Progress | None = None) -> Study:
        from rumpus.games.defend_the_city.solver.study import study

        return study(self, changes, progress)

    def setup_seconds(self, options: Options) -> float:
        if is_stored(options):
            return SECONDS_TO_READ
        numbers = Numbers(options)
        return state_count(numbers) * (SECONDS_PER_MIXED_STATE if numbers.versus else SECONDS_PER_STATE)

    def best_response(
        self, what: str, options: Options, samples: Samples, progress: Progress | None = None
    ) -> Sequence[BestResponseValue] | None:
        from rumpus.games.defend_the_city import game
        from rumpus.games.defend_the_city.solver.best_response import best_response_values

        if what:
            options = Options(FIELDS, {**options.changed(), **_switches(self.checked(what))})
        return best_response_values(game, options, samples, self.solve_match(options).siege, progress)

    def solve_match(self, options: Options, progress: Progress | None = None) -> SiegeSolution:
        if is_stored(options):
            return SiegeSolution(VERSUS, options, load_siege(Numbers(options)))
        if options.switch("versus"):
            name = VERSUS
        elif options.switch("escalation"):
            name = ESCALATION
        else:
            name = options.choice("enemy")
        return self.solve_with(name, dict(options.changed()), progress)


def _switches(name: str) -> dict[str, object]:
    if name in (VERSUS, ESCALATION):
        return {name: True}
    return {"enemy": KINDS[CUNNING] if name == EQUILIBRIUM else name}


class SiegeSolution(Solution):
    """Win probability of the defender and a policy for every state."""

    def __init__(self, name: str, options: Options, siege: SolvedSiege) -> None:
        self.name = name
        self.options = options
        self.siege = siege
        self.seat = DEFENDER
        self.value = siege.value

    # --- to read ---

    def figures(self) -> dict[str, Json]:
        numbers = self.siege.numbers
        rows: list[Json] = []
        for slain in range(numbers.enemies):
            row: list[Json] = [self.siege.at_start(slain, held) for held in range(numbers.stand_offs)]
            rows.append(row)
        opening: dict[str, Json] = {format_pair(pair): share for pair, share in self.opening()}
        return {
            "solved": self.name,
            "win probability": self.value,
            "win probability by slain and stand-offs": rows,
            "opening": opening,
            "states": self.states(),
        }

    def sentences(self) -> list[str]:
        numbers = self.siege.numbers
        found = [f"{_opponent_words(self.name)} the best defender saves the city with {self.value:.4%}."]
        opening = self.opening()
        if len(opening) == 1:
            found.append(f"The best opening is {format_pair(opening[0][0])}.")
        else:
            shares = ", ".join(f"{format_pair(pair)} ({share:.1%})" for pair, share in opening[:SHOWN_OPENINGS])
            more = len(opening) - SHOWN_OPENINGS
            found.append(f"The best opening is a mixture: {shares}{f', and {more} more' if more > 0 else ''}.")
        steps = [f"{self.siege.at_start(slain, 0):.1%}" for slain in range(numbers.enemies)]
        found.append(f"With 0, 1, 2, … slain and no stand-off yet the chance is {', '.join(steps)}.")
        held = [f"{self.siege.at_start(0, held):.1%}" for held in range(numbers.stand_offs)]
        found.append(f"With 0, 1, 2, … stand-offs and nobody slain yet it is {', '.join(held)}.")
        found.append(f"{self.states():,} states were solved.")
        return found

    def opening(self) -> list[tuple[int, float]]:
        """Pairs of the defender's first turn with their probabilities, highest first."""
        full = self.siege.numbers.stamina
        mixture = self.siege.defender_mixture(0, 0, full, full, 0)
        pairs = [(pair, float(share)) for pair, share in enumerate(mixture) if share > 0.0]
        return sorted(pairs, key=lambda entry: (-entry[1], entry[0]))

    def states(self) -> int:
        return state_count(self.siege.numbers)

    def picture(self) -> bytes:
        from rumpus.games.defend_the_city.solver.picture import draw

        return draw(self)

    # --- to play ---

    def sample_move(self, view: View, rng: Rng) -> Move:
        """Samples an optimal move for the viewer; seat 1 exists in `versus` only."""
        if view["stage"] == "reaction":
            return self.policy(view)[0][0]
        return sample_pair(self._pairs(view), rng)

    def policy(self, view: View) -> list[tuple[Move, float]]:
        if view["stage"] == "reaction":
            values = self.action_values(view)
            return [(FORFEIT if values[FORFEIT] > values[KEEP] else KEEP, 1.0)]
        return [(pair, float(share)) for pair, share in enumerate(self._pairs(view)) if share > 0.0]

    def action_values(self, view: View) -> dict[Move, float]:
        place = _state(view)
        defends = view["you"] == DEFENDER
        if view["stage"] == "reaction":
            own, other = shown_pair(view, 0), shown_pair(view, 1)
            assert own is not None
            assert other is not None
            forfeited = (without_offense(own), other) if defends else (own, without_offense(other))
            found = {
                KEEP: self.siege.value_of_pairs(*place[:4], own, other),
                FORFEIT: self.siege.value_of_pairs(*place[:4], *forfeited),
            }
        else:
            matrix = self.siege.matrix(*place)
            mixture = self.siege.enemy_mixture(*place) if defends else self.siege.defender_mixture(*place)
            found = dict(enumerate((matrix @ mixture if defends else mixture @ matrix).tolist()))
        return {move: chance if defends else 1.0 - chance for move, chance in found.items()}

    def win_probability(self, view: View) -> float:
        if view["stage"] == "reaction":
            return max(self.action_values(view).values())
        slain, held, defender, enemy, idle = _state(view)
        value = float(self.siege.encounters[slain, held].values[max(0, defender), max(0, enemy), idle])
        return value if view["you"] == DEFENDER else 1.0 - value

    def _pairs(self, view: View) -> Floats:
        if view["you"] == DEFENDER:
            return self.siege.defender_mixture(*_state(view))
        return self.siege.enemy_mixture(*_state(view))


def _state(view: View) -> tuple[int, int, int, int, int]:
    """Enemies slain, stand-offs, both Staminas and idle turns in a view."""
    return (
        number(view, "slain"),
        number(view, "stand-offs"),
        number(fighter(view, 0), "stamina"),
        number(fighter(view, 1), "stamina"),
        number(view, "idle turns"),
    )


def _opponent_words(name: str) -> str:
    if name == EQUILIBRIUM:
        return "Against the best of enemies"
    if name == VERSUS:
        return "In versus, where both may forfeit, against the best of enemies"
    if name == ESCALATION:
        return "Under escalation"
    return f"Against {name} enemies"
