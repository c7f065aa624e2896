"""How a cat fares against the others: win rates of equal bots, for the pick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json
from rumpus.core.words import Forecast

if TYPE_CHECKING:
    from rumpus.core.content.matchups import MatchupTable, WinRate


def pick_rates(options: Options, breed: str) -> Forecast:
    """Returns the rates of a cat; empty if these options were not measured."""
    table = _table(options)
    row = None if table is None else table.row(breed)
    if table is None or row is None:
        return {}
    against: list[Json] = [{"cat": other, **_plain(rate)} for other, rate in row.against.items()]
    return {"wins": _plain(row.overall), "against": against, "bots": table.players}


def pick_sentences(options: Options, breed: str) -> tuple[str, str]:
    """`Wins 41 %.` and `Wins between normal bots, in %: against Persian 14, …`, or nothing."""
    table = _table(options)
    row = None if table is None else table.row(breed)
    if table is None or row is None:
        return "", ""
    each = ", ".join(f"{other} {100 * rate.rate:.0f}" for other, rate in row.against.items())
    return f"Wins {row.overall.text}.", f"Wins between {table.players} bots, in %: against {each}."


def _table(options: Options) -> MatchupTable | None:
    from rumpus.core.content.matchups import matchups_of  # needs a decoder, which the rules do without

    return matchups_of(_game(), options)


def _game() -> Game:
    from rumpus.games.cat_brawl import game  # it imports this module

    return game


def _plain(rate: WinRate) -> dict[str, Json]:
    return {"games": rate.games, "rate": rate.rate, "low": rate.low, "high": rate.high}
