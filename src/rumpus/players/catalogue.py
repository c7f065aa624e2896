"""Finds players by what one types: `random`, `hard`, `search:2000,1s`, `learned`, or other people's by entry point."""

from __future__ import annotations

import difflib
from importlib.metadata import entry_points

from rumpus.core.errors import UnknownName
from rumpus.core.extensions import STRENGTHS
from rumpus.core.extras import MissingExtra, lacking
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.players.exact import ExactPlayer, effort_of
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.player import Player
from rumpus.players.random_player import RandomPlayer
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget, read_budget

GROUP = "rumpus.players"

HARD, CHAMPION = STRENGTHS[-2:]
OURS = ("random", "greedy", *STRENGTHS, "search", "learned", "exact")
IN_NO_TIME = 1.5
"""Seconds that a solution may take, once per process, for `hard` and `champion` to play by it."""


def player_names() -> list[str]:
    """Every kind of player there is, ours first; after a colon may stand how it shall play, as in `search:2000`."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - set(OURS))
    return [*OURS, *others]


def strength(name: str, game: Game, timed: bool) -> Budget:
    """What a name such as `normal` may spend on a decision in this game."""
    bots, level = game.bots(), STRENGTHS.index(name)
    return Budget(bots.simulations[level], bots.seconds[level] if timed else None)


def split_names(text: str) -> list[str]:
    """`random,search:2000,1s,hard` as three players: what begins with a digit belongs to the one before."""
    names: list[str] = []
    for part in text.split(","):
        if part.strip()[:1].isdigit() and names:
            names[-1] = f"{names[-1]},{part.strip()}"
        else:
            names.append(part.strip())
    return names


def find_player(text: str, game: Game, options: Options, seed: str, timed: bool = True) -> Player:
    """A new player for one seat of one match. `seed` must not be the match's own: give each seat its own text.

    Named strengths are simulations with a time limit for slow machines; `timed=False` leaves that limit out, so that
    they decide alike everywhere.
    """
    name = text.strip().lower()
    kind, _, setting = name.partition(":")
    if name == "random":
        return RandomPlayer(name, game, options, seed)
    if name == "greedy":
        return GreedyPlayer(name, game, options, seed)
    if name == "exact":
        return ExactPlayer(name, game, options, seed)
    if name in (HARD, CHAMPION):
        return _strongest(name, game, options, seed, strength(name, game, timed))
    if name in STRENGTHS:
        slip = game.bots().slip if name == STRENGTHS[0] else 0.0
        return SearchPlayer(name, game, options, seed, strength(name, game, timed), slip=slip)
    if kind == "search":
        budget, *changes = setting.split("/")
        return SearchPlayer(name, game, options, seed, read_budget(budget or "2000"), changes)
    if kind == "learned":
        return _learned(text.strip().partition(":")[2], game, options, seed, timed)
    for point in entry_points(group=GROUP):
        if point.name == kind:
            player = point.load()(name, game, options, seed)
            if not isinstance(player, Player):
                raise UnknownName(f"the entry point {point.value!r} of {kind!r} makes no player")
            return player
    close = difflib.get_close_matches(kind, player_names(), n=1, cutoff=0.6)
    known = ", ".join(player_names()).replace("search", "search (as in search:2000 or search:1s)")
    hint = f"; did you mean {close[0]!r}?" if close else f"; there is {known}"
    raise UnknownName(f"there is no player {text.strip()!r}{hint}")


def _strongest(name: str, game: Game, options: Options, seed: str, budget: Budget) -> Player:
    """By the exact solution where it is found in no time, or the weights that came with the game; else by searching.

    The first two need libraries, and the weights must fit the options.
    """
    try:
        if effort_of(game, options) <= IN_NO_TIME:
            return ExactPlayer(name, game, options, seed)
        from rumpus.players.network import LearnedPlayer, UntrainedPlayer, champion_of
        from rumpus.players.weights import shipped_weights
    except (MissingExtra, ModuleNotFoundError):
        return SearchPlayer(name, game, options, seed, budget)
    weights = shipped_weights(game)
    trained = weights and weights.net_for(game, options)
    if trained:
        if name == CHAMPION:
            return champion_of(name, game, options, seed, trained, budget.seconds)
        return LearnedPlayer(name, game, options, seed, trained, seconds=budget.seconds)
    if weights or name == CHAMPION:
        return UntrainedPlayer(name, game, options, seed, budget)
    return SearchPlayer(name, game, options, seed, budget)


def _learned(file: str, game: Game, options: Options, seed: str, timed: bool) -> Player:
    """By the weights of this file, or by those that came with the game; by searching where they do not fit."""
    try:
        from rumpus.players.network import LearnedPlayer, UntrainedPlayer, weights_for
    except ModuleNotFoundError as error:
        raise lacking(error) from None
    name = f"learned:{file}" if file else "learned"
    trained = weights_for(game, file).net_for(game, options)
    if trained is None:
        return UntrainedPlayer(name, game, options, seed, strength(HARD, game, timed))
    return LearnedPlayer(name, game, options, seed, trained)
