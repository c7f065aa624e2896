"""Reads `--seats you,random` and names the players."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rumpus.core.display_names import MAX_NAME_LENGTH, alike, numbered_name, tidy_name, visible
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Seat
from rumpus.players import Player, find_player, player_name, player_names, split_names
from rumpus.players.catalogue import DESCRIPTIONS
from rumpus.table.seats import bot_name

PERSON = "you"
_NUMBER = re.compile(r" #[0-9]+$")


class Seating:
    """Names of all seats, and the players of seats without a person."""

    def __init__(self, names: Sequence[str], bots: Mapping[Seat, Player]) -> None:
        self.names = list(names)
        self.bots = dict(bots)

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in range(len(self.names)) if seat not in self.bots]


def default_bot() -> str:
    known = player_names()
    return "normal" if "normal" in known else known[0]


def default_seats(count: int) -> list[str]:
    """One person, the rest bots."""
    return [PERSON] + [default_bot()] * (count - 1)


def split_seats(text: str) -> list[str]:
    seats = split_names(text)
    if not all(seats):
        raise RumpusError(f"Cannot read the seats {text!r}. Write them like you,random without empty ones.")
    return seats


def options_and_seats(
    game: Game, changes: Mapping[str, object], seats: Sequence[str] | None, players: int | None
) -> tuple[Options, list[str]]:
    if seats is not None and players is not None and len(seats) != players:
        raise RumpusError(f"--seats names {len(seats)} seats, but --players is {players}.")
    count = len(seats) if seats is not None else players
    if count is not None and str(changes.get("players", count)).strip() != str(count):
        raise RumpusError(f"{count} seats were requested, but the option players is {changes['players']}.")
    if count is None:
        options = game.options(changes)
        return options, default_seats(game.seats(options))
    options = game.options(changes, seats=count)
    if game.seats(options) != count:
        raise RumpusError(f"With these options {game.title} has {game.seats(options)} seats, not {count}.")
    return options, list(seats) if seats is not None else default_seats(count)


def seat_people(seats: Sequence[str], game: Game, options: Options, seed: str) -> Seating:
    """Seats people (`you`, `you:Ann`) and bots (any other name).

    Beside a person, bots have the names of the browser: `Bix (normal)`. Among themselves they are called by their kind.
    """
    names: list[str] = []
    alone = all(said.partition(":")[0].lower() != PERSON for said in seats)
    bots: dict[Seat, Player] = {}
    for seat, said in enumerate(seats):
        kind, colon, name = said.partition(":")
        if kind.lower() == PERSON:
            names.append(_person(name.strip() if colon else f"Player {seat + 1}", names))
        else:
            bots[seat] = find_player(said, game, options, f"{seed}/player {seat}")
            bot = player_name(said)
            names.append(numbered_name(bot if alone else bot_name(bot, seat), names))
    return Seating(names, bots)


def seat_again(names: Sequence[str], game: Game, options: Options, seed: str) -> Seating:
    """Seats the players of a saved game as their names say."""
    bots: dict[Seat, Player] = {}
    for seat, name in enumerate(names):
        if is_bot(name):
            bots[seat] = find_player(_kind_of_bot(name), game, options, f"{seed}/player {seat}")
    return Seating(names, bots)


def take_seats_again(names: Sequence[str], seats: Sequence[str], game: Game, options: Options, seed: str) -> Seating:
    """Resumes a saved game with new players under the old names."""
    if len(seats) != len(names):
        raise RumpusError(f"This game has {len(names)} seats, not {len(seats)}.")
    return Seating(names, seat_people(seats, game, options, seed).bots)


def is_bot(name: str) -> bool:
    """True if a name in a record is a bot's: `Bix (normal)`, or `random #2` among bots alone."""
    kinds = {known.partition(":")[0].lower() for known in player_names()}
    return _kind_of_bot(name).partition(":")[0].strip().lower() in kinds


def described(name: str) -> str:
    """A name with the description of its bot: `Bix (normal): a fair opponent`."""
    says = DESCRIPTIONS.get(_kind_of_bot(name), "") if is_bot(name) else ""
    return f"{name}: {says}" if says else name


def _kind_of_bot(name: str) -> str:
    plain = _NUMBER.sub("", name)
    _, bracket, kind = plain.partition(" (")
    return kind[:-1] if bracket and plain.endswith(")") else plain


def _person(name: str, taken: Sequence[str]) -> str:
    if not name or len(name) > MAX_NAME_LENGTH or visible(name) != name:
        raise RumpusError(f"Cannot use the name {name!a}. A name has 1 to {MAX_NAME_LENGTH} visible letters.")
    if any(alike(name, other) for other in taken):
        raise RumpusError(f"The name {name} is taken, or too similar to another.")
    if tidy_name(name, []) != name:
        raise RumpusError(f"A name has no brackets and no stacked accents. Use {tidy_name(name, [])}, for example.")
    if is_bot(name):
        raise RumpusError(f"{name} is the name of a bot. Choose another.")
    return name
