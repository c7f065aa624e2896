"""Rated results, read from a table's journal."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rumpus.table.entries import Began, BotReplaced, Entry, Filled, Made, Moved, Place, Sat, Stood
from rumpus.table.table import Table

BOT = "bot:"
"""Prefix of a named bot among players. The others are ids of profiles."""


class MatchResult(Struct, frozen=True):
    """The result of a rated table. Ratings are computed in the order of `key`."""

    table: str
    game: str
    seats: int
    ended: int
    """Time of the last move, in milliseconds since 1970."""
    players: list[tuple[str, int]]
    """Player and place, by seat. Places are shared, and 1 is the best."""

    @property
    def key(self) -> tuple[int, str]:
        return self.ended, self.table


def match_result(table: Table, journal: Sequence[tuple[Entry, int]]) -> MatchResult | None:
    """Returns the result, or None if the table does not count.

    Only listed tables count. Their players must all differ, and one must have a profile. A player for whom a bot
    decided comes last.
    """
    made = table.made
    if not made.listed or made.lesson or made.puzzle or made.base or table.state != "over" or table.match is None:
        return None
    players = players_of(journal)
    people = [player for player in players if player and not player.startswith(BOT)]
    if not people or not all(players) or len(set(players)) < len(players) or len(players) < 2:
        return None
    ended = max(when for entry, when in journal if isinstance(entry, Moved | Began))
    return MatchResult(
        table.id, table.game.name, len(players), ended, list(zip(players, final_places(table, journal), strict=True))
    )


def final_places(table: Table, journal: Sequence[tuple[Entry, int]]) -> list[int]:
    """Places by seat of a finished table. Whoever let a bot decide comes last."""
    assert table.match is not None
    players = players_of(journal)
    left = {step.seat for step in table.steps if step.by == "bot" and not players[step.seat].startswith(BOT)}
    return [len(players) + 1 if seat in left else int(place) for seat, place in enumerate(table.match.record.ranking)]


def players_of(journal: Sequence[tuple[Entry, int]]) -> list[str]:
    """Players by seat at the end; empty for people without a profile. Deleted profiles are named too."""
    found: list[str] = []
    for entry, _ in journal:
        match entry:
            case Made(places=places):
                found = [_player(place) for place in places]
            case Sat(seat=seat, profile=profile):
                found[seat] = profile
            case Stood(seat=seat):
                found[seat] = ""
            case Filled(seat=seat, bot=bot):
                found[seat] = BOT + bot if bot else ""
            case BotReplaced(seat=seat, bot=bot) if found[seat].startswith(BOT):
                found[seat] = BOT + bot
    return found


def _player(place: Place) -> str:
    return BOT + place.bot if place.kind == "bot" else place.profile
