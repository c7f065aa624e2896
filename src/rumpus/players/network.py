"""A player by a trained network: one-step lookahead, optionally with short rollouts."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, inf
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from rumpus.core.features import Afterstates, afterstates, feature_matrix
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import CountingRng, SeededRng
from rumpus.players.net import Real, as_matrix, masked_softmax
from rumpus.players.player import Choice, Explanation, Player
from rumpus.players.search import SearchPlayer
from rumpus.players.weights import AFTERSTATES, POLICY_ONLY, TrainedNet

WORLDS = 4
"""Most worlds sampled at a decision in turns."""
SIMULTANEOUS_WORLDS = 16
"""Most worlds at a simultaneous decision, where the others' moves vary too."""
MAX_EVALUATIONS = 320
"""Moves evaluated per decision over all worlds. Each is evaluated at least once."""
MIN_PROBABILITY = 0.01
"""Moves less likely than this by the policy are not evaluated."""
CHAMPION_ROLLOUT_DEPTH = 4
"""Decisions by which `champion` extends its rollouts."""
CHAMPION_WORLD_FACTOR = 4
"""Factor on the number of worlds for `champion`."""
ROLLOUT_TIME_FRACTION = 0.7
"""Fraction of the time after which no rollout step starts: the running one takes a while."""
POLICY_BATCH, VALUE_BATCH = 256, 8
"""Positions per step between reads of the clock, by policy and by value of afterstates."""
CANDIDATES, CHAMPION_CANDIDATES = 2, 5
"""Moves rolled out if valued by afterstates. More for `champion`."""
TEMPERATURE = 0.03
"""Softmax temperature, in value, at decisions in turns."""
SIMULTANEOUS_TEMPERATURE = 0.2
"""Softmax temperature at simultaneous decisions. Higher than in turns: a sharp policy is easy to exploit there."""

UNTRAINED = "(Nobody has trained a network for these options, so this was found by searching.)"


class UntrainedPlayer(SearchPlayer):
    """Searches because no network fits the options, and notes it in the explanation."""

    def engine(self) -> str:
        return f"{super().engine()}, as no network fits"

    def decide(self, info: InfoState) -> Move:
        move = super().decide(info)
        if self._explanation is not None and not self._explanation.reason:
            self._explanation.note = UNTRAINED
        return move


class NetworkPlayer(Player):
    """Values moves one step ahead, or after a rollout in which the network plays all seats."""

    def __init__(
        self,
        name: str,
        game: Game,
        options: Options,
        seed: str,
        trained: TrainedNet,
        rollout_depth: int = 0,
        seconds: float | None = None,
        world_factor: int = 1,
        candidates: int = CANDIDATES,
    ) -> None:
        """`rollout_depth`: decisions added to the network's own. `seconds`: time limit of rollouts.

        `world_factor` multiplies the number of worlds. `candidates`: moves rolled out if valued by afterstates.
        """
        super().__init__(name)
        self._rollout_depth = trained.rollout_depth + rollout_depth
        self._world_factor = world_factor
        self._candidates = candidates
        self._seconds = inf if seconds is None else seconds
        self._deadline = inf
        self._game = game
        self._options = options
        self._trained = trained
        self._features = game.bots().features(options)
        self._width = len(self._features.names)
        self._layout = trained.layout(game, options)
        self._several = game.seats(options) > 2
        self._rng = SeededRng(seed)

    def engine(self) -> str:
        if self._trained.method == POLICY_ONLY:
            return "network, its policy alone"
        return f"network, rollouts of {self._rollout_depth}" if self._rollout_depth else "network, one step ahead"

    def decide(self, info: InfoState) -> Move:
        forced = self.forced_move(info)
        if forced is not None:
            return forced
        self._deadline = monotonic() + ROLLOUT_TIME_FRACTION * self._seconds
        rank = self._rank_by_value if self._trained.method == AFTERSTATES else self._rank_by_policy
        choices = rank(info, info.moves())
        self._explanation = Explanation(self.name, choices)
        return choices[0].move

    def __getstate__(self) -> dict[str, object]:
        """Drops the features, which may be compiled. They are made again on load."""
        return {**self.__dict__, "_features": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._features = self._game.bots().features(self._options)

    def _rank_by_value(self, info: InfoState, moves: list[Move]) -> list[Choice]:
        """Ranks moves by the mean value of their afterstates over sampled worlds."""
        sums = np.zeros(len(moves))
        made = 0
        for _ in range(self._world_count(WORLDS, len(moves))):
            asked = CountingRng(self._rng)
            sums += self._afterstate_values(info.afterstates(self._features, moves, asked), len(moves))
            made += 1
            # No draw: neither hidden information nor chance matters, and further worlds would be equal.
            if not asked.draws or monotonic() > self._deadline:
                break
        means: list[float] = (sums / made).tolist()
        order = sorted(range(len(moves)), key=lambda i: -means[i])
        if self._rollout_depth:
            candidates = order[: self._candidates]
            values = self._rollout_values(info, [moves[i] for i in candidates], made)
            rollout_values = dict(zip(candidates, values, strict=True))
            # Rolled-out moves stay first: their values are not compared with static ones.
            order = sorted(order, key=lambda i: (i not in rollout_values, -rollout_values.get(i, means[i])))
            means = [rollout_values.get(i, mean) for i, mean in enumerate(means)]
        return [Choice(info, moves[i], 0.5 + 0.5 * means[i]) for i in order]

    def _rank_by_policy(self, info: InfoState, moves: list[Move]) -> list[Choice]:
        """Ranks moves by policy * exp(value / temperature). Simultaneous decisions sample from these weights."""
        row = self._layout.rows(np.array([info.feature_vector(self._features)]))
        probabilities = self._move_probabilities(row, info.seat, moves)
        if self._trained.method == POLICY_ONLY:
            # Lookahead assumes opponents that play like the network. An exploiter's opponent does not.
            first, value = self._sample(probabilities), float(self._trained.net.values(row)[0])
            rest = sorted((i for i in range(len(moves)) if i != first), key=lambda i: -probabilities[i])
            return [Choice(info, moves[first], 0.5 + 0.5 * value), *(Choice(info, moves[i]) for i in rest)]
        # With many moves and a flat policy, none of them is likely.
        least = min(MIN_PROBABILITY, max(probabilities))
        likely = [i for i, probability in enumerate(probabilities) if probability >= least]
        worlds = self._world_count(SIMULTANEOUS_WORLDS, len(likely))
        means = self._rollout_values(info, [moves[i] for i in likely], worlds)
        high = max(means)
        # This sample follows the rollouts. Seeded games depend on the order of draws.
        simultaneous = len(info.sample(self._rng).to_act()) > 1
        temperature = SIMULTANEOUS_TEMPERATURE if simultaneous else TEMPERATURE
        # Normalised, these maximise mean value - temperature * KL(weights || policy).
        weights = [probabilities[i] * exp((mean - high) / temperature) for i, mean in zip(likely, means, strict=True)]
        first = self._sample(weights) if simultaneous else weights.index(max(weights))
        order = sorted(range(len(likely)), key=lambda at: (at != first, -weights[at]))
        rest = sorted(set(range(len(moves))) - set(likely), key=lambda i: -probabilities[i])
        return [
            *(Choice(info, moves[likely[at]], 0.5 + 0.5 * means[at]) for at in order),
            *(Choice(info, moves[i]) for i in rest),
        ]

    def _rollout_values(self, info: InfoState, moves: list[Move], worlds: int) -> list[float]:
        """Returns mean values of moves over worlds in which the network plays all seats."""
        features, rng = self._features, self._rng
        sums = np.zeros(len(moves))
        played: list[Position] = []
        for world in self._worlds(info, worlds):
            if self._rollout_depth:
                # World by world, then move by move: `reshape` below relies on it.
                for move in moves:
                    after = world.copy()
                    after.apply(info.seat, move, rng)
                    played.append(after)
            else:
                sums += self._afterstate_values(afterstates(features, world, info.seat, moves, rng), len(moves))
        if played:
            self._rollout(played)
            sums = self._static_values(played, info.seat).reshape(worlds, len(moves)).sum(axis=0)
        means: list[float] = (sums / worlds).tolist()
        return means

    def _worlds(self, info: InfoState, worlds: int) -> Iterator[Position]:
        """Samples worlds. In simultaneous decisions the others have moved, in one batch for all worlds."""
        answered: list[Position] = []
        asked: list[tuple[Position, Seat, list[Move]]] = []
        for _ in range(worlds):
            world = info.sample(self._rng)
            others = [(world, seat, world.moves(seat)) for seat in world.to_act() if seat != info.seat]
            if others:
                asked += others
                answered.append(world)
            else:
                # The caller draws from the same generator before the next sample. Seeded games depend on that order.
                yield world
        if asked:
            # The others move first, so the caller's move completes the joint move and its outcome can be valued.
            for (position, seat, moves), at in zip(asked, self._choose_moves(asked), strict=True):
                position.apply(seat, moves[at], self._rng)
        yield from answered

    def _rollout(self, positions: list[Position]) -> None:
        """Plays positions on in batches, one forward pass each, until `_deadline`."""
        many = VALUE_BATCH if self._trained.method == AFTERSTATES else POLICY_BATCH
        for _ in range(self._rollout_depth):
            positions = [position for position in positions if position.to_act()]
            for first in range(0, len(positions), many):
                # Some positions may then be a step behind. They are valued as they are.
                if monotonic() > self._deadline:
                    return
                asked: list[tuple[Position, Seat, list[Move]]] = []
                for position in positions[first : first + many]:
                    asked += [(position, seat, position.moves(seat)) for seat in position.to_act()]
                for (position, seat, moves), at in zip(asked, self._choose_moves(asked), strict=True):
                    position.apply(seat, moves[at], self._rng)

    def _choose_moves(self, asked: list[tuple[Position, Seat, list[Move]]]) -> list[int]:
        """Returns indices of the network's moves."""
        net, features = self._trained.net, self._features
        if self._trained.method == AFTERSTATES:
            # The caller's `apply` draws chance again: the outcome tried here need not follow.
            tried = [afterstates(features, position, seat, moves, self._rng) for position, seat, moves in asked]
            values = net.values(self._layout.rows(np.concatenate([as_matrix(one.rows, self._width) for one in tried])))
            found: list[int] = []
            start = 0
            for one, (_, _, moves) in zip(tried, asked, strict=True):
                mine = [self._payoff(one.results[i]) if one.over[i] else values[start + i] for i in range(len(moves))]
                found.append(mine.index(max(mine)))
                start += len(moves)
            return found
        rows = feature_matrix(features, [position for position, _, _ in asked], [seat for _, seat, _ in asked])
        scores = net.policy_head(net.hidden(self._layout.rows(as_matrix(rows, self._width))))
        masks = np.zeros(scores.shape, dtype=np.int8)
        legal = [self._layout.net_moves(seat, moves) for _, seat, moves in asked]
        for row, moves in enumerate(legal):
            masks[row, moves] = 1
        probabilities = masked_softmax(scores, masks)
        return [self._sample(probabilities[row, moves].tolist()) for row, moves in enumerate(legal)]

    def _static_values(self, positions: list[Position], seat: Seat) -> NDArray[np.float64]:
        rows = as_matrix(feature_matrix(self._features, positions, [seat] * len(positions)), self._width)
        found: NDArray[np.float64] = np.array(self._trained.net.values(self._layout.rows(rows)))
        for at, position in enumerate(positions):
            result = position.result()
            if result is not None:
                found[at] = self._payoff(result[seat])
        return found

    def _afterstate_values(self, tried: Afterstates, count: int) -> NDArray[np.float64]:
        rows = self._layout.rows(as_matrix(tried.rows, self._width))
        found: NDArray[np.float64] = np.array(self._trained.net.values(rows))
        for at in range(count):
            if tried.over[at]:
                found[at] = self._payoff(tried.results[at])
        return found

    def _payoff(self, result: float) -> float:
        """Returns what the value head predicts: the result, with more than two seats 1 for a sole win, else -1."""
        return result if not self._several else 1.0 if result >= 1.0 else -1.0

    def _move_probabilities(self, row: Real, seat: Seat, moves: list[Move]) -> list[float]:
        if len(moves) == 1:
            return [1.0]
        net = self._trained.net
        scores = net.policy_head(net.hidden(row))[:, self._layout.net_moves(seat, moves)]
        probabilities: list[float] = masked_softmax(scores, np.ones(scores.shape, dtype=np.int8))[0].tolist()
        return probabilities

    def _sample(self, weights: list[float]) -> int:
        # Draws even for a single weight. Seeded games depend on it.
        threshold = sum(weights) * self._rng.below(1 << 30) / (1 << 30)
        for at, weight in enumerate(weights):
            threshold -= weight
            if threshold < 0:
                return at
        return len(weights) - 1

    def _world_count(self, max_worlds: int, moves: int) -> int:
        return self._world_factor * max(1, min(max_worlds, MAX_EVALUATIONS // moves))


def champion_of(
    name: str, game: Game, options: Options, seed: str, trained: TrainedNet, seconds: float | None
) -> NetworkPlayer:
    """Creates the strongest network player."""
    return NetworkPlayer(
        name, game, options, seed, trained, CHAMPION_ROLLOUT_DEPTH, seconds, CHAMPION_WORLD_FACTOR, CHAMPION_CANDIDATES
    )
