"""PPO in self-play (Schulman et al. 2017), with generalised advantage estimation (GAE, Schulman et al. 2016).

Used for games with simultaneous decisions, where the best policy is mixed, and for turn-based games that do not end
under random play. In the latter, the policy first imitates the greedy bot. An actor collects steps of many
environments in lockstep; `Learner.fit_policy`, in another process, takes the clipped gradient steps.

In some environments the other seats are a past self or a fixed opponent, so that the policy does not cycle. The value
head is also trained on seats that wait: `NetworkPlayer` evaluates them in its rollouts, and unfinished games bootstrap
from them.

A row is the feature vector of one seat. A step is one decision in each environment; a batch is what an actor sends to
the learner after a number of steps.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.envs.arrays import Mask
from rumpus.envs.vector import VectorEnv
from rumpus.players.layout import NetLayout
from rumpus.players.net import Array, Net, masked_softmax, sample_moves
from rumpus.training.messages import Arrays, Opponent, PlayBatch
from rumpus.training.self_play import SelfPlay

NUM_ENVS = 256
"""Environments stepped together, one forward pass per step."""
STEPS_PER_BATCH = 64
"""Steps per environment before a batch is sent."""
IMITATION_ENVS = 16
"""Environments while the greedy bot is imitated. Fewer, because it has no forward pass for all of them."""
IMITATION_STEPS = 4 * STEPS_PER_BATCH
"""Steps per batch of imitation. Longer, because decisions of unfinished games are dropped."""
GAE_LAMBDA = 0.97
"""GAE's lambda, per decision of the same seat. Gamma is 1: games pay only at their end."""
PAST_SELF_FRACTION = 0.25
"""Fraction of environments in which the other seats are a past self."""
ALL_SEATS_INTERVAL = 2
"""At every n-th step the value head also trains on the rows of all seats, opponents' included."""


class PpoStep:
    """One decision in each environment. Arrays are indexed by environment.

    At simultaneous moves an environment asks the seats one after another and shows none what the others have chosen.
    """

    def __init__(self, rows: Array, masks: Mask, seats: NDArray[np.int64], trainable: NDArray[np.bool_]) -> None:
        self.rows = rows
        self.masks = masks
        self.seats = seats
        """The deciding seat."""
        self.trainable = trainable
        """False for moves of opponents, past selves and exploration: they yield no sample."""
        self.rows_by_seat: list[Array] = []
        """Rows of every seat, if kept at this step."""
        num_envs = len(rows)
        self.moves = np.zeros(num_envs, dtype=np.int64)
        # Log probabilities and values stay 0 in imitation: the learner fits moves and outcomes alone.
        self.log_probs = np.zeros(num_envs, dtype=np.float32)
        self.values = np.zeros(num_envs, dtype=np.float32)
        """Predicted payoff of the deciding seat."""
        self.dones = np.zeros(num_envs, dtype=np.bool_)
        self.rewards = np.zeros((num_envs, 1), dtype=np.float32)
        """Payoffs by environment and seat; meaningful where `dones`. A placeholder until the step is taken."""


class PpoActor(SelfPlay):
    """Plays many games at once and turns them into PPO batches."""

    def __init__(
        self, game: Game, options: Options, seed: str, opponent: Opponent, layout: NetLayout | None = None
    ) -> None:
        super().__init__(game, options, seed, opponent, layout)
        env_seed = zlib.crc32(seed.encode())
        self.env = VectorEnv(game, options.changed(), NUM_ENVS, env_seed)
        self.imitation_env = VectorEnv(game, options.changed(), IMITATION_ENVS, env_seed)
        self.past_net: Net | None = None
        """Network of the past self, set by the caller. None: no past self plays."""
        self.learning_seats = self.np_rng.integers(self.seat_count, size=NUM_ENVS)
        """Learning seat by environment; matters where the others are a past self or opponents."""

    def play(self, net: Net | None, exploration: float, seconds: float, opponent_fraction: float = 0.0) -> PlayBatch:
        """Plays a batch of steps with the network; without one, the greedy bot plays and is imitated.

        `exploration`: probability of a random move, in imitation only. `seconds`: time limit; at least one step is
        played. `opponent_fraction` raises the fraction of environments with the fixed opponent; it never lowers it.
        """
        env, step_count = (self.imitation_env, IMITATION_STEPS) if net is None else (self.env, STEPS_PER_BATCH)
        # The same environments in every step, so a game keeps its opponent.
        opponent_names = [] if net is None else self.opponent.by_env(NUM_ENVS, opponent_fraction)
        steps: list[PpoStep] = []
        deadline = monotonic() + seconds
        for index in range(step_count):
            if steps and monotonic() > deadline:
                break
            rows, masks, seats = env.observe()
            rows, masks = self.layout.rows(rows), self.layout.masks(masks, seats)
            step = PpoStep(rows, masks, seats, np.ones(env.count, dtype=np.bool_))
            if index % (ALL_SEATS_INTERVAL * self.seat_count) == 0:
                step.rows_by_seat = [self.layout.rows(env.observations_of(seat)) for seat in range(self.seat_count)]
            if net is None:
                self._imitate(step, exploration)
                finished = env.step(self.layout.table_moves(step.moves, seats))
            else:
                finished = env.step(self._decide(net, step, opponent_names))
            step.dones, step.rewards = finished.dones, win_rewards(finished.rewards, finished.indices)
            if net is not None:
                self.learning_seats[finished.indices] = self.np_rng.integers(
                    self.seat_count, size=len(finished.indices)
                )
                players = self.opponent_players.items()
                # A player serves one game. Keys are (environment, seat).
                self.opponent_players = {key: one for key, one in players if key[0] not in finished.indices}
            steps.append(step)
        next_values = np.zeros((env.count, self.seat_count), dtype=np.float32)
        if net is not None:
            for seat in range(self.seat_count):
                next_values[:, seat] = net.values(self.layout.rows(env.observations_of(seat)))
        games = int(sum(step.dones.sum() for step in steps))
        return PlayBatch(training_arrays(steps, next_values, net is None), games, net is None)

    def _imitate(self, step: PpoStep, exploration: float) -> None:
        batch = self.imitation_env.batch
        for index, moves in enumerate(batch.offers):
            seat = batch.seats[index]
            if len(moves) == 1:
                move = moves[0]
            elif self.np_rng.random() < exploration:
                move = moves[int(self.np_rng.integers(len(moves)))]
                step.trainable[index] = False
            else:
                move = self.greedy_move(batch.positions[index], seat)
            step.moves[index] = self.layout.net_moves(seat, [move])[0]

    def _decide(self, net: Net, step: PpoStep, opponent_names: Sequence[str | None]) -> NDArray[np.int64]:
        """Chooses the network's moves. Returns those to play, as the table numbers them."""
        # All environments sample from the policy first; opponents then replace their moves.
        # Keep this order: it determines the random stream.
        hidden = net.hidden(step.rows)
        policy = masked_softmax(net.policy_head(hidden), step.masks)
        step.moves = sample_moves(policy, self.np_rng)
        step.values = net.value_head(hidden).astype(np.float32)
        # The floor keeps float32 underflow from giving log(0).
        step.log_probs = np.log(np.maximum(policy[np.arange(NUM_ENVS), step.moves], 1e-9)).astype(np.float32)
        not_learning = step.seats != self.learning_seats
        # Past selves play in the first environments, fixed opponents in the last. If both overlap, opponents win.
        by_past_self = np.flatnonzero(not_learning[: int(NUM_ENVS * PAST_SELF_FRACTION)])
        if self.past_net is not None and len(by_past_self):
            scores = self.past_net.policy_head(self.past_net.hidden(step.rows[by_past_self]))
            step.moves[by_past_self] = sample_moves(masked_softmax(scores, step.masks[by_past_self]), self.np_rng)
            step.trainable[by_past_self] = False
        batch = self.env.batch
        played = self.layout.table_moves(step.moves, step.seats)
        for index, name in enumerate(opponent_names):
            if not_learning[index] and name is not None:
                played[index] = self.opponent_move(name, index, batch.positions[index], batch.seats[index])
                step.trainable[index] = False
        return played


def win_rewards(rewards: Array, finished: Sequence[int]) -> Array:
    """Returns what the networks learn: payoffs, with more than two seats the share of the win, from -1 to 1.

    A good place is worth a payoff, but tournaments count wins.
    """
    if rewards.shape[1] <= 2 or not len(finished):
        return rewards
    found = rewards.copy()
    first = rewards[finished] == rewards[finished].max(axis=1, keepdims=True)
    found[finished] = 2 * first / first.sum(axis=1, keepdims=True) - 1
    return found


def training_arrays(steps: Sequence[PpoStep], next_values: Array, imitation: bool) -> Arrays:
    """Computes advantages and value targets from the last step backwards.

    Per seat, with the seat's next decision at t + 1:

        advantage_t = reward + value_(t+1) - value_t + lambda * advantage_(t+1)
        target_t = advantage_t + value_t

    `next_values`, by environment and seat, bootstraps games that go on. Imitated games have lambda 1 and no
    bootstrap: decisions of unfinished games are dropped.
    """
    gae_lambda = 1.0 if imitation else GAE_LAMBDA
    next_values = next_values.copy()
    envs = np.arange(len(next_values))
    next_advantages, reward = np.zeros_like(next_values), np.zeros_like(next_values)
    # By environment and seat: there is an outcome or a bootstrap to learn from.
    has_target = np.full(next_values.shape, not imitation)
    pieces: list[tuple[NDArray[Any], ...]] = []
    for step in reversed(steps):
        ended = step.dones
        next_values[ended], next_advantages[ended], has_target[ended] = 0.0, 0.0, True
        reward[ended] = step.rewards[ended]
        deciding = (envs, step.seats)
        target = reward[deciding] + next_values[deciding] + gae_lambda * next_advantages[deciding]
        advantage = target - step.values
        usable = step.trainable & has_target[deciding]
        columns = (step.masks, step.moves, step.log_probs, advantage, target)
        # float16 halves the message to the learner.
        pieces.append((step.rows[usable].astype(np.float16), *(array[usable] for array in columns)))
        next_values[deciding], next_advantages[deciding], reward[deciding] = step.values, advantage, 0.0
        # Value targets of all seats. A waiting seat's is value_(t+1) + lambda * advantage_(t+1), as usual. The deciding
        # seat has a row already, with target value_t + advantage_t. The line above has replaced its next value and
        # advantage by those of t, so its second row has the target value_t + lambda * advantage_t. An exact value head
        # makes the mean advantage 0, so both targets have the same mean.
        for seat, rows in enumerate(step.rows_by_seat):
            here = has_target[:, seat]
            targets = (reward[:, seat] + next_values[:, seat] + gae_lambda * next_advantages[:, seat])[here]
            pieces.append(value_only_samples(rows[here], targets, step.masks.shape[1]))
    names = ("rows", "masks", "moves", "log_probs", "advantages", "targets")
    return {name: np.concatenate([piece[index] for piece in pieces]) for index, name in enumerate(names)}


def value_only_samples(rows: Array, targets: Array, move_count: int) -> tuple[NDArray[Any], ...]:
    """Returns samples that train only the value head: a single legal move gives no policy gradient."""
    masks = np.zeros((len(rows), move_count), dtype=np.int8)
    masks[:, 0] = 1
    zeros = np.zeros(len(rows), dtype=np.float32)
    return rows.astype(np.float16), masks, np.zeros(len(rows), dtype=np.int64), zeros, zeros, targets
