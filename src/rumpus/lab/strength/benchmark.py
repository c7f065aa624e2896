"""A player against a fixed panel, in every game on common deals; exploitability where it is exact.

One player takes a seat, the same opponent all others. A deal is played from every seat. Its seed depends on the
benchmark's seed, the game and the options only: all players and opponents meet the same deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from msgspec import Struct, to_builtins

import rumpus
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.errors import BadOption, UnknownName
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import win_shares
from rumpus.core.position import Json
from rumpus.core.rng import SeededRng
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import BUILT_IN, LOCAL_PLAYERS, find_player, player_name
from rumpus.players.player import Player
from rumpus.players.playing import changes_as_text, game_with_options, play_game
from rumpus.solving.best_response import best_response
from rumpus.stats.estimates import Z95, Rate, estimate

FORMAT = "rumpus benchmark 1"
PANEL = ("random", "greedy", "normal", "hard")
"""The opponents. A change of the list is another format."""
SEED = "benchmark"
DEALS = 50
MAX_DEALS = 100_000
SAMPLES = 32
"""Decisions sampled per information set of a player that randomises."""


class Task(Struct):
    """A deal to be played from every seat. In a game for one, without an opponent."""

    number: int
    game: str
    changes: str
    player: str
    opponent: str
    seed: str
    deal: int


class Row(Struct):
    """Shares of wins against one opponent, with the interval over deals (95 %)."""

    game: str
    version: int
    options: dict[str, Any]
    seats: int
    opponent: str
    """Empty in a game for one: then the deals are played alone."""
    engine: str
    deals: int
    games: int
    rate: float
    low: float
    high: float
    fair: float
    """The share of an equal player."""


class ExactRow(Struct):
    """An exact value against the best response, as a win probability."""

    game: str
    version: int
    options: dict[str, Any]
    part: str
    seated: str
    gets: float
    best: float
    samples: int
    """Decisions sampled per information set. 0: the player knows its probabilities."""


class AttackRow(Struct):
    """The best attacker's rate in fresh games: a lower bound. Depends on the machine."""

    game: str
    version: int
    options: dict[str, Any]
    minutes: float
    jobs: int
    games: int
    rate: float
    low: float
    high: float


class Benchmark(Struct):
    """A player's page."""

    player: str
    seed: str
    deals: int
    rumpus: str
    rows: list[Row]
    exact: list[ExactRow]
    attacks: list[AttackRow] = []

    def to_json(self) -> dict[str, Json]:
        plain: dict[str, Json] = to_builtins(self)
        return {"format": FORMAT, "panel": list(PANEL), **plain}

    def page(self) -> str:
        """Returns the page in Markdown."""
        lines = [
            f"# Benchmark of {self.player}", "",
            f"`rumpus benchmark {self.player} --deals {self.deals} --seed {self.seed}`, rumpus {self.rumpus}.",
            "Shares of wins with 95 % intervals over deals; every deal is played from every seat.", "",
            "| game | options | seats | against | engine | won, % | fair, % | games |",
            "|---|---|--:|---|---|--:|--:|--:|",
        ]  # fmt: skip
        for row in self.rows:
            won = f"{100 * row.rate:.1f} ({100 * row.low:.1f}–{100 * row.high:.1f})"
            against = f"{row.seats - 1} × {row.opponent}" if row.seats > 2 else row.opponent or "nobody"
            lines.append(
                f"| {_rules(row.game, row.version)} | {_text(row.options)} | {row.seats} | {against} | {row.engine} | "
                f"{won} | {100 * row.fair:.0f} | {row.games:,} |"
            )
        if self.exact:
            lines += ["", "| exact | options | part | seat | gets, % | best play, % | loses, points |"]
            lines += ["|---|---|---|---|--:|--:|--:|"]
        lines += [
            f"| {_rules(one.game, one.version)} | {_text(one.options)} | {one.part or 'all'} | {one.seated} | "
            f"{100 * one.gets:.2f} | {100 * one.best:.2f} | {100 * (one.best - one.gets):.2f} |"
            for one in self.exact
        ]
        if self.attacks:
            lines += ["", "| attacked | options | core-minutes | an attacker wins at least, % | games |"]
            lines += ["|---|---|--:|--:|--:|"]
        lines += [
            f"| {_rules(one.game, one.version)} | {_text(one.options)} | {one.minutes * one.jobs:g} | "
            f"{100 * one.rate:.1f} ({100 * one.low:.1f}–{100 * one.high:.1f}) | {one.games:,} |"
            for one in self.attacks
        ]
        return "\n".join(lines) + "\n"


def _rules(game: str, version: int) -> str:
    return f"{game} {version}"


def _text(options: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "default"


# --- players ---


def use_player(text: str) -> str:
    """Returns the player's name, given a name, a file of weights or `module:Class`.

    A class is imported, and in this process its text is then the name of a player.
    """
    if text.endswith(".npz") and not text.startswith("learned:"):
        return f"learned:{text}"
    module, colon, name = text.partition(":")
    if not colon or module.lower() in BUILT_IN or not name.isidentifier():
        return player_name(text)
    try:
        found = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise UnknownName(f"There is no module {error.name!r} for the player {text!r}.") from None
    except AttributeError:
        raise UnknownName(f"The module {module!r} has no class {name!r}.") from None
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise BadOption(f"{text!r} is no player. Derive the class from rumpus.Player.")
    LOCAL_PLAYERS[text] = found
    return text


def tables_of(game: Game) -> list[Options]:
    """The default options, and those for two seats if they differ."""
    found = [game.options()]
    if 2 in game.seat_counts() and game.seats(game.options()) != 2:
        found.append(game.options(seats=2))
    return found


# --- playing ---


class PlayDeal:
    """Job: plays a deal from every seat. Returns the player's share of the wins by seat."""

    def __call__(self, task: Task) -> list[float]:
        use_player(task.player)
        game, options = game_with_options(task.game, task.changes)
        seats = game.seats(options)
        shares: list[float] = []
        for mine in range(seats):
            seed = f"{task.seed}/{task.opponent}/{mine}"
            names = [task.player if seat == mine else task.opponent for seat in range(seats)]
            players = [
                find_player(name, game, options, f"{seed}/{seat}", timed=False) for seat, name in enumerate(names)
            ]
            played = play_game(game, options, players, SeededRng(task.seed), SeededRng(f"{seed}/worlds"))
            shares.append(win_shares(played.ranking)[mine])
        return shares


def run_benchmark(
    player: str,
    games: Sequence[str],
    deals: int,
    seed: str,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Benchmark:
    """Plays the benchmark. Checks everything first; the result does not depend on the workers."""
    if not 1 <= deals <= MAX_DEALS:
        raise BadOption(f"Cannot play {deals:,} deals. Choose 1 to {MAX_DEALS:,}.")
    name = use_player(player)
    rows, tasks = _plan(name, [find_game(one) for one in games or game_names()], deals, seed)
    shares: list[list[float]] = [[] for _ in tasks]
    for done, (task, found) in enumerate(workers.map(PlayDeal(), tasks), 1):
        shares[task.number] = found
        progress(done, len(tasks))
    for number, row in enumerate(rows):
        _fill(row, shares[number * deals : (number + 1) * deals])
    exact = [one for row in _games_in(rows) for one in _exact_rows(name, row, seed)]
    return Benchmark(player, seed, deals, rumpus.__version__, rows, exact)


def _plan(name: str, games: Sequence[Game], deals: int, seed: str) -> tuple[list[Row], list[Task]]:
    rows: list[Row] = []
    tasks: list[Task] = []
    for game in games:
        for options in tables_of(game):
            engine = find_player(name, game, options, "is there one?", timed=False).engine()
            seats, changes = game.seats(options), options.changed()
            for opponent in PANEL if seats > 1 else ("",):
                rows.append(
                    Row(
                        game.name, game.version, dict(changes), seats, opponent, engine, deals, deals * seats,
                        0.0, 0.0, 0.0, 1 / seats,
                    )
                )  # fmt: skip
                for deal in range(deals):
                    own = f"{seed}/{game.name}/{_text(changes)}/deal {deal}"
                    tasks.append(Task(len(tasks), game.name, changes_as_text(changes), name, opponent, own, deal))
    return rows, tasks


def _fill(row: Row, shares: Sequence[Sequence[float]]) -> None:
    """Computes a row's rate. Its interval is that of the means of deals, whose games are dependent."""
    means = [sum(found) / len(found) for found in shares]
    row.rate = sum(means) / len(means)
    if len(means) > 1 and min(means) < max(means):
        half = Z95 * estimate(means).error
        row.low, row.high = max(0.0, row.rate - half), min(1.0, row.rate + half)
    else:
        row.low, row.high = Rate(row.rate * len(means), len(means)).interval


def _games_in(rows: Sequence[Row]) -> list[Game]:
    return [find_game(name) for name in dict.fromkeys(row.game for row in rows)]


def _exact_rows(name: str, game: Game, seed: str) -> list[ExactRow]:
    """Computes best responses in the game's `Bots.exact_cases`."""
    found: list[ExactRow] = []
    for part, changes in game.bots().exact_cases:
        response = best_response(name, game, game.options(changes), part, SAMPLES, seed)
        if response is not None:
            options = dict(game.options(changes).changed())
            found += [
                ExactRow(
                    game.name, game.version, options, part, one.seated, one.value, one.optimum, response.samples
                )
                for one in response.parts
            ]  # fmt: skip
    return found
