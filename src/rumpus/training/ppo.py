"""Learning which moves to mix: for games in which seats decide at the same time (PPO in self-play).

Whoever always does the same is read by those who decide at the same time, so what is learnt is a chance for each move.
Games of turns that do not end at random are learnt so as well: a policy that begins like the greedy bot ends them, and
does not lose that again by noise in what it expects.
In some lanes the others are an earlier self or a rival, so that the policy does not chase its own tail. The
network also learns what a row is worth for seats that have nothing to decide: that is what looking ahead asks it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.core.rng import Seeded
from rumpus.envs.arrays import Mask
from rumpus.envs.vector import VectorEnv
from rumpus.players.catalogue import find_player
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.net import Array, Net, chances, drawn
from rumpus.players.player import Player
from rumpus.training.messages import Arrays, Practised, Rival

LANES = 256
STEPS = 64
"""Decisions in every lane before there is something to learn."""
WATCHED_LANES = 16
"""While the greedy bot plays, who thinks longer …"""
WATCHED_STEPS = 4 * STEPS
"""… and of whose games only those teach that end."""
LAMBDA = 0.97
EARLIER = 0.25
"""Share of the lanes in which the others are an earlier self."""
ONLOOKING = 4
"""Every so many decisions, what all seats know is learnt from as well."""


class Sweep:
    """One decision in every lane."""

    def __init__(self, rows: Array, masks: Mask, seats: NDArray[np.int64], counts: NDArray[np.bool_]) -> None:
        self.rows = rows
        self.masks = masks
        self.seats = seats
        self.counts = counts
        """By lane: whether it is the learner's decision."""
        self.onlookers: list[Array] = []
        """What each seat knows, if that was looked at."""
        lanes = len(rows)
        self.moves = np.zeros(lanes, dtype=np.int64)
        self.logs = np.zeros(lanes, dtype=np.float32)
        self.worths = np.zeros(lanes, dtype=np.float32)
        self.dones = np.zeros(lanes, dtype=np.bool_)
        self.rewards = np.zeros((lanes, 1), dtype=np.float32)


class Mixer:
    """Games side by side in which a network plays itself, earlier selves and a rival."""

    def __init__(self, game: Game, options: Options, seed: str, rival: Rival) -> None:
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.luck = Seeded(seed)
        self.draws = np.random.default_rng(zlib.crc32(seed.encode()))
        number = zlib.crc32(seed.encode())
        self.env = VectorEnv(game, options.changed(), LANES, number)
        self.watched = VectorEnv(game, options.changed(), WATCHED_LANES, number)
        self.bot = GreedyPlayer("greedy", game, options, f"{seed}/greedy")
        self.rival = rival
        self.met = rival.met_in(LANES)
        """By lane, which rival the others are there."""
        self.rivals: dict[tuple[int, Seat], Player] = {}
        """By lane and seat, each for one game."""
        self.seed = seed
        self.past: Net | None = None
        self.learners = self.draws.integers(self.seats, size=LANES)
        """In a lane with others, the seat that learns."""

    def play(self, net: Net | None, straying: float, seconds: float, share: float = 0.0) -> Practised:
        """So many decisions in every lane; without a network, those of the greedy bot.

        `share`: of the lanes in which the rival is met, if more than usual.
        """
        self.met = self.rival.met_in(LANES, share)
        env, steps = (self.watched, WATCHED_STEPS) if net is None else (self.env, STEPS)
        rounds: list[Sweep] = []
        until = monotonic() + seconds
        for number in range(steps):
            if rounds and monotonic() > until:
                break
            rows, masks, seats = env.observe()
            played = Sweep(rows, masks, seats, np.ones(env.count, dtype=np.bool_))
            if number % ONLOOKING == 0:
                played.onlookers = [env.rows_of(seat) for seat in range(self.seats)]
            if net is None:
                self._watch(played, straying)
            else:
                self._decide(net, played)
            finished = env.step(played.moves)
            played.dones, played.rewards = finished.dones, finished.rewards
            if net is not None:
                self.learners[finished.lanes] = self.draws.integers(self.seats, size=len(finished.lanes))
                self.rivals = {at: who for at, who in self.rivals.items() if at[0] not in finished.lanes}
            rounds.append(played)
        ahead = np.zeros((env.count, self.seats), dtype=np.float32)
        if net is not None:
            for seat in range(self.seats):
                ahead[:, seat] = net.worth(env.rows_of(seat))
        games = int(sum(played.dones.sum() for played in rounds))
        return Practised(lessons(rounds, ahead, net is None), games, net is None)

    def _watch(self, played: Sweep, straying: float) -> None:
        for lane, moves in enumerate(self.watched.lanes.offers):
            if len(moves) == 1:
                played.moves[lane] = moves[0]
            elif self.draws.random() < straying:
                played.moves[lane] = moves[int(self.draws.integers(len(moves)))]
                played.counts[lane] = False
            else:
                played.moves[lane] = self._greedy(self.watched, lane, int(played.seats[lane]))

    def _greedy(self, env: VectorEnv, lane: int, seat: Seat) -> Move:
        return self.bot.decide(Chair(self.game, self.options, env.lanes.positions[lane], seat, self.luck))

    def _decide(self, net: Net, played: Sweep) -> None:
        hidden = net.hidden(played.rows)
        shares = chances(net.scores_of(hidden), played.masks)
        played.moves = drawn(shares, self.draws)
        played.worths = net.worth_of(hidden).astype(np.float32)
        played.logs = np.log(np.maximum(shares[np.arange(LANES), played.moves], 1e-9)).astype(np.float32)
        theirs = played.seats != self.learners
        earlier = np.flatnonzero(theirs[: int(LANES * EARLIER)])
        if self.past is not None and len(earlier):
            scores = self.past.scores_of(self.past.hidden(played.rows[earlier]))
            played.moves[earlier] = drawn(chances(scores, played.masks[earlier]), self.draws)
            played.counts[earlier] = False
        for lane, name in enumerate(self.met):
            if theirs[lane] and name is not None:
                seat = int(played.seats[lane])
                chair = Chair(self.game, self.options, self.env.lanes.positions[lane], seat, self.luck)
                played.moves[lane] = self._rival(name, lane, seat).decide(chair)
                played.counts[lane] = False

    def _rival(self, name: str, lane: int, seat: Seat) -> Player:
        if (lane, seat) not in self.rivals:
            own = f"{self.seed}/rival {self.luck.below(1 << 30)}"
            self.rivals[lane, seat] = find_player(name, self.game, self.options, own, timed=False)
        return self.rivals[lane, seat]


def lessons(rounds: Sequence[Sweep], ahead: Array, watched: bool) -> Arrays:
    """What there is to learn, backwards: generalised advantages (GAE), by seat.

    `ahead`, by lane and seat, is what the decisions after the last are expected to bring. Of a game that was watched
    all counts that is known to have ended, and only its result.
    """
    keep = 1.0 if watched else LAMBDA
    ahead = ahead.copy()
    lanes = np.arange(len(ahead))
    better, reward = np.zeros_like(ahead), np.zeros_like(ahead)
    known = np.full(ahead.shape, not watched)
    found: list[tuple[Array, Mask, NDArray[np.int64], Array, Array, Array]] = []
    for played in reversed(rounds):
        ended = played.dones
        ahead[ended], better[ended], known[ended] = 0.0, 0.0, True
        reward[ended] = played.rewards[ended]
        at = (lanes, played.seats)
        target = reward[at] + ahead[at] + keep * better[at]
        gain = target - played.worths
        counts = played.counts & known[at]
        found.append(
            (
                played.rows[counts].astype(np.float16),
                played.masks[counts],
                played.moves[counts],
                played.logs[counts],
                gain[counts],
                target[counts],
            )
        )
        ahead[at], better[at], reward[at] = played.worths, gain, 0.0
        for seat, rows in enumerate(played.onlookers):
            sure = known[:, seat]
            worth = (reward[:, seat] + ahead[:, seat] + keep * better[:, seat])[sure]
            found.append(onlooking(rows[sure], worth, played.masks.shape[1]))
    names = ("rows", "masks", "moves", "logs", "advantages", "targets")
    return {name: np.concatenate([piece[place] for piece in found]) for place, name in enumerate(names)}


def onlooking(rows: Array, worth: Array, space: int) -> tuple[Array, Mask, NDArray[np.int64], Array, Array, Array]:
    """Rows that only teach what they are worth: with one move to choose from there is nothing to learn about moves."""
    masks = np.zeros((len(rows), space), dtype=np.int8)
    masks[:, 0] = 1
    nothing = np.zeros(len(rows), dtype=np.float32)
    return rows.astype(np.float16), masks, np.zeros(len(rows), dtype=np.int64), nothing, nothing, worth
