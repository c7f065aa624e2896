"""A player that has learnt the game by playing it: a small network, and one look at where each move leads."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, inf
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from rumpus.core.errors import UnknownName
from rumpus.core.features import Afterstates, afterstates, rows_of
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Counted, Seeded
from rumpus.players.net import chances, rows_in
from rumpus.players.player import Choice, Explanation, Player
from rumpus.players.search import SearchPlayer
from rumpus.players.weights import AFTERSTATES, ALONE, BadWeights, Trained, Weights, shipped_weights, weights_of

DREAMS = 4
"""What a seat cannot know is dealt anew so often, at most."""
JOINT_DREAMS = 16
"""The same where others decide at the same time: what they answer differs as well."""
LOOKS = 320
"""Moves tried at a decision in all dreams together; each is tried at least once."""
UNLIKELY = 0.01
"""Moves that the policy makes less often than this are not thought about."""
PLAYED_ON = 4
"""Decisions that a champion plays each promising move on further …"""
DREAMT_MORE = 4
"""… and how many times as many dreams as usual it does that in."""
PATIENCE = 0.7
"""Share of the time after which nothing more is played on: whatever is under way still takes a while."""
AT_ONCE, AT_ONCE_BY_WORTH = 256, 8
"""Positions for which the network decides between two looks at the clock, and where it tries every move in each."""
FAVOURITES, ALL_FAVOURITES = 2, 5
"""Moves that are played on, by a champion more, where each is judged by where it leads: the best at a glance."""
WARMTH = 0.03
"""How much better than another a move has to be to be made e times as often …"""
WARMTH_TOGETHER = 0.2
"""… and where others decide at the same time, who read whoever trusts too much in what they will do."""

UNTRAINED = "(Nobody has trained a network for these options, so this was found by searching.)"


def weights_for(game: Game, file: str) -> Weights:
    """Those of the file, or those that came with the game if none is named."""
    if not file:
        shipped = shipped_weights(game)
        if shipped is None:
            raise UnknownName(f"no weights came with {game.title}; `rumpus train {game.name}` makes some")
        return shipped
    path = Path(file)
    try:
        found = weights_of(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadWeights(f"{file} cannot be read: {error.strerror or error}") from None
    if found.game != game.name:
        raise BadWeights(f"{file} has learnt {found.game}, not {game.name}")
    return found


class UntrainedPlayer(SearchPlayer):
    """Searches, since no network fits the options, and says so."""

    def decide(self, chair: Chair) -> Move:
        move = super().decide(chair)
        if self._explanation is not None and not self._explanation.reason:
            self._explanation.note = UNTRAINED
        return move


class LearnedPlayer(Player):
    """Looks one step ahead, or plays each promising move on for some decisions, as the network would for every seat."""

    def __init__(
        self,
        name: str,
        game: Game,
        options: Options,
        seed: str,
        trained: Trained,
        decisions: int = 0,
        seconds: float | None = None,
        more: int = 1,
        favourites: int = FAVOURITES,
    ) -> None:
        """`decisions`: for how many more than usual each promising move is played on, for at most so many `seconds`.

        `more`: how many times as many dreams it looks at. `favourites`: how many moves are promising, where each is
        judged by where it leads.
        """
        super().__init__(name)
        self._decisions = trained.decisions + decisions
        self._more = more
        self._favourites = favourites
        self._seconds = inf if seconds is None else seconds
        self._until = inf
        self._game = game
        self._options = options
        self._trained = trained
        self._features = game.bots().features(options)
        self._width = len(self._features.names)
        self._luck = Seeded(seed)

    def decide(self, chair: Chair) -> Move:
        forced = self.forced(chair)
        if forced is not None:
            return forced
        self._until = monotonic() + PATIENCE * self._seconds
        moves = chair.moves()
        choices = self._best(chair, moves) if self._trained.method == AFTERSTATES else self._mixed(chair, moves)
        self._explanation = Explanation(self.name, choices)
        return choices[0].move

    def __getstate__(self) -> dict[str, object]:
        """For a copy or a pickle: the features, which may be compiled, are made again."""
        return {**self.__dict__, "_features": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._features = self._game.bots().features(self._options)

    def _best(self, chair: Chair, moves: list[Move]) -> list[Choice]:
        """The move that leads where most is expected, on the mean of a few dreams; of one, where nothing is hidden."""
        sums = np.zeros(len(moves))
        made = 0
        for _ in range(self._dreams(DREAMS, len(moves))):
            asked = Counted(self._luck)
            sums += self._worths(chair.afterstates(self._features, moves, asked), len(moves))
            made += 1
            if not asked.asked or monotonic() > self._until:
                break
        means: list[float] = (sums / made).tolist()
        order = sorted(range(len(moves)), key=lambda i: -means[i])
        if self._decisions:
            favourites = order[: self._favourites]
            further = dict(zip(favourites, self._ahead(chair, [moves[i] for i in favourites], made), strict=True))
            order = sorted(order, key=lambda i: (i not in further, -further.get(i, means[i])))
            means = [further.get(i, mean) for i, mean in enumerate(means)]
        return [Choice(chair, moves[i], 0.5 + 0.5 * means[i]) for i in order]

    def _mixed(self, chair: Chair, moves: list[Move]) -> list[Choice]:
        """The policy's chances, of which the better moves, one step ahead, get more.

        A move is drawn by them where others decide at the same time; elsewhere the likeliest is made.
        """
        row = chair.row(self._features)
        shares = self._shares(row, moves)
        if self._trained.method == ALONE:
            # Whoever learnt from somebody who answers otherwise than the network would is misled by looking ahead.
            first, worth = self._drawn(shares), float(self._trained.net.worth(np.array([row]))[0])
            rest = sorted((i for i in range(len(moves)) if i != first), key=lambda i: -shares[i])
            return [Choice(chair, moves[first], 0.5 + 0.5 * worth), *(Choice(chair, moves[i]) for i in rest)]
        likely = [i for i, share in enumerate(shares) if share >= UNLIKELY]
        means = self._ahead(chair, [moves[i] for i in likely], self._dreams(JOINT_DREAMS, len(likely)))
        high = max(means)
        together = len(chair.imagine(self._luck).to_act()) > 1
        warmth = WARMTH_TOGETHER if together else WARMTH
        weights = [shares[i] * exp((mean - high) / warmth) for i, mean in zip(likely, means, strict=True)]
        first = self._drawn(weights) if together else weights.index(max(weights))
        order = sorted(range(len(likely)), key=lambda at: (at != first, -weights[at]))
        rest = sorted(set(range(len(moves))) - set(likely), key=lambda i: -shares[i])
        return [
            *(Choice(chair, moves[likely[at]], 0.5 + 0.5 * means[at]) for at in order),
            *(Choice(chair, moves[i]) for i in rest),
        ]

    def _ahead(self, chair: Chair, moves: list[Move], dreams: int) -> list[float]:
        """What these moves lead to, on the mean of dreams in which the others decide by the network too."""
        features, luck = self._features, self._luck
        sums = np.zeros(len(moves))
        played: list[Position] = []
        for dream in self._dreamt(chair, dreams):
            if self._decisions:
                for move in moves:
                    after = dream.copy()
                    after.apply(chair.seat, move, luck)
                    played.append(after)
            else:
                sums += self._worths(afterstates(features, dream, chair.seat, moves, luck), len(moves))
        if played:
            self._play_on(played)
            sums = self._worths_now(played, chair.seat).reshape(dreams, len(moves)).sum(axis=0)
        means: list[float] = (sums / dreams).tolist()
        return means

    def _dreamt(self, chair: Chair, dreams: int) -> Iterator[Position]:
        """Dreams; those who decide at the same time have answered in them, all asked at once."""
        answered: list[Position] = []
        asked: list[tuple[Position, Seat, list[Move]]] = []
        for _ in range(dreams):
            dream = chair.imagine(self._luck)
            others = [(dream, seat, dream.moves(seat)) for seat in dream.to_act() if seat != chair.seat]
            if others:
                asked += others
                answered.append(dream)
            else:
                yield dream
        if asked:
            for (position, seat, moves), at in zip(asked, self._answers(asked), strict=True):
                position.apply(seat, moves[at], self._luck)
        yield from answered

    def _play_on(self, positions: list[Position]) -> None:
        """Many of them side by side, so that the network is asked once for all of those; until time is over."""
        many = AT_ONCE_BY_WORTH if self._trained.method == AFTERSTATES else AT_ONCE
        for _ in range(self._decisions):
            positions = [position for position in positions if position.to_act()]
            for first in range(0, len(positions), many):
                if monotonic() > self._until:
                    return
                asked: list[tuple[Position, Seat, list[Move]]] = []
                for position in positions[first : first + many]:
                    asked += [(position, seat, position.moves(seat)) for seat in position.to_act()]
                for (position, seat, moves), at in zip(asked, self._answers(asked), strict=True):
                    position.apply(seat, moves[at], self._luck)

    def _answers(self, asked: list[tuple[Position, Seat, list[Move]]]) -> list[int]:
        """Which of its moves the network makes in each."""
        net, features = self._trained.net, self._features
        if self._trained.method == AFTERSTATES:
            tried = [afterstates(features, position, seat, moves, self._luck) for position, seat, moves in asked]
            worths = net.worth(np.concatenate([rows_in(one.rows, self._width) for one in tried]))
            found: list[int] = []
            start = 0
            for one, (_, _, moves) in zip(tried, asked, strict=True):
                mine = [one.results[i] if one.over[i] else worths[start + i] for i in range(len(moves))]
                found.append(mine.index(max(mine)))
                start += len(moves)
            return found
        rows = rows_of(features, [position for position, _, _ in asked], [seat for _, seat, _ in asked])
        scores = net.scores_of(net.hidden(rows_in(rows, self._width)))
        masks = np.zeros(scores.shape, dtype=np.int8)
        for row, (_, _, moves) in enumerate(asked):
            masks[row, moves] = 1
        shares = chances(scores, masks)
        return [self._drawn(shares[row, moves].tolist()) for row, (_, _, moves) in enumerate(asked)]

    def _worths_now(self, positions: list[Position], seat: Seat) -> NDArray[np.float64]:
        rows = rows_in(rows_of(self._features, positions, [seat] * len(positions)), self._width)
        found: NDArray[np.float64] = np.array(self._trained.net.worth(rows))
        for at, position in enumerate(positions):
            result = position.result()
            if result is not None:
                found[at] = result[seat]
        return found

    def _worths(self, tried: Afterstates, count: int) -> NDArray[np.float64]:
        found: NDArray[np.float64] = np.array(self._trained.net.worth(rows_in(tried.rows, self._width)))
        for at in range(count):
            if tried.over[at]:
                found[at] = tried.results[at]
        return found

    def _shares(self, row: list[float], moves: list[Move]) -> list[float]:
        """The policy's chances of these moves."""
        if len(moves) == 1:
            return [1.0]
        net = self._trained.net
        scores = net.scores_of(net.hidden(np.array([row])))[:, moves]
        shares: list[float] = chances(scores, np.ones(scores.shape, dtype=np.int8))[0].tolist()
        return shares

    def _drawn(self, weights: list[float]) -> int:
        wanted = sum(weights) * self._luck.below(1 << 30) / (1 << 30)
        for at, weight in enumerate(weights):
            wanted -= weight
            if wanted < 0:
                return at
        return len(weights) - 1

    def _dreams(self, most: int, moves: int) -> int:
        """How many to look at, so that so many moves are not tried too often."""
        return self._more * max(1, min(most, LOOKS // moves))


def champion_of(
    name: str, game: Game, options: Options, seed: str, trained: Trained, seconds: float | None
) -> LearnedPlayer:
    """The network at its most careful: more decisions, more dreams, more moves."""
    return LearnedPlayer(name, game, options, seed, trained, PLAYED_ON, seconds, DREAMT_MORE, ALL_FAVOURITES)
