"""What runs in a bot's process: players stay at their tables, and so keep their trees, for as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.core.info_state import Chair
from rumpus.core.options import Value
from rumpus.core.position import Move, Plain, Seat
from rumpus.core.rng import Seeded
from rumpus.players import Player, find_player
from rumpus.players.coach import advice
from rumpus.table.table import Table

MOST_PLAYERS = 500
MOST_NODES = 200_000
"""What the trees of all players of a process may grow to together: some 100 MB."""


MOST_EFFORT = 4.0
"""Seconds that a bot may need before its first decision at a table."""


class BotQuestion(Struct, frozen=True):
    """A decision that a seat owes, with all that is needed to answer it: whoever has lost its player makes another."""

    table: str
    epoch: int
    seat: Seat
    game: str
    options: dict[str, Value]
    saved: dict[str, Plain]
    names: list[str]

    def chair(self, seed: str) -> Chair:
        """All that a player gets of it."""
        game = game_of(self.game)
        options = game.options(self.options)
        return Chair(game, options, game.load(options, self.saved), self.seat, Seeded(seed + "/chair"), self.names)


def question(table: Table, seat: Seat) -> BotQuestion:
    """What this seat of the table has to decide now."""
    assert table.match is not None
    return BotQuestion(
        table.id,
        table.epoch,
        seat,
        table.game.name,
        table.options.changed(),
        table.match.position.save(),
        table.names,
    )


Key = tuple[str, Seat, str, int]
"""Table, seat, bot and epoch: a player is asked about one seat only, and not again once a move was taken back."""


class KeptPlayers:
    """Where there are too many, or their trees are too big together, whoever was not asked for longest goes first."""

    def __init__(self, most: int = MOST_PLAYERS, most_nodes: int = MOST_NODES) -> None:
        self.most = most
        self.most_nodes = most_nodes
        self.players: OrderedDict[Key, Player] = OrderedDict()
        self._nodes: dict[Key, int] = {}

    def decide(self, key: Key, chair: Chair, make: Callable[[], Player]) -> Move:
        """The kept player's decision, or that of a new one; a player that fails is not kept."""
        player = self.players.pop(key, None) or make()
        self._nodes.pop(key, None)
        move = player.decide(chair)
        self.players[key] = player
        self._nodes[key] = player.nodes()
        while len(self.players) > self.most or sum(self._nodes.values()) > self.most_nodes:
            oldest, _ = self.players.popitem(last=False)
            del self._nodes[oldest]
        return move

    def forget(self, table: str) -> None:
        for key in [key for key in self.players if key[0] == table]:
            del self.players[key]
            del self._nodes[key]


KEPT = KeptPlayers()
"""Of this process."""


def check(bot: str, game: str, options: dict[str, Value]) -> str:
    """Why this bot cannot sit at a table with these options; empty if it can."""
    found = game_of(game)
    try:
        effort = find_player(bot, found, found.options(options), "check").effort()
    except RumpusError as refusal:
        return str(refusal)
    if effort <= MOST_EFFORT:
        return ""
    return f"{bot} would have to think for minutes before a match with these options, which no table has time for"


def decide(question: BotQuestion, bot: str, seed: str) -> Move:
    """The move of the player that has sat there so far; of a new one if there is none."""
    chair = question.chair(seed)
    key = (question.table, question.seat, bot, question.epoch)
    return KEPT.decide(key, chair, lambda: find_player(bot, chair.game, chair.options, seed))


def decide_afresh(question: BotQuestion, bot: str, seed: str) -> Move:
    """The move of a player that is made for this one decision."""
    chair = question.chair(seed)
    return find_player(bot, chair.game, chair.options, seed).decide(chair)


def advise(question: BotQuestion, seed: str) -> dict[str, Plain]:
    """What the coach thinks."""
    return advice(question.chair(seed), seed=seed).plain()


def forget(table: str) -> None:
    """The players of this table are needed no more."""
    KEPT.forget(table)
