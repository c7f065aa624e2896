"""Restricted play: what it costs one side that something is forbidden to it, in the same deal with the same luck."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.outcome import winners
from rumpus.core.position import Move, Plain, Seat
from rumpus.core.rng import Seeded
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.rules_patch import mistakes_in
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.player import Player
from rumpus.players.playing import play_game
from rumpus.stats.regression import mean_of

PIECE = 25
"""Deals per piece of work."""
FIRST_LOOK = 200
"""Deals after which it is first seen how many more are needed."""

Result = tuple[bool, bool, bool]
"""Whether the seat has won with it and without it, and whether it ever wanted to."""


@lru_cache(maxsize=64)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


class RestrictedPlayer(Player):
    """Plays as another would, but never a move that names what is forbidden, as long as there is any other."""

    def __init__(self, inner: Player, forbidden: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(inner.name)
        self._inner = inner
        self._forbidden = forbidden
        self._luck = Seeded(seed)
        self._game = game
        self._options = options
        self._seed = seed
        self.wanted = False
        """Whether it would ever have done what it may not."""

    def decide(self, chair: Chair) -> Move:
        move = self._inner.decide(chair)
        self._explanation = self._inner.explanation()
        if not self._names(chair, move):
            return move
        self.wanted = True
        considered = [] if self._explanation is None else [choice.move for choice in self._explanation.choices]
        rest = [other for other in chair.moves() if other not in considered]
        self._luck.shuffle(rest)
        if self._inner.nodes():  # it remembers a move that it has not made
            self._inner = find_player(self.name, self._game, self._options, self._seed, timed=False)
        return next((other for other in considered + rest if not self._names(chair, other)), move)

    def _names(self, chair: Chair, move: Move) -> bool:
        return _pattern(self._forbidden).search(chair.say(move)) is not None


class PlayForbidden:
    """A job for any process: some deals, each with and without."""

    def __init__(self, plan: Plan, forbidden: str) -> None:
        self.text = plan.manifest().text()
        self.forbidden = forbidden

    def __call__(self, deals: range) -> list[Result]:
        plan = plan_of(self.text)
        with mistakes_in(plan.variant):
            return [self._result(plan, deal) for deal in deals]

    def _result(self, plan: Plan, deal: int) -> Result:
        seat = deal % len(plan.players)
        free, _ = self._won(plan, deal, seat, False)
        bound, wanted = self._won(plan, deal, seat, True)
        return free, bound, wanted

    def _won(self, plan: Plan, deal: int, seat: Seat, restricted: bool) -> tuple[bool, bool]:
        game, options, seed = plan.game, plan.options, f"{plan.seed}/{deal}"
        players = [
            find_player(name, game, options, f"{seed}/player {one}", timed=False)
            for one, name in enumerate(plan.lineup(deal))
        ]
        held = RestrictedPlayer(players[seat], self.forbidden, game, options, f"{seed}/restricted")
        if restricted:
            players[seat] = held
        openings = Seeded(f"{seed}/opening") if plan.random_openings else None
        luck, chairs = Seeded(seed), Seeded(f"{seed}/chairs")
        played = play_game(game, options, players, luck, chairs, forced=False, openings=openings)
        return winners(played.ranking) == [seat], held.wanted


class Forbidding:
    """What a thing is worth to a side that may use it: the chance to win with it, less that without."""

    def __init__(self, name: str, players: Sequence[str], results: Sequence[Result]) -> None:
        self.name = name
        self.players = list(players)
        more = np.array([float(free) - float(bound) for free, bound, _ in results])
        wanted = np.array([one[2] for one in results])
        self.deals = len(results)
        self.wanted = float(wanted.mean())
        """In which share of the deals the side would have used it."""
        self.worth = mean_of(more)
        self.when_wanted = mean_of(more[wanted])
        """The same of those deals alone."""

    @property
    def sure(self) -> bool:
        """Whether it is seen to help or to harm."""
        return abs(self.worth.value) > self.worth.half

    def plain(self) -> dict[str, Plain]:
        return {
            "name": self.name,
            "players": list[Plain](self.players),
            "deals": self.deals,
            "worth": self.worth.value,
            "plus or minus": self.worth.half,
            "wanted": self.wanted,
            "worth when wanted": self.when_wanted.value,
            "when wanted, plus or minus": self.when_wanted.half,
        }


def check_forbidden(plan: Plan, name: str) -> str:
    """The thing as the game calls it, or a refusal in words."""
    for topic in plan.topics:
        if topic.lower() == name.strip().lower():
            return topic
    if plan.variant is not None:
        return name.strip()  # it may be one of the variant's own
    near = difflib.get_close_matches(name, plan.topics, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"`rumpus cards {plan.game.name}` lists what there is"
    raise BadOption(f"{plan.game.title} has nothing called {name!r} that could be forbidden; {hint}")


def forbid(
    plan: Plan,
    name: str,
    workers: Workers,
    precision: float = 0.02,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Forbidding:
    """Play deals until it is known to ± `precision`, or until all of the plan have been played."""
    job, results, target = PlayForbidden(plan, name), list[Result](), min(plan.games, FIRST_LOOK)
    while True:
        pieces = [range(first, min(first + PIECE, target)) for first in range(len(results), target, PIECE)]
        done: list[tuple[int, list[Result]]] = []
        for piece, some in workers.map(job, pieces):
            done.append((piece.start, some))
            progress(len(results) + sum(len(part) for _, part in done), plan.games)
        results += [one for _, some in sorted(done) for one in some]
        found = Forbidding(name, plan.players, results)
        if found.worth.half <= precision or target == plan.games:
            return found
        needed = target * min(8.0, (found.worth.half / precision) ** 2)
        target = min(plan.games, max(target + FIRST_LOOK, int(needed) + 1))
