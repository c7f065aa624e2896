"""Actor processes: each plays with the newest weights and returns training data."""

from __future__ import annotations

import signal
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.outcome import win_shares
from rumpus.core.rng import SeededRng
from rumpus.players.catalogue import find_player
from rumpus.players.layout import NetLayout
from rumpus.players.net import Net
from rumpus.players.network import NetworkPlayer
from rumpus.players.playing import play_game
from rumpus.players.weights import AFTERSTATES, TrainedNet
from rumpus.training.messages import EvalRequest, EvalResult, Opponent, PlayBatch, PlayRequest, TrainingTables
from rumpus.training.ppo import PpoActor
from rumpus.training.value_learning import SelfPlayActor

BATCH_ROWS, IMITATION_BATCH_ROWS = 4096, 1024
"""Rows per batch of value learning, in self-play and in imitation."""


class Actor:
    """Plays the games of one process."""

    def __init__(self, game: str, tables: TrainingTables, method: str, seed: str, opponent: Opponent) -> None:
        self.game = find_game(game)
        self.tables = [self.game.options(changes) for changes in tables.changes]
        self.reference, self.relative_moves = self.game.options(tables.reference), tables.relative_moves
        self.method, self.seed, self.opponent = method, seed, opponent
        self.actors: dict[int, SelfPlayActor | PpoActor] = {}
        """By table, made when it is first asked for."""

    def handle(self, request: PlayRequest | EvalRequest) -> PlayBatch | EvalResult:
        if isinstance(request, EvalRequest):
            return self._evaluate(request)
        net = None if request.arrays is None else Net(request.arrays)
        actor = self._actor(request.table)
        if isinstance(actor, SelfPlayActor):
            rows = IMITATION_BATCH_ROWS if net is None else BATCH_ROWS
            return actor.play(net, rows, request.exploration, request.seconds)
        actor.past_net = None if request.past_arrays is None else Net(request.past_arrays)
        return actor.play(net, request.exploration, request.seconds, request.opponent_fraction)

    def _actor(self, table: int) -> SelfPlayActor | PpoActor:
        if table not in self.actors:
            kind = SelfPlayActor if self.method == AFTERSTATES else PpoActor
            options, seed = self.tables[table], f"{self.seed}/table {table}" if table else self.seed
            layout = NetLayout(self.game, options, self.reference, self.relative_moves)
            self.actors[table] = kind(self.game, options, seed, self.opponent, layout)
        return self.actors[table]

    def _evaluate(self, request: EvalRequest) -> EvalResult:
        points: list[float] = []
        game, options = self.game, self.tables[0]
        seats, changes = game.seats(options), self.reference.changed()
        arrays, depth = request.arrays, request.rollout_depth
        trained = TrainedNet(request.method, changes, "", arrays, {}, depth, relative_moves=self.relative_moves)
        deadline, seed = time.monotonic() + request.seconds, f"{request.seed}/exam" if request.seed else "exam"
        for number in request.games:
            if points and time.monotonic() > deadline:
                break
            learner_seat = number % seats
            players = [
                NetworkPlayer("learner", game, options, f"{seed} {number}", trained)
                if seat == learner_seat
                else find_player(self.opponent.name, game, options, f"{seed} {number}/{seat}", timed=False)
                for seat in range(seats)
            ]
            # The learner plays each deal once from every seat, and the same deals at every point of the curve.
            deal, info_rng = SeededRng(f"{seed} {number // seats} deal"), SeededRng(f"{seed} {number} chairs")
            played = play_game(game, options, players, deal, info_rng)
            points.append(win_shares(played.ranking)[learner_seat])
        return EvalResult(request.point, request.method, points)


def _run_actor(pipe: Connection, game: str, tables: TrainingTables, method: str, seed: str, opponent: Opponent) -> None:
    # Ctrl-C is handled by the parent process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    actor = Actor(game, tables, method, seed, opponent)
    while True:
        try:
            pipe.send(actor.handle(pipe.recv()))
        except (EOFError, BrokenPipeError):
            return


class Actors:
    """A pool of actor processes. Each handles one request at a time."""

    def __init__(
        self, jobs: int, game: str, tables: TrainingTables, method: str, seed: str, opponent: Opponent
    ) -> None:
        context = get_context("spawn")
        self.pipes: list[Connection] = []
        self.processes = []
        for number in range(jobs):
            ours, theirs = context.Pipe()
            args = (theirs, game, tables, method, f"{seed}/actor {number}", opponent)
            process = context.Process(target=_run_actor, args=args, daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)

    def send(self, actor: int, request: PlayRequest | EvalRequest) -> None:
        self.pipes[actor].send(request)

    def receive(self) -> list[tuple[int, PlayBatch | EvalResult]]:
        """Waits for at least one reply. Returns all that are ready."""
        found: list[tuple[int, PlayBatch | EvalResult]] = []
        for pipe in wait(self.pipes):
            assert isinstance(pipe, Connection)
            try:
                found.append((self.pipes.index(pipe), pipe.recv()))
            except EOFError:
                raise RumpusError(
                    "An actor process has ended early, perhaps for lack of memory. Use fewer jobs."
                ) from None
        return found

    def close(self) -> None:
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.terminate()
            process.join()
