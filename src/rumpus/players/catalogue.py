"""Finds players by name: `random`, `hard`, `search:2000,1s`, `learned`, or an entry point's."""

from __future__ import annotations

import difflib
from importlib.metadata import entry_points
from typing import Any

from rumpus.core.display_names import quoted
from rumpus.core.errors import UnknownName
from rumpus.core.extensions import STRENGTHS
from rumpus.core.extras import MissingExtra, missing_extra
from rumpus.core.game import Game
from rumpus.core.numbers import parse_int
from rumpus.core.options import Options
from rumpus.players.exact import ExactPlayer, setup_seconds_of
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.player import Player
from rumpus.players.random_player import RandomPlayer
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget, read_budget

ENTRY_POINTS = "rumpus.players"

HARD, CHAMPION = STRENGTHS[-2:]
LOCAL_PLAYERS: dict[str, type[Player]] = {}
"""Classes added by this process, by name: players without an installed package."""
BUILT_IN = ("random", "greedy", *STRENGTHS, "search", "learned", "exact")
SIMPLE_PLAYERS = {"random": RandomPlayer, "greedy": GreedyPlayer, "exact": ExactPlayer}
DESCRIPTIONS = {
    "random": "plays random moves",
    "greedy": "plays the best-looking move",
    "easy": "a gentle opponent",
    "normal": "a fair opponent",
    "hard": "a strong opponent",
    "champion": "the strongest",
    "exact": "plays perfectly",
}
"""What players of games are told of a bot. The browser has the same in `ui/bots.js`."""
MAX_SETUP_SECONDS = 1.5
"""Seconds of solving, once per process, up to which `hard` and `champion` play exactly."""


def player_names() -> list[str]:
    """Lists all kinds of players, built-in ones first. Some take settings, as in `search:2000`."""
    others = sorted({point.name for point in entry_points(group=ENTRY_POINTS)} - set(BUILT_IN))
    return [*BUILT_IN, *others]


def budget_for(name: str, game: Game, timed: bool) -> Budget:
    bots, level = game.bots(), STRENGTHS.index(name)
    return Budget(bots.simulations[level], bots.seconds[level] if timed else None)


def split_names(text: str) -> list[str]:
    """Splits a list of names. `random,search:2000,1s` are two: a part that starts with a digit is a setting."""
    names: list[str] = []
    for part in text.split(","):
        if parse_int(part.strip()[:1]) is not None and names:
            names[-1] = f"{names[-1]},{part.strip()}"
        else:
            names.append(part.strip())
    return names


def player_name(text: str) -> str:
    """Returns the canonical name: in lower case, but for file names and settings of other packages' players."""
    kind, colon, setting = text.strip().partition(":")
    kind = kind.strip().lower()
    if kind in BUILT_IN and kind != "learned":
        setting = setting.lower()
    return f"{kind}{colon}{setting}"


def find_player(text: str, game: Game, options: Options, seed: str, timed: bool = True) -> Player:
    """Creates a player for one seat of one match.

    `seed` must differ between seats and from the match's seed. Named strengths have a time limit for slow machines;
    `timed=False` removes it, so that they decide alike everywhere.
    """
    if text in LOCAL_PLAYERS:
        make: Any = LOCAL_PLAYERS[text]
        made: Player = make(text, game, options, seed)
        return made
    name = player_name(text)
    kind, _, setting = name.partition(":")
    if name in SIMPLE_PLAYERS:
        return SIMPLE_PLAYERS[name](name, game, options, seed)
    if name in (HARD, CHAMPION):
        return _strongest_player(name, game, options, seed, budget_for(name, game, timed))
    if name in STRENGTHS:
        blunder_rate = game.bots().blunder_rate if name == STRENGTHS[0] else 0.0
        return SearchPlayer(name, game, options, seed, budget_for(name, game, timed), blunder_rate=blunder_rate)
    if kind == "search":
        budget, *changes = setting.split("/")
        return SearchPlayer(name, game, options, seed, read_budget(budget or "2000"), changes)
    if kind == "learned":
        return _learned_player(setting, game, options, seed, timed)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name.lower() == kind:
            player = point.load()(name, game, options, seed)
            if not isinstance(player, Player):
                raise UnknownName(f"The entry point {point.value!r} of {kind!r} makes no player.")
            return player
    close = difflib.get_close_matches(kind, player_names(), n=1, cutoff=0.6)
    names = ", ".join(player_names()).replace("search", "search (as in search:2000 or search:1s)")
    hint = f"Did you mean {close[0]!r}?" if close else f"Players: {names}."
    raise UnknownName(f"There is no player {quoted(text)}. {hint}")


def _strongest_player(name: str, game: Game, options: Options, seed: str, budget: Budget) -> Player:
    """Plays by a quick exact solution, else by the game's weights if they fit, else by search."""
    if _is_solved_quickly(game, options):
        return ExactPlayer(name, game, options, seed)
    try:
        # These need numpy, which is an optional dependency.
        from rumpus.players.network import NetworkPlayer, UntrainedPlayer, champion_of
        from rumpus.players.weights import shipped_weights
    except ModuleNotFoundError:
        return SearchPlayer(name, game, options, seed, budget)
    weights = shipped_weights(game)
    trained = weights and weights.net_for(game, options)
    if trained:
        if name == CHAMPION:
            return champion_of(name, game, options, seed, trained, budget.seconds)
        return NetworkPlayer(name, game, options, seed, trained, seconds=budget.seconds)
    # Somebody may expect a network here, so the explanation says that there is none.
    if weights or name == CHAMPION:
        return UntrainedPlayer(name, game, options, seed, budget)
    return SearchPlayer(name, game, options, seed, budget)


def _is_solved_quickly(game: Game, options: Options) -> bool:
    """False also if the solver lacks an extra: the weights may need less."""
    try:
        return setup_seconds_of(game, options) <= MAX_SETUP_SECONDS
    except (MissingExtra, ModuleNotFoundError):
        return False


def _learned_player(file: str, game: Game, options: Options, seed: str, timed: bool) -> Player:
    """Plays by a file's or the game's weights. Searches if they do not fit."""
    try:
        from rumpus.players.network import NetworkPlayer, UntrainedPlayer
        from rumpus.players.weights import weights_for
    except ModuleNotFoundError as error:
        raise missing_extra(error) from None
    name = f"learned:{file}" if file else "learned"
    trained = weights_for(game, file).net_for(game, options)
    if trained is None:
        return UntrainedPlayer(name, game, options, seed, budget_for(HARD, game, timed))
    return NetworkPlayer(name, game, options, seed, trained)
