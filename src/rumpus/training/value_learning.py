"""Learning what a position is worth: each move is judged by where it leads, and the network by what came of it.

For games of turns. At a decision the seat imagines one dream, tries every move in a copy of it, and plays the one after
which it expects most. What it then has to learn is the λ-return of the decisions that follow: mostly what really came
of it, a little what was expected on the way; what came after a move that was only tried out is not counted.
"""

from __future__ import annotations

import zlib
from time import monotonic

import numpy as np

from rumpus.core.features import Features, afterstates
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Luck, Seeded
from rumpus.envs.arrays import row_of
from rumpus.players.catalogue import find_player
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.net import Array, Net, Real, rows_in
from rumpus.players.player import Player
from rumpus.training.messages import Arrays, Practised, Rival

LANES = 128
PIECE = 256
"""Rows that are reordered alike."""
WATCHED_LANES = 16
"""While the greedy bot plays: it thinks longer, and teaches only when a game ends."""
LAMBDA = 0.87
MOST_MOVES = 32
"""Moves tried at a decision while learning; of more, a random few."""
SOFT = 0.7
"""Share of strange moves that are at least promising ones."""
WARMTH = 0.15
TRAIL = 64
"""Decisions after which there is something to learn even if a game of two goes on."""
LONGEST = 1200
"""Decisions after which a game counts as a draw: nobody learns from going round in circles."""

FORCED, FOREIGN = -1, -2
"""In place of where a lane's moves begin among all rows: there was one move only; somebody else made it."""


class Decided:
    """A decision: what its seat knew after it, what it could expect then, and whether it made a strange move."""

    def __init__(self, seat: Seat, row: Array, best: float | None, strayed: bool) -> None:
        self.seat = seat
        self.row = row
        self.best = best
        """What to expect of the best move; None if nobody asked the network."""
        self.strayed = strayed


class Targets:
    """Rows, and what their seats should have expected."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.rows: list[Array] = []
        self.targets: list[float] = []

    def take(self, trail: list[Decided], last: list[float]) -> None:
        """`last` is what the end of the trail turned out to be worth, by seat. One's gain is the other's loss."""
        worth = list(last)
        for step in reversed(trail):
            self.rows.append(step.row)
            self.targets.append(worth[step.seat])
            if step.best is None:
                continue
            for seat in range(self.seats) if self.seats == 2 else (step.seat,):
                best = step.best if seat == step.seat else -step.best
                worth[seat] = best if step.strayed else (1 - LAMBDA) * best + LAMBDA * worth[seat]
        trail.clear()

    def arrays(self, features: Features, luck: Luck) -> Arrays:
        """What is interchangeable is reordered, piece by piece, so that nothing depends on its place."""
        rows = np.stack(self.rows).astype(np.float16)
        for start in range(0, len(rows), PIECE):
            rows[start : start + PIECE] = rows[start : start + PIECE, features.reordered(luck)]
        return {"rows": rows, "targets": np.array(self.targets, dtype=np.float32)}


class Walker:
    """Games side by side in which a network, or at first the greedy bot, plays all seats.

    In some all seats but one are a rival's: the greedy bot, for one, does not go round in circles.
    """

    def __init__(self, game: Game, options: Options, seed: str, rival: Rival) -> None:
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.luck = Seeded(seed)
        self.draws = np.random.default_rng(zlib.crc32(seed.encode()))
        self.features = game.bots().features(options)
        self.width = len(self.features.names)
        self.bot = GreedyPlayer("greedy", game, options, f"{seed}/greedy")
        self.positions = [game.start(options, self.luck) for _ in range(LANES)]
        self.trails: list[list[Decided]] = [[] for _ in range(LANES)]
        self.decisions = [0] * LANES
        self.met = rival.met_in(LANES)
        """By lane, which rival the others are there."""
        self.rivals: dict[tuple[int, Seat], Player] = {}
        """By lane and seat, each for one game."""
        self.seed = seed
        self.learners = [self._learner(lane) for lane in range(LANES)]
        """By lane, the seat that learns; -1 where all do."""
        self.finished = 0

    def play(self, net: Net | None, rows: int, straying: float, seconds: float) -> Practised:
        """Decisions until there are so many rows to learn from; without a network, those of the greedy bot."""
        before, targets, until = self.finished, Targets(self.seats), monotonic() + seconds
        while len(targets.rows) < rows and not (targets.rows and monotonic() > until):
            if net is None:
                self._watch(straying, targets)
            else:
                self._round(net, straying, targets)
        return Practised(targets.arrays(self.features, self.luck), self.finished - before, net is None)

    def _watch(self, straying: float, targets: Targets) -> None:
        """A decision of the greedy bot in some lanes."""
        for lane in range(WATCHED_LANES):
            position = self.positions[lane]
            seat = position.to_act()[0]
            moves = position.moves(seat)
            if self.draws.random() < straying:
                move = moves[int(self.draws.integers(len(moves)))]
            else:
                move = self.bot.decide(Chair(self.game, self.options, position, seat, self.luck))
            position.apply(seat, move, self.luck)
            if len(moves) > 1:
                self.trails[lane].append(Decided(seat, row_of(self.features, position, seat), None, False))
            self._go_on(lane, targets)

    def _round(self, net: Net, straying: float, targets: Targets) -> None:
        """One decision in every lane, all of them judged by the network in one go."""
        spans: list[tuple[int, Seat, list[Move], int]] = []
        blocks: list[Array] = []
        over: list[tuple[int, float]] = []
        count = 0
        for lane, position in enumerate(self.positions):
            seat = position.to_act()[0]
            moves = position.moves(seat)
            if len(moves) == 1:
                spans.append((lane, seat, moves, FORCED))
                continue
            if self.learners[lane] not in (-1, seat):
                chair = Chair(self.game, self.options, position, seat, self.luck)
                moves = [self._rival(lane, seat).decide(chair)]
                spans.append((lane, seat, moves, FOREIGN))
                continue
            moves = self._some(moves)
            tried = afterstates(self.features, position.imagine(seat, self.luck), seat, moves, self.luck)
            blocks.append(rows_in(tried.rows, self.width).astype(np.float32))
            over.extend((count + at, tried.results[at]) for at in range(len(moves)) if tried.over[at])
            spans.append((lane, seat, moves, count))
            count += len(moves)
        rows = np.concatenate(blocks) if blocks else np.zeros((0, self.width), dtype=np.float32)
        values = net.worth(rows)
        for at, known in over:
            values[at] = known
        made: list[tuple[int, Decided]] = []
        for lane, seat, moves, at in spans:
            position = self.positions[lane]
            if at < 0:
                position.apply(seat, moves[0], self.luck)
                if at == FOREIGN:
                    made.append((lane, Decided(seat, row_of(self.features, position, seat), 0.0, False)))
                continue
            mine = values[at : at + len(moves)]
            best = int(mine.argmax())
            chosen = best if self.draws.random() >= straying else self._strange(mine)
            expected, trail = float(mine[best]), self.trails[lane]
            if self.seats == 2 and len(trail) >= TRAIL:
                targets.take(trail, [expected if who == seat else -expected for who in range(2)])
            position.apply(seat, moves[chosen], self.luck)
            made.append((lane, Decided(seat, row_of(self.features, position, seat), expected, chosen != best)))
        if made:
            # What the dream promised may have been luck: what is expected is what is expected of what really came.
            really = net.worth(np.stack([step.row for _, step in made]))
            for (lane, step), worth in zip(made, really.tolist(), strict=True):
                result = self.positions[lane].result()
                if not step.strayed:
                    step.best = worth if result is None else result[step.seat]
                self.trails[lane].append(step)
        for lane in range(LANES):
            self._go_on(lane, targets)

    def _some(self, moves: list[Move]) -> list[Move]:
        """All of them, or a random few where they are many."""
        if len(moves) <= MOST_MOVES:
            return moves
        return [moves[i] for i in self.draws.choice(len(moves), MOST_MOVES, replace=False).tolist()]

    def _strange(self, values: Real) -> int:
        if self.draws.random() >= SOFT:
            return int(self.draws.integers(len(values)))
        weights = np.exp((values - values.max()) / WARMTH, dtype=np.float64)
        return int(self.draws.choice(len(values), p=weights / weights.sum()))

    def _learner(self, lane: int) -> Seat:
        return -1 if self.met[lane] is None else int(self.draws.integers(self.seats))

    def _rival(self, lane: int, seat: Seat) -> Player:
        name = self.met[lane]
        if (lane, seat) not in self.rivals and name is not None:
            own = f"{self.seed}/rival {self.luck.below(1 << 30)}"
            self.rivals[lane, seat] = find_player(name, self.game, self.options, own, timed=False)
        return self.rivals[lane, seat]

    def _go_on(self, lane: int, targets: Targets) -> None:
        """To the next decision of the lane; a game that is over, or lasts too long, teaches and is dealt anew."""
        self.decisions[lane] += 1
        result = self.positions[lane].result()
        if result is None:
            if self.decisions[lane] < LONGEST:
                return
            result = [0.0] * self.seats
        targets.take(self.trails[lane], result)
        self.finished += 1
        self.decisions[lane] = 0
        self.learners[lane] = self._learner(lane)
        for seat in range(self.seats):
            self.rivals.pop((lane, seat), None)
        self.positions[lane] = self.game.start(self.options, self.luck)
