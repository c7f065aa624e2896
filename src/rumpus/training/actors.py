"""The processes that play: each gets the newest weights, plays for a while, and sends back what there is to learn."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.outcome import winners
from rumpus.core.rng import Seeded
from rumpus.players.catalogue import find_player
from rumpus.players.net import Net
from rumpus.players.network import LearnedPlayer
from rumpus.players.playing import play_game
from rumpus.players.weights import AFTERSTATES, Trained
from rumpus.training.messages import Exam, Examined, Practice, Practised, Rival
from rumpus.training.ppo import Mixer
from rumpus.training.value_learning import Walker

ROWS, WATCHED_ROWS = 4096, 1024
"""What a process plays before it sends, where moves are judged by where they lead."""


class Actor:
    """One process's games."""

    def __init__(self, game: str, changes: Mapping[str, object], method: str, seed: str, rival: Rival) -> None:
        self.method = method
        self.rival = rival
        self.game = find_game(game)
        self.options = self.game.options(changes)
        self.walker = Walker(self.game, self.options, seed, rival) if method == AFTERSTATES else None
        self.mixer = None if self.walker else Mixer(self.game, self.options, seed, rival)

    def do(self, order: Practice | Exam) -> Practised | Examined:
        if isinstance(order, Exam):
            return self._examine(order)
        net = None if order.arrays is None else Net(order.arrays)
        if self.walker is not None:
            return self.walker.play(net, WATCHED_ROWS if net is None else ROWS, order.straying, order.seconds)
        assert self.mixer is not None
        self.mixer.past = None if order.past is None else Net(order.past)
        return self.mixer.play(net, order.straying, order.seconds, order.share)

    def _examine(self, order: Exam) -> Examined:
        points: list[float] = []
        trained = Trained(order.method, {}, "", order.arrays, {}, order.decisions)
        seats = self.game.seats(self.options)
        until = time.monotonic() + order.seconds
        for number in order.games:
            if points and time.monotonic() > until:
                break
            mine = number % seats
            players = [
                LearnedPlayer("learner", self.game, self.options, f"exam {number}", trained)
                if seat == mine
                else find_player(self.rival.name, self.game, self.options, f"exam {number}/{seat}", timed=False)
                for seat in range(seats)
            ]
            deal, chairs = Seeded(f"exam {number // seats} deal"), Seeded(f"exam {number} chairs")
            best = winners(play_game(self.game, self.options, players, deal, chairs).ranking)
            points.append(1 / len(best) if mine in best else 0.0)
        return Examined(order.point, order.method, points)


def _work(pipe: Connection, game: str, changes: Mapping[str, object], method: str, seed: str, rival: Rival) -> None:
    # Ctrl-C is for the process that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    actor = Actor(game, changes, method, seed, rival)
    while True:
        try:
            pipe.send(actor.do(pipe.recv()))
        except (EOFError, BrokenPipeError):
            return


class Actors:
    """So many processes; each has one order at a time, and the next one only when it has answered."""

    def __init__(
        self, jobs: int, game: str, changes: Mapping[str, object], method: str, seed: str, rival: Rival
    ) -> None:
        context = get_context("spawn")
        self.pipes: list[Connection] = []
        self.processes = []
        for number in range(jobs):
            ours, theirs = context.Pipe()
            words = (theirs, game, dict(changes), method, f"{seed}/actor {number}", rival)
            process = context.Process(target=_work, args=words, daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)

    def order(self, actor: int, order: Practice | Exam) -> None:
        self.pipes[actor].send(order)

    def answers(self) -> list[tuple[int, Practised | Examined]]:
        """Whatever is done, as soon as something is."""
        found: list[tuple[int, Practised | Examined]] = []
        for pipe in wait(self.pipes):
            assert isinstance(pipe, Connection)
            try:
                found.append((self.pipes.index(pipe), pipe.recv()))
            except EOFError:
                raise RumpusError(
                    "a process that played has ended before its time; is there too little memory?"
                ) from None
        return found

    def close(self) -> None:
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.terminate()
            process.join()
