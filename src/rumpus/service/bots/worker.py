"""Code that runs in a bot's process. Players are cached, so that they keep their search trees."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.core.info_state import InfoState
from rumpus.core.options import Value
from rumpus.core.position import Json, Move, Seat
from rumpus.core.rng import SeededRng
from rumpus.players import Player, find_player
from rumpus.players.coach import advice
from rumpus.review.review import ReviewPart, ReviewRun, ReviewTask
from rumpus.service.runtime.limits import BoundedCache
from rumpus.table.table import Table

MAX_PLAYERS = 500
MAX_NODES = 200_000
"""Tree nodes of all cached players of a process, about 100 MB."""
MAX_SETUP_SECONDS = 4.0
"""Seconds a bot may need before its first decision at a table."""
REVIEW_SECONDS = 0.5
"""Seconds of one slice of a review. A bot's move waits that long at most."""
MAX_REVIEWS = 16
"""Reviews that are worked out at the same time."""


class BotQuestion(Struct, frozen=True):
    """A seat's decision with all data to answer it, so that a lost player can be made again."""

    table: str
    epoch: int
    seat: Seat
    game: str
    options: dict[str, Value]
    saved: dict[str, Json]
    names: list[str]

    def info(self, seed: str) -> InfoState:
        game = game_of(self.game)
        options = game.options(self.options)
        position = game.load(options, self.saved)
        return InfoState(game, options, position, self.seat, SeededRng(seed + "/chair"), self.names)


def question_for(table: Table, seat: Seat) -> BotQuestion:
    assert table.match is not None
    return BotQuestion(
        table.id, table.epoch, seat, table.game.name, table.options.changed(), table.match.position.save(), table.names
    )


Key = tuple[str, Seat, str, int]
"""Table, seat, bot and epoch. Undoing a move changes the epoch."""


class PlayerCache:
    """Least-recently-used cache of players, limited in number and in tree nodes."""

    def __init__(self, max_players: int = MAX_PLAYERS, max_nodes: int = MAX_NODES) -> None:
        self.players: BoundedCache[Key, Player] = BoundedCache(max_nodes, lambda player: player.nodes(), max_players)

    def decide(self, key: Key, info: InfoState, make: Callable[[], Player]) -> Move:
        """The cached or a new player's decision. A player that fails is dropped."""
        player = self.players.pop(key) or make()
        move = player.decide(info)
        self.players.put(key, player)
        return move

    def forget(self, table: str) -> None:
        for key in self.players:
            if key[0] == table:
                self.players.pop(key)


PLAYERS = PlayerCache()


def check(bot: str, game: str, options: dict[str, Value]) -> str:
    """Why this bot cannot play with these options; empty if it can."""
    found = game_of(game)
    try:
        effort = find_player(bot, found, found.options(options), "check").setup_seconds()
    except RumpusError as refusal:
        return str(refusal)
    if effort <= MAX_SETUP_SECONDS:
        return ""
    return f"{bot} needs minutes of computing before a match with these options, too long for a table"


def decide(question: BotQuestion, bot: str, seed: str) -> Move:
    """The move of the cached player, or of a new one."""
    info = question.info(seed)
    key = (question.table, question.seat, bot, question.epoch)
    return PLAYERS.decide(key, info, lambda: find_player(bot, info.game, info.options, seed))


def decide_once(question: BotQuestion, bot: str, seed: str) -> Move:
    """The move of a new player, which is not cached."""
    # `BotPool.forget` reaches the bound process only: a player cached here would outlast its table.
    info = question.info(seed)
    return find_player(bot, info.game, info.options, seed).decide(info)


def advise(question: BotQuestion, seed: str) -> dict[str, Json]:
    return advice(question.info(seed), seed=seed).to_json()


REVIEWS: BoundedCache[str, ReviewRun] = BoundedCache(MAX_REVIEWS, lambda _: 1)
"""Unfinished reviews, so that the next slice goes on within a move."""


def review(name: str, task: ReviewTask, first: int) -> list[ReviewPart]:
    """Works on a review for `REVIEW_SECONDS`. Returns one part per finished move, from number `first` on."""
    run = REVIEWS.pop(name)
    if run is None or run.next != first:  # this process has not worked on it, or was replaced
        run = ReviewRun(task, first)
    found = run.work(REVIEW_SECONDS)
    REVIEWS.put(name, run)
    return found


def forget(table: str) -> None:
    PLAYERS.forget(table)
