"""Value of a player in a siege, against the house or its best response.

A player is queried in the states its seat can distinguish: enemies slain, stand-offs, both Staminas, idle turns. Every
query is made on turn 1, because nothing depends on the number of turns.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.solver import BestResponseValue, Progress, Samples
from rumpus.games.defend_the_city.rules.moves import FORFEIT
from rumpus.games.defend_the_city.rules.numbers import Numbers
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS, cost_of, may_forfeit, outcomes, without_offense
from rumpus.games.defend_the_city.rules.stages import DECISION, DEFENDER, GOES_ON, REACTION, UNSET
from rumpus.games.defend_the_city.solver.encounter import EncounterRules, ExitValues, by_total_stamina
from rumpus.games.defend_the_city.solver.exchange import LOWER, Floats, Ints
from rumpus.games.defend_the_city.solver.siege import SolvedSiege, house_weights

MIN_REACH = 1e-7
"""States reached with a lower probability are skipped and count as half won."""

State = tuple[int, int, int, int, int]
"""Enemies slain, stand-offs, Stamina of the defender, Stamina of the enemy, idle turns."""


class SiegeQueries:
    def __init__(self, game: Game, options: Options, seat: Seat, samples: Samples) -> None:
        self.game = game
        self.options = options
        self.numbers = Numbers(options)
        self.seat = seat
        self.samples = samples
        self.rng = SeededRng("what a seat may know")

    def pairs(self, state: State, sample: int) -> Mapping[Move, float]:
        """Probability of each pair; 0/0 if spent."""
        if state[2 if self.seat == DEFENDER else 3] <= 0:
            return {IDLE_PAIR: 1.0}
        return self.samples[sample](self._info(state, DECISION, UNSET, UNSET))

    def forfeit_probability(self, state: State, own: int, other: int, sample: int) -> float:
        """Probability of forfeiting after the defender shows `own` and the enemy `other`."""
        return self.samples[sample](self._info(state, REACTION, own, other)).get(FORFEIT, 0.0)

    def _info(self, state: State, phase: int, own: int, other: int) -> InfoState:
        slain, held, defender, enemy, idle = state
        numbers, kind = self.numbers, self.numbers.kind_after(slain)
        siege = Siege(numbers, kind, phase, 0, slain, held, idle, 1, defender, enemy, own, other, GOES_ON)
        siege.owing = siege.able_to_act() if phase == DECISION else 1 << self.seat
        return InfoState(self.game, self.options, siege, self.seat, self.rng)


# --- against the house, whose strategy is known: one forward pass ---


class ForwardSweep:
    """Reach probabilities of all states from the start, and the win probability."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        full = numbers.stamina + 1
        shape = (numbers.enemies, numbers.stand_offs, full, full, numbers.idle_turns)
        self.reach = np.zeros(shape)
        self.won = 0.0
        self.skipped = 0.0
        self.step_up(0, 0, 1.0)

    def step_up(self, slain: int, held: int, probability: float) -> None:
        if slain == self.numbers.enemies:
            self.won += probability
        elif held < self.numbers.stand_offs:
            self.reach[slain, held, -1, -1, 0] += probability

    def exchange(self, state: State, own: int, other: int, probability: float) -> None:
        """Adds the outcomes of one exchange of these pairs."""
        slain, held, defender, enemy, idle = state
        kills, both, goes_on = outcomes(own, other, self.numbers.die)
        self.step_up(slain + 1, held, probability * kills)
        if slain + 1 == self.numbers.enemies:
            self.won += probability * both
        spent = cost_of(own) + cost_of(other)
        idle = 0 if spent else idle + 1
        left = max(0, defender - cost_of(own)), max(0, enemy - cost_of(other))
        if left == (0, 0) or idle == self.numbers.idle_turns:
            self.step_up(slain, held + 1, probability * goes_on)
        else:
            self.reach[slain, held, *left, idle] += probability * goes_on


def value_against_house(queries: SiegeQueries, progress: Progress | None) -> float:
    """Probability that this defender saves the city."""
    numbers = queries.numbers
    forward = ForwardSweep(numbers)
    rules = EncounterRules(numbers.stamina, numbers.die, numbers.idle_turns)
    encounters = [(slain, held) for slain in range(numbers.enemies) for held in range(numbers.stand_offs)]
    for done, (slain, held) in enumerate(encounters):
        if progress is not None:
            progress(done / len(encounters), f"{slain} slain, {held} stand-offs")
        weights = house_weights(numbers, slain, held)
        for defenders, enemies in reversed(by_total_stamina(rules)):
            for defender, enemy in zip(defenders.tolist(), enemies.tolist(), strict=True):
                for idle in range(numbers.idle_turns):
                    state = (slain, held, defender, enemy, idle)
                    mixture = weights(enemy, defender, idle) if enemy > 0 else np.eye(PAIRS)[IDLE_PAIR]
                    _propagate(queries, forward, state, mixture)
    return forward.won + 0.5 * forward.skipped


def _propagate(queries: SiegeQueries, forward: ForwardSweep, state: State, mixture: Floats) -> None:
    probability = float(forward.reach[state])
    if probability < MIN_REACH:
        forward.skipped += probability
        return
    for own, share in queries.pairs(state, 0).items():
        for other in np.flatnonzero(mixture).tolist():
            joint = probability * share * float(mixture[other])
            if not may_forfeit(own, other):
                forward.exchange(state, own, other, joint)
            elif joint < MIN_REACH:
                forward.skipped += joint
            else:
                forfeits = queries.forfeit_probability(state, own, other, 0)
                forward.exchange(state, without_offense(own), other, joint * forfeits)
                forward.exchange(state, own, other, joint * (1 - forfeits))


# --- against an opponent who knows the player: backward induction ---


class SiegeBestResponse:
    """Backward induction of the best response to a player.

    The first sample selects the response, the others measure its value; with one sample both are the same. Values are
    win probabilities of the responder.
    """

    def __init__(self, queries: SiegeQueries) -> None:
        self.queries = queries
        self.numbers = queries.numbers
        numbers = self.numbers
        self.rules = EncounterRules(numbers.stamina, numbers.die, numbers.idle_turns, both_forfeit=True)
        self.sieges = [SolvedSiege(numbers, self.rules) for _ in queries.samples]
        self.enemy_responds = queries.seat == DEFENDER
        """True if the enemy responds; its values are 1 minus the defender's."""

    def run(self, progress: Progress | None) -> float:
        order = self.sieges[0].backward_order()
        for done, key in enumerate(order):
            if progress is not None:
                progress(done / len(order), f"{key[0]} slain, {key[1]} stand-offs")
            self._solve_encounter(*key)
        return self._responder_value(self.sieges[-1].value)

    def _responder_value(self, chance: float) -> float:
        return 1.0 - chance if self.enemy_responds else chance

    def _solve_encounter(self, slain: int, held: int) -> None:
        shape = (self.rules.stamina + 1, self.rules.stamina + 1, self.rules.idle_turns)
        all_exits = [siege.exit_values(slain, held) for siege in self.sieges]
        values = [np.zeros(shape) for _ in self.sieges]
        for value, exits in zip(values, all_exits, strict=True):
            value[0, 0] = exits.stand_off
        for defenders, enemies in by_total_stamina(self.rules):
            payoffs = [
                self._payoffs(value, exits, defenders, enemies) for value, exits in zip(values, all_exits, strict=True)
            ]
            for place, (defender, enemy) in enumerate(zip(defenders.tolist(), enemies.tolist(), strict=True)):
                for idle in reversed(range(self.rules.idle_turns)):
                    state = (slain, held, defender, enemy, idle)
                    for value, exits, (kept, _) in zip(values, all_exits, payoffs, strict=True):
                        last = idle + 1 == self.rules.idle_turns
                        after = exits.stand_off if last else float(value[defender, enemy, idle + 1])
                        kept[place, 0, 0] = self._responder_value(after)
                    found = self._best_response(state, [(kept[place], forfeited[place]) for kept, forfeited in payoffs])
                    for value, chance in zip(values, found, strict=True):
                        value[defender, enemy, idle] = self._responder_value(chance)
        for siege, value in zip(self.sieges, values, strict=True):
            siege.set_values(slain, held, value)

    def _payoffs(self, value: Floats, exits: ExitValues, defenders: Ints, enemies: Ints) -> tuple[Floats, Floats]:
        """Responder's values by [state, player's pair, response], reacting optimally: player keeps, forfeits."""
        rules = self.rules
        kept = rules.exchange_values(rules.kept, value, exits, defenders, enemies)
        defender_forfeits = rules.exchange_values(rules.defender_forfeits, value, exits, defenders, enemies)
        enemy_forfeits = rules.exchange_values(rules.enemy_forfeits, value, exits, defenders, enemies)
        if self.enemy_responds:
            best = 1.0 - np.where(rules.enemy_lower, np.minimum(kept, enemy_forfeits), kept)
            return best, 1.0 - defender_forfeits
        best = np.where(rules.defender_lower, np.maximum(kept, defender_forfeits), kept)
        return best.transpose(0, 2, 1), enemy_forfeits.transpose(0, 2, 1)

    def _best_response(self, state: State, payoffs: list[tuple[Floats, Floats]]) -> list[float]:
        """Value of the best response in one state, per sample; the first selects it."""
        mixtures = [self.queries.pairs(state, sample) for sample in range(len(payoffs))]
        others = range(PAIRS) if state[3 if self.enemy_responds else 2] > 0 else range(1)
        kept, forfeited = payoffs[0]
        own = list(mixtures[0])
        shares = np.array([mixtures[0][pair] for pair in own])
        bounds = shares @ np.maximum(kept[own], np.where(LOWER[own], forfeited[own], kept[own]))
        best, best_value = 0, -1.0
        for other in sorted(others, key=lambda other: -bounds[other]):
            if bounds[other] <= best_value:
                break
            value = self._response_value(state, other, mixtures[0], payoffs[0], 0)
            if value > best_value:
                best, best_value = other, value
        again = [self._response_value(state, best, mixtures[at], payoffs[at], at) for at in range(1, len(payoffs))]
        return [best_value, *again]

    def _response_value(
        self, state: State, other: int, mixture: Mapping[Move, float], payoffs: tuple[Floats, Floats], sample: int
    ) -> float:
        kept, forfeited = payoffs
        total = 0.0
        for own, share in mixture.items():
            value = float(kept[own, other])
            if LOWER[own, other]:
                shown = (own, other) if self.enemy_responds else (other, own)
                forfeits = self.queries.forfeit_probability(state, *shown, sample)
                value += forfeits * (float(forfeited[own, other]) - value)
            total += share * value
        return total


def best_response_values(
    game: Game, options: Options, samples: Samples, exact: SolvedSiege, progress: Progress | None
) -> list[BestResponseValue]:
    """What a player gets, and what the exact solution gets in its place."""
    if not options.switch("versus"):
        value = value_against_house(SiegeQueries(game, options, DEFENDER, samples), progress)
        return [BestResponseValue("as the defender", value, exact.value, "against this enemy")]
    found: list[BestResponseValue] = []
    for seat, name in enumerate(("as the defender", "as the enemy")):
        answer = SiegeBestResponse(SiegeQueries(game, options, seat, samples)).run(progress)
        optimum = exact.value if seat == DEFENDER else 1.0 - exact.value
        found.append(BestResponseValue(name, 1.0 - answer, optimum, "against the best answer"))
    return found
