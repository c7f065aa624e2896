"""Seat assignments: people by the hash of their secret, bots by name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import structs

from rumpus.core.display_names import tidy_name
from rumpus.core.position import Seat
from rumpus.table.entries import (
    Back,
    Began,
    BotFailed,
    BotReplaced,
    Closed,
    Dropped,
    Entry,
    Filled,
    Forgotten,
    Named,
    Place,
    Sat,
    Stood,
    StoodIn,
)

DELETED_PLAYER = "deleted player"
BOT_NAMES = ("Ada", "Bix", "Cog", "Dot", "Elk", "Fig", "Gus", "Hob")


def fingerprint(secret: str) -> str:
    """Hashes the secret of a seat. The secret itself is never stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def promise(seed: str) -> str:
    """Returns the commitment to the seed, shown before the first move.

    The seed is revealed after the end.
    """
    return hashlib.sha256(seed.encode()).hexdigest()


class SeatAssignments:
    """Seat assignments and state of a table, known without replaying its moves."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = [structs.replace(place) for place in places]
        self.shown: dict[str, set[str]] = {}
        """Names that each profile has had here."""
        self.stand_ins = [""] * len(self.places)
        self.failed = [False] * len(self.places)
        """True for each seat whose bot has failed."""
        self.begun = False
        self.closed = False
        """True if the host cancelled the table or it was closed early."""
        self.close_reason = ""
        """The administrator's reason for closing the table; may be empty."""
        for place in self.places:
            self._show(place)

    def copy(self) -> SeatAssignments:
        twin = SeatAssignments(self.places)
        twin.stand_ins, twin.failed = list(self.stand_ins), list(self.failed)
        twin.begun, twin.closed, twin.close_reason = self.begun, self.closed, self.close_reason
        twin.shown = {profile: set(names) for profile, names in self.shown.items()}
        return twin

    def _show(self, place: Place) -> None:
        if place.profile:
            self.shown.setdefault(place.profile, set()).add(place.name)

    @property
    def names(self) -> list[str]:
        return [place.name or f"Seat {seat + 1}" for seat, place in enumerate(self.places)]

    @property
    def people(self) -> list[Seat]:
        """Returns the seats of people who play themselves."""
        return [s for s, place in enumerate(self.places) if place.kind == "person" and not self.stand_ins[s]]

    def bot_of(self, seat: Seat) -> str:
        """Returns the bot that decides for this seat; empty if a person does."""
        place = self.places[seat]
        return place.bot if place.kind == "bot" else self.stand_ins[seat]

    def take(self, entry: Entry) -> str:
        """Applies an entry. Returns a sentence for the log, or nothing."""
        match entry:
            case Sat(seat, name, lock, profile, avatar, colour, bot_account):
                self.places[seat] = Place("person", name, lock, "", profile, avatar, colour, bot_account)
                self._show(self.places[seat])
                return f"{name} sits down."
            case Stood(seat):
                name = self.places[seat].name
                self.places[seat] = Place("open")
                return f"{name} leaves."
            case Named(seat, name):
                before = self.places[seat].name
                self.places[seat].name = name
                self._show(self.places[seat])
                return f"{before} is now called {name}."
            case Filled(seat, bot):
                self.places[seat] = Place("bot", bot_name(bot, seat), bot=bot) if bot else Place("open")
            case Began():
                self.begun = True
            case StoodIn(seat, bot):
                self.stand_ins[seat] = bot
                self.failed[seat] = False
                return f"A bot ({bot}) now plays for {self.places[seat].name}."
            case Back(seat):
                self.stand_ins[seat] = ""
                self.failed[seat] = False
                return f"{self.places[seat].name} is back."
            case BotFailed(seat):
                self.failed[seat] = True
            case BotReplaced(seat, bot):
                return self._replace(seat, bot)
            case Forgotten(profile):
                self._forget(profile)
            case Dropped():
                self.closed = True
            case Closed(why):
                self.closed = True
                self.close_reason = why
                return why
        return ""

    def _forget(self, profile: str) -> None:
        for place in self.places:
            if place.profile == profile:
                place.name = tidy_name(DELETED_PLAYER, [other.name for other in self.places if other is not place])
                place.profile = place.avatar = place.colour = ""

    def _replace(self, seat: Seat, bot: str) -> str:
        self.failed[seat] = False
        place = self.places[seat]
        if place.kind == "person":
            self.stand_ins[seat] = bot
            return f"Another bot ({bot}) now plays for {place.name}."
        before, place.name, place.bot = place.name, bot_name(bot, seat), bot
        return f"{place.name} now plays for {before}." if before != place.name else f"{place.name} tries again."


def bot_name(bot: str, seat: Seat) -> str:
    return f"{BOT_NAMES[seat % len(BOT_NAMES)]} ({bot})"
