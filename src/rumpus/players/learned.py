"""A player that has learnt the game by playing it: a small network, and one look at where each move leads."""

from __future__ import annotations

from math import exp
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rumpus.core.chair import Chair
from rumpus.core.contract import Move
from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.core.luck import Counted, Seeded
from rumpus.core.options import Options
from rumpus.core.rows import Afterstates, afterstates
from rumpus.players.net import chances, rows_in
from rumpus.players.player import Choice, Explanation, Player, only_choice
from rumpus.players.search import SearchPlayer
from rumpus.players.weights import AFTERSTATES, BadWeights, Trained, Weights, shipped_weights, weights_of

DREAMS = 4
"""What a seat cannot know is dealt anew so often, at most."""
JOINT_DREAMS = 16
"""The same where others decide at the same time: what they answer differs as well."""
LOOKS = 320
"""Moves tried at a decision in all dreams together; each is tried at least once."""
UNLIKELY = 0.01
"""Moves that the policy makes less often than this are not thought about."""
WARMTH = 0.03
"""How much better than another a move has to be to be made e times as often."""

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
    def __init__(self, name: str, game: Game, options: Options, seed: str, trained: Trained) -> None:
        super().__init__(name)
        self._game = game
        self._options = options
        self._trained = trained
        self._features = game.bots().features(options)
        self._width = len(self._features.names)
        self._luck = Seeded(seed)

    def decide(self, chair: Chair) -> Move:
        forced = only_choice(self.name, chair)
        if forced is not None:
            self._explanation = forced
            return forced.chosen.move
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
        for _ in range(_dreams(DREAMS, len(moves))):
            asked = Counted(self._luck)
            sums += self._worths(chair.afterstates(self._features, moves, asked), len(moves))
            made += 1
            if not asked.asked:
                break
        means: list[float] = (sums / made).tolist()
        order = sorted(range(len(moves)), key=lambda i: -means[i])
        return [Choice(chair, moves[i], 0.5 + 0.5 * means[i]) for i in order]

    def _mixed(self, chair: Chair, moves: list[Move]) -> list[Choice]:
        """The policy's chances, of which the better moves, one step ahead, get more.

        A move is drawn by them where others decide at the same time; elsewhere the likeliest is made.
        """
        shares = self._shares(chair.row(self._features), moves)
        likely = [i for i, share in enumerate(shares) if share >= UNLIKELY]
        means = self._ahead(chair, [moves[i] for i in likely])
        high = max(means)
        weights = [shares[i] * exp((mean - high) / WARMTH) for i, mean in zip(likely, means, strict=True)]
        together = len(chair.imagine(self._luck).to_act()) > 1
        first = self._drawn(weights) if together else weights.index(max(weights))
        order = sorted(range(len(likely)), key=lambda at: (at != first, -weights[at]))
        rest = sorted(set(range(len(moves))) - set(likely), key=lambda i: -shares[i])
        return [
            *(Choice(chair, moves[likely[at]], 0.5 + 0.5 * means[at]) for at in order),
            *(Choice(chair, moves[i]) for i in rest),
        ]

    def _ahead(self, chair: Chair, moves: list[Move]) -> list[float]:
        """What these moves lead to, on the mean of dreams in which the others decide by the policy too."""
        features, luck = self._features, self._luck
        dreams = _dreams(JOINT_DREAMS, len(moves))
        sums = np.zeros(len(moves))
        for _ in range(dreams):
            dream = chair.imagine(luck)
            for seat in dream.to_act():
                if seat != chair.seat:
                    theirs = dream.moves(seat)
                    answer = theirs[self._drawn(self._shares(features.of(dream, seat), theirs))]
                    dream.apply(seat, answer, luck)
            sums += self._worths(afterstates(features, dream, chair.seat, moves, luck), len(moves))
        means: list[float] = (sums / dreams).tolist()
        return means

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


def _dreams(most: int, moves: int) -> int:
    return max(1, min(most, LOOKS // moves))
