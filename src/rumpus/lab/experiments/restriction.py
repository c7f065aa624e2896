"""Restricted play: each deal twice with common random numbers, the second time without a card or move."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.outcome import winners
from rumpus.core.position import Json, Move
from rumpus.core.rng import SeededRng
from rumpus.lab.simulation.deals import DealJob, play_deal, play_deals, until_precise
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player
from rumpus.stats.regression import mean_of

CHUNK_DEALS = 25
FIRST_ANALYSIS_DEALS = 200

Result = tuple[bool, bool, bool]
"""Won unrestricted, won restricted, wanted the forbidden move."""


@lru_cache(maxsize=64)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


class RestrictedPlayer(Player):
    """Plays like another player, but avoids moves with `forbidden` if it can."""

    def __init__(self, inner: Player, forbidden: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(inner.name)
        self._inner = inner
        self._forbidden = forbidden
        self._rng = SeededRng(seed)
        self._game = game
        self._options = options
        self._seed = seed
        self.wanted = False
        """True once the player would have chosen a forbidden move."""

    def decide(self, info: InfoState) -> Move:
        move = self._inner.decide(info)
        self._explanation = self._inner.explanation()
        if not self._names(info, move):
            return move
        self.wanted = True
        considered = [] if self._explanation is None else [choice.move for choice in self._explanation.choices]
        rest = [other for other in info.moves() if other not in considered]
        self._rng.shuffle(rest)
        if self._inner.nodes():  # it remembers a move that it has not made
            self._inner = find_player(self.name, self._game, self._options, self._seed, timed=False)
        # `considered` is ranked, best first after the chosen move.
        return next((other for other in considered + rest if not self._names(info, other)), move)

    def _names(self, info: InfoState, move: Move) -> bool:
        return _pattern(self._forbidden).search(info.describe_move(move)) is not None


class PlayRestricted(DealJob[Result]):
    """Job: plays deals, each unrestricted and restricted."""

    def __init__(self, plan: Plan, forbidden: str) -> None:
        super().__init__(plan)
        self.forbidden = forbidden

    def play(self, plan: Plan, deals: range) -> list[Result]:
        return [self._result(plan, deal) for deal in deals]

    def _result(self, plan: Plan, deal: int) -> Result:
        seat, players = deal % len(plan.players), plan.seated(deal)
        free = winners(play_deal(plan, deal, players).ranking) == [seat]
        # New players: those of the first game may remember it.
        players = plan.seated(deal)
        seed = f"{plan.deal_seed(deal)}/restricted"
        restricted = RestrictedPlayer(players[seat], self.forbidden, plan.game, plan.options, seed)
        players[seat] = restricted
        bound = winners(play_deal(plan, deal, players).ranking) == [seat]
        return free, bound, restricted.wanted


class RestrictionEffect:
    """Value of being allowed something: win rate with it minus win rate without it."""

    def __init__(self, name: str, players: Sequence[str], results: Sequence[Result]) -> None:
        self.name = name
        self.players = list(players)
        more = np.array([float(free) - float(bound) for free, bound, _ in results])
        wanted = np.array([one[2] for one in results])
        self.deals = len(results)
        self.wanted = float(wanted.mean())
        """Fraction of the deals in which the restricted side wanted it."""
        self.value = mean_of(more)
        # Until a side wants it, both games are equal. So deals without a want differ by exactly 0.
        self.when_wanted = mean_of(more[wanted])
        """Value in the deals with a use for it."""

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "players": list[Json](self.players),
            "deals": self.deals,
            "worth": self.value.value,
            "plus or minus": self.value.half_width,
            "wanted": self.wanted,
            "worth when wanted": self.when_wanted.value,
            "when wanted, plus or minus": self.when_wanted.half_width,
        }


def check_restriction(plan: Plan, name: str) -> str:
    """The topic's name as the game spells it, or a refusal."""
    for topic in plan.topics:
        if topic.lower() == name.strip().lower():
            return topic
    if plan.rules_patch is not None:
        return name.strip()  # it may be a topic that the rules patch adds
    near = difflib.get_close_matches(name, plan.topics, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"`rumpus cards {plan.game.name}` lists what there is."
    raise BadOption(f"{plan.game.title} has nothing called {name!r} that could be forbidden. {hint}")


def restrict(
    plan: Plan,
    name: str,
    workers: Workers,
    precision: float = 0.02,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> RestrictionEffect:
    """Plays deals until the value is known to ± `precision`.

    It plays at most the plan's games.
    """
    job, results = PlayRestricted(plan, name), list[Result]()

    def analyse(deals: int) -> RestrictionEffect:
        numbers = range(len(results), deals)
        results.extend(play_deals(job, numbers, workers, CHUNK_DEALS, lambda done: progress(done, plan.games)))
        return RestrictionEffect(name, plan.players, results)

    return until_precise(analyse, lambda found: found.value.half_width, FIRST_ANALYSIS_DEALS, plan.games, precision)
