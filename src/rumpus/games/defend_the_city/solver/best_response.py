"""What a player loses in a siege: what it gets against the house, and against the best answer of somebody who knows it.

A player is asked in states, which its seat sees: slain, stand-offs, both Staminas, idle turns. It is always the first
turn there, since nothing depends on how many there were.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Seeded
from rumpus.core.solver import Exposed, Progress, Samples
from rumpus.games.defend_the_city.rules.moves import FORFEIT
from rumpus.games.defend_the_city.rules.numbers import Numbers, numbers_of
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, PAIRS, chances, cost_of, may_forfeit, without_offense
from rumpus.games.defend_the_city.rules.stages import DECISION, DEFENDER, GOES_ON, REACTION, UNSET
from rumpus.games.defend_the_city.solver.encounter import Arena, Prize, by_total
from rumpus.games.defend_the_city.solver.exchange import Floats, Whole
from rumpus.games.defend_the_city.solver.whole import SolvedSiege, house_weights

RARE = 1e-7
"""What comes up more rarely than this against the house is not asked about, and counts as half won."""

State = tuple[int, int, int, int, int]
"""Slain, stand-offs, the defender's and the enemy's Stamina, idle turns."""


class Questions:
    """Asks the strategies of a seat in states."""

    def __init__(self, game: Game, options: Options, seat: Seat, samples: Samples) -> None:
        self.game = game
        self.options = options
        self.numbers = numbers_of(options)
        self.seat = seat
        self.samples = samples
        self.luck = Seeded("what a seat may know")

    def pairs(self, state: State, sample: int) -> Mapping[Move, float]:
        """How likely the player sets each pair; one that cannot act sets none."""
        if state[2 if self.seat == DEFENDER else 3] <= 0:
            return {IDLE_PAIR: 1.0}
        return self.samples[sample](self._chair(state, DECISION, UNSET, UNSET))

    def forfeits(self, state: State, own: int, other: int, sample: int) -> float:
        """How likely it forfeits when the defender shows the one and the enemy the other."""
        return self.samples[sample](self._chair(state, REACTION, own, other)).get(FORFEIT, 0.0)

    def _chair(self, state: State, phase: int, own: int, other: int) -> Chair:
        slain, held, defender, enemy, idle = state
        numbers, kind = self.numbers, self.numbers.kind_after(slain)
        siege = Siege(numbers, kind, phase, 0, slain, held, idle, 1, defender, enemy, own, other, GOES_ON)
        siege.owing = siege.owed() if phase == DECISION else 1 << self.seat
        return Chair(self.game, self.options, siege, self.seat, self.luck)


# --- against the house: it is known what it plays, so that the game is only followed ---


class Following:
    """How likely it comes to which state, from the start on, and to a victory."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        full = numbers.stamina + 1
        shape = (numbers.enemies, numbers.stand_offs, full, full, numbers.idle_turns)
        self.likely = np.zeros(shape)
        self.won = 0.0
        self.unknown = 0.0
        self.step_up(0, 0, 1.0)

    def step_up(self, slain: int, held: int, likely: float) -> None:
        if slain == self.numbers.enemies:
            self.won += likely
        elif held < self.numbers.stand_offs:
            self.likely[slain, held, -1, -1, 0] += likely

    def exchange(self, state: State, own: int, other: int, likely: float) -> None:
        """Both pay and strike, with these pairs."""
        slain, held, defender, enemy, idle = state
        kills, both, goes_on = chances(own, other, self.numbers.die)
        self.step_up(slain + 1, held, likely * kills)
        if slain + 1 == self.numbers.enemies:
            self.won += likely * both
        spent = cost_of(own) + cost_of(other)
        idle = 0 if spent else idle + 1
        left = max(0, defender - cost_of(own)), max(0, enemy - cost_of(other))
        if left == (0, 0) or idle == self.numbers.idle_turns:
            self.step_up(slain, held + 1, likely * goes_on)
        else:
            self.likely[slain, held, *left, idle] += likely * goes_on


def against_house(questions: Questions, progress: Progress | None) -> float:
    """The chance of this defender to save the city."""
    numbers = questions.numbers
    following = Following(numbers)
    arena = Arena(numbers.stamina, numbers.die, numbers.idle_turns)
    encounters = [(slain, held) for slain in range(numbers.enemies) for held in range(numbers.stand_offs)]
    for done, (slain, held) in enumerate(encounters):
        if progress is not None:
            progress(done / len(encounters), f"{slain} slain, {held} stand-offs")
        weights = house_weights(numbers, slain, held)
        for defenders, enemies in reversed(by_total(arena)):
            for defender, enemy in zip(defenders.tolist(), enemies.tolist(), strict=True):
                for idle in range(numbers.idle_turns):
                    state = (slain, held, defender, enemy, idle)
                    mixture = weights(enemy, defender, idle) if enemy > 0 else np.eye(PAIRS)[IDLE_PAIR]
                    _follow(questions, following, state, mixture)
    return following.won + 0.5 * following.unknown


def _follow(questions: Questions, following: Following, state: State, mixture: Floats) -> None:
    likely = float(following.likely[state])
    if likely < RARE:
        following.unknown += likely
        return
    for own, share in questions.pairs(state, 0).items():
        for other in np.flatnonzero(mixture).tolist():
            comes = likely * share * float(mixture[other])
            if not may_forfeit(own, other):
                following.exchange(state, own, other, comes)
            elif comes < RARE:
                following.unknown += comes
            else:
                forfeits = questions.forfeits(state, own, other, 0)
                following.exchange(state, without_offense(own), other, comes * forfeits)
                following.exchange(state, own, other, comes * (1 - forfeits))


# --- against somebody who knows the player: backwards, with the best answer in every state ---


class Answering:
    """What the best answer to a player gets: which it is shows in one sample, and what it gets in another.

    Values are the chances of whoever answers. With one sample both are the same.
    """

    def __init__(self, questions: Questions) -> None:
        self.questions = questions
        self.numbers = questions.numbers
        numbers = self.numbers
        self.arena = Arena(numbers.stamina, numbers.die, numbers.idle_turns, both_forfeit=True)
        self.sieges = [SolvedSiege(numbers, self.arena) for _ in questions.samples]
        self.flipped = questions.seat == DEFENDER
        """Whether the enemy answers, whose chances are the opposite of the defender's."""

    def run(self, progress: Progress | None) -> float:
        """The chance of whoever answers best."""
        order = self.sieges[0].backwards()
        for done, key in enumerate(order):
            if progress is not None:
                progress(done / len(order), f"{key[0]} slain, {key[1]} stand-offs")
            self._encounter(*key)
        return self._theirs(self.sieges[-1].value)

    def _theirs(self, chance: float) -> float:
        return 1.0 - chance if self.flipped else chance

    def _encounter(self, slain: int, held: int) -> None:
        shape = (self.arena.stamina + 1, self.arena.stamina + 1, self.arena.idle_turns)
        prizes = [siege.prize(slain, held) for siege in self.sieges]
        values = [np.zeros(shape) for _ in self.sieges]
        for value, prize in zip(values, prizes, strict=True):
            value[0, 0] = prize.stand_off
        for defenders, enemies in by_total(self.arena):
            ways = [self._ways(value, prize, defenders, enemies) for value, prize in zip(values, prizes, strict=True)]
            for place, (defender, enemy) in enumerate(zip(defenders.tolist(), enemies.tolist(), strict=True)):
                for idle in reversed(range(self.arena.idle_turns)):
                    state = (slain, held, defender, enemy, idle)
                    for value, prize, (kept, _) in zip(values, prizes, ways, strict=True):
                        last = idle + 1 == self.arena.idle_turns
                        after = prize.stand_off if last else float(value[defender, enemy, idle + 1])
                        kept[place, 0, 0] = self._theirs(after)
                    found = self._answer(state, [(kept[place], forfeited[place]) for kept, forfeited in ways])
                    for value, chance in zip(values, found, strict=True):
                        value[defender, enemy, idle] = self._theirs(chance)
        for siege, value in zip(self.sieges, values, strict=True):
            siege.keep(slain, held, value)

    def _ways(self, value: Floats, prize: Prize, defenders: Whole, enemies: Whole) -> tuple[Floats, Floats]:
        """What every pair against every pair is worth to whoever answers: if the player keeps, and if it forfeits.

        By [state, the player's pair, the answer]; whoever answers reacts as is best.
        """
        arena = self.arena
        kept = arena.worth(arena.kept, value, prize, defenders, enemies)
        defender_forfeits = arena.worth(arena.defender_forfeits, value, prize, defenders, enemies)
        enemy_forfeits = arena.worth(arena.enemy_forfeits, value, prize, defenders, enemies)
        if self.flipped:
            best = 1.0 - np.where(arena.enemy_lower, np.minimum(kept, enemy_forfeits), kept)
            return best, 1.0 - defender_forfeits
        best = np.where(arena.defender_lower, np.maximum(kept, defender_forfeits), kept)
        return best.transpose(0, 2, 1), enemy_forfeits.transpose(0, 2, 1)

    def _answer(self, state: State, ways: list[tuple[Floats, Floats]]) -> list[float]:
        """What the best answer in this state gets, by sample; the first says which it is."""
        mixtures = [self.questions.pairs(state, sample) for sample in range(len(ways))]
        others = range(PAIRS) if state[3 if self.flipped else 2] > 0 else range(1)
        kept, forfeited = ways[0]
        own = list(mixtures[0])
        shares = np.array([mixtures[0][pair] for pair in own])
        hoped = shares @ np.maximum(kept[own], np.where(LOWER[own], forfeited[own], kept[own]))
        best, most = 0, -1.0
        for other in sorted(others, key=lambda other: -hoped[other]):
            if hoped[other] <= most:
                break
            gets = self._gets(state, other, mixtures[0], ways[0], 0)
            if gets > most:
                best, most = other, gets
        again = [self._gets(state, best, mixtures[at], ways[at], at) for at in range(1, len(ways))]
        return [most, *again]

    def _gets(
        self, state: State, other: int, mixture: Mapping[Move, float], ways: tuple[Floats, Floats], sample: int
    ) -> float:
        """What this answer gets against these pairs of the player, and its reactions."""
        kept, forfeited = ways
        total = 0.0
        for own, share in mixture.items():
            worth = float(kept[own, other])
            if LOWER[own, other]:
                shown = (own, other) if self.flipped else (other, own)
                forfeits = self.questions.forfeits(state, *shown, sample)
                worth += forfeits * (float(forfeited[own, other]) - worth)
            total += share * worth
        return total


LOWER = np.array([[may_forfeit(own, other) for other in range(PAIRS)] for own in range(PAIRS)])
"""Where the first pair has the lower Offense and may forfeit it."""


def exposed(
    game: Game, options: Options, samples: Samples, exact: SolvedSiege, progress: Progress | None
) -> list[Exposed]:
    """What a player gets, and what the exact solution gets in its place."""
    if not options.switch("versus"):
        gets = against_house(Questions(game, options, DEFENDER, samples), progress)
        return [Exposed("as the defender", gets, exact.value, "against this enemy")]
    found: list[Exposed] = []
    for seat, name in enumerate(("as the defender", "as the enemy")):
        answer = Answering(Questions(game, options, seat, samples)).run(progress)
        could = exact.value if seat == DEFENDER else 1.0 - exact.value
        found.append(Exposed(name, 1.0 - answer, could, "against the best answer"))
    return found
