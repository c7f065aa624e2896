"""TD(lambda) learning of afterstate values in self-play (Sutton 1988, Tesauro 1995).

For games in turns. At a decision the seat samples one world, tries every move in a copy and plays the one with the
highest value. Targets are lambda-returns of the seat's later decisions; they are cut at exploratory moves (Watkins).
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import numpy as np

from rumpus.core.features import Features, afterstates
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import win_shares
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Rng
from rumpus.envs.arrays import feature_vector
from rumpus.players.layout import NetLayout
from rumpus.players.net import Array, Net, Real, as_matrix
from rumpus.training.messages import Arrays, Opponent, PlayBatch
from rumpus.training.self_play import SelfPlay

NUM_ENVS = 128
"""Games stepped together, one forward pass per step."""
PERMUTED_ROWS = 256
"""Rows per random permutation of interchangeable features."""
IMITATION_ENVS = 16
"""Games while the greedy bot is imitated: it is slower, and only finished games teach."""
TD_LAMBDA = 0.87
"""Weight of the later return against the network's own value."""
MAX_MOVES = 32
"""Moves tried per decision; a random subset of more."""
SOFTMAX_FRACTION = 0.7
"""Fraction of exploratory moves sampled by softmax. The others are uniform."""
TEMPERATURE = 0.15
"""Softmax temperature of exploration, in value."""
MAX_TRAIL = 64
"""Decisions after which targets of a game of two are computed before its end."""
MAX_DECISIONS = 1200
"""Decisions after which a game counts as a draw. It ends games that cycle."""

FORCED, BY_OPPONENT = -1, -2
"""Offsets of moves without candidate rows: forced ones and an opponent's."""


@dataclass(eq=False)
class Decision:
    """A decision: the row after it, its value, and True if exploratory."""

    seat: Seat
    row: Array
    value: float | None
    """Value of the successor. None if the network was not used."""
    explored: bool


class Targets:
    """Training rows with their targets."""

    def __init__(self, seats: int) -> None:
        self.seat_count = seats
        self.rows: list[Array] = []
        self.targets: list[float] = []

    def add_trail(self, trail: list[Decision], last: list[float]) -> None:
        """Adds a game's decisions backwards. `last` is the final value by seat. Two seats are zero-sum."""
        value = list(last)
        for step in reversed(trail):
            self.rows.append(step.row)
            # Unless exploratory, `step.value` is the network's own value of this row: it enters earlier targets only.
            self.targets.append(value[step.seat])
            if step.value is None:
                continue
            for seat in range(self.seat_count) if self.seat_count == 2 else (step.seat,):
                best = step.value if seat == step.seat else -step.value
                value[seat] = best if step.explored else (1 - TD_LAMBDA) * best + TD_LAMBDA * value[seat]
        trail.clear()

    def arrays(self, features: Features, rng: Rng) -> Arrays:
        """Returns arrays; interchangeable features are permuted, chunk by chunk."""
        rows = np.stack(self.rows).astype(np.float16)
        for start in range(0, len(rows), PERMUTED_ROWS):
            rows[start : start + PERMUTED_ROWS] = rows[start : start + PERMUTED_ROWS, features.permutation(rng)]
        return {"rows": rows, "targets": np.array(self.targets, dtype=np.float32)}


class SelfPlayActor(SelfPlay):
    """Plays many games by the network, at first by `greedy`. Fixed opponents in some break cycles."""

    def __init__(
        self, game: Game, options: Options, seed: str, opponent: Opponent, layout: NetLayout | None = None
    ) -> None:
        super().__init__(game, options, seed, opponent, layout)
        self.features = game.bots().features(options)
        self.width = len(self.features.names)
        self.positions = [game.start(options, self.rng) for _ in range(NUM_ENVS)]
        self.trails: list[list[Decision]] = [[] for _ in range(NUM_ENVS)]
        self.decisions = [0] * NUM_ENVS
        self.opponent_names = opponent.by_env(NUM_ENVS)
        """Name of the opponent by game; None: self-play."""
        self.learning_seats = [self._learning_seat(env) for env in range(NUM_ENVS)]
        """Learning seat by game, if the others are opponents."""
        self.finished = 0

    def play(self, net: Net | None, rows: int, exploration: float, seconds: float) -> PlayBatch:
        """Plays until there are `rows` rows. Without a network, by the greedy bot."""
        before, targets, deadline = self.finished, Targets(self.seat_count), monotonic() + seconds
        while len(targets.rows) < rows and not (targets.rows and monotonic() > deadline):
            if net is None:
                self._step_greedy(exploration, targets)
            else:
                self._step(net, exploration, targets)
        batch = targets.arrays(self.features, self.rng)
        batch["rows"] = self.layout.rows(batch["rows"])
        return PlayBatch(batch, self.finished - before, net is None)

    def _step_greedy(self, exploration: float, targets: Targets) -> None:
        """Plays one decision of the greedy bot in some games."""
        for env in range(IMITATION_ENVS):
            position = self.positions[env]
            seat = position.to_act()[0]
            moves = position.moves(seat)
            if self.np_rng.random() < exploration:
                move = moves[int(self.np_rng.integers(len(moves)))]
            else:
                move = self.greedy_move(position, seat)
            position.apply(seat, move, self.rng)
            if len(moves) > 1:
                self.trails[env].append(Decision(seat, feature_vector(self.features, position, seat), None, False))
            self._finish_step(env, targets)

    def _step(self, net: Net, exploration: float, targets: Targets) -> None:
        """Plays one decision in every game, with one forward pass for all candidate moves."""
        spans: list[tuple[int, Seat, list[Move], int]] = []
        blocks: list[Array] = []
        over: list[tuple[int, float]] = []
        count = 0
        for env, position in enumerate(self.positions):
            seat = position.to_act()[0]
            moves = position.moves(seat)
            if len(moves) == 1:
                spans.append((env, seat, moves, FORCED))
                continue
            name = self.opponent_names[env]
            if name is not None and seat != self.learning_seats[env]:
                spans.append((env, seat, [self.opponent_move(name, env, position, seat)], BY_OPPONENT))
                continue
            moves = self._sample_moves(moves)
            tried = afterstates(self.features, position.determinize(seat, self.rng), seat, moves, self.rng)
            blocks.append(as_matrix(tried.rows, self.width).astype(np.float32))
            over.extend((count + at, self._payoff(tried.results[at])) for at in range(len(moves)) if tried.over[at])
            spans.append((env, seat, moves, count))
            count += len(moves)
        rows = np.concatenate(blocks) if blocks else np.zeros((0, self.width), dtype=np.float32)
        values = net.values(self.layout.rows(rows))
        for at, known in over:
            values[at] = known
        made: list[tuple[int, Decision]] = []
        for env, seat, moves, at in spans:
            position = self.positions[env]
            if at < 0:
                position.apply(seat, moves[0], self.rng)
                if at == BY_OPPONENT:
                    # 0.0 is replaced below by the value of the successor.
                    made.append((env, Decision(seat, feature_vector(self.features, position, seat), 0.0, False)))
                continue
            mine = values[at : at + len(moves)]
            best = int(mine.argmax())
            chosen = best if self.np_rng.random() >= exploration else self._explore(mine)
            expected, trail = float(mine[best]), self.trails[env]
            # Of more than two seats only the mover's value is known here, so they wait for the end.
            if self.seat_count == 2 and len(trail) >= MAX_TRAIL:
                targets.add_trail(trail, [expected if other == seat else -expected for other in range(2)])
            position.apply(seat, moves[chosen], self.rng)
            made.append((env, Decision(seat, feature_vector(self.features, position, seat), expected, chosen != best)))
        if made:
            # The target is the value of the real successor: the maximum over sampled ones is biased upwards.
            successor_values = net.values(self.layout.rows(np.stack([step.row for _, step in made])))
            for (env, step), value in zip(made, successor_values.tolist(), strict=True):
                result = self.positions[env].result()
                if not step.explored:
                    step.value = value if result is None else self._payoff(result[step.seat])
                self.trails[env].append(step)
        for env in range(NUM_ENVS):
            self._finish_step(env, targets)

    def _sample_moves(self, moves: list[Move]) -> list[Move]:
        if len(moves) <= MAX_MOVES:
            return moves
        return [moves[i] for i in self.np_rng.choice(len(moves), MAX_MOVES, replace=False).tolist()]

    def _explore(self, values: Real) -> int:
        if self.np_rng.random() >= SOFTMAX_FRACTION:
            return int(self.np_rng.integers(len(values)))
        weights = np.exp((values - values.max()) / TEMPERATURE, dtype=np.float64)
        return int(self.np_rng.choice(len(values), p=weights / weights.sum()))

    def _payoff(self, result: float) -> float:
        """Returns what is learned: the result, with more than two seats 1 for a sole win, else -1."""
        return result if self.seat_count <= 2 else 1.0 if result >= 1.0 else -1.0

    def _learning_seat(self, env: int) -> Seat:
        return -1 if self.opponent_names[env] is None else int(self.np_rng.integers(self.seat_count))

    def _finish_step(self, env: int, targets: Targets) -> None:
        """Restarts a finished or overlong game after adding its targets."""
        self.decisions[env] += 1
        result = self.positions[env].result()
        if result is None:
            if self.decisions[env] < MAX_DECISIONS:
                return
            result = [0.0] * self.seat_count
        elif self.seat_count > 2:
            result = [2 * share - 1 for share in win_shares(self.positions[env].ranking())]
        targets.add_trail(self.trails[env], result)
        self.finished += 1
        self.decisions[env] = 0
        self.learning_seats[env] = self._learning_seat(env)
        for seat in range(self.seat_count):
            self.opponent_players.pop((env, seat), None)
        self.positions[env] = self.game.start(self.options, self.rng)
