"""Who sits where: people by the fingerprint of their secret, bots by name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

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
    Named,
    Place,
    Sat,
    Stood,
    StoodIn,
)

BOT_NAMES = ("Ada", "Bix", "Cog", "Dot", "Elk", "Fig", "Gus", "Hob")


def fingerprint(secret: str) -> str:
    """All that is ever kept of the secret that opens a chair."""
    return hashlib.sha256(secret.encode()).hexdigest()


def promise(seed: str) -> str:
    """What is shown of the seed before the first move; the seed itself follows after the end."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Chairs:
    """Who sits where, and whether the game has begun: what is known of a table without playing its moves."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = [Place(place.kind, place.name, place.lock, place.bot) for place in places]
        self.stand_ins = [""] * len(self.places)
        self.failed = [False] * len(self.places)
        """Where the bot that decides now has failed."""
        self.begun = False
        self.dropped = False
        self.closed = ""
        """Why whoever keeps the server has ended it, if so."""

    def copy(self) -> Chairs:
        twin = Chairs(self.places)
        twin.stand_ins, twin.failed = list(self.stand_ins), list(self.failed)
        twin.begun, twin.dropped, twin.closed = self.begun, self.dropped, self.closed
        return twin

    @property
    def names(self) -> list[str]:
        return [place.name or f"Seat {seat + 1}" for seat, place in enumerate(self.places)]

    @property
    def people(self) -> list[Seat]:
        """The seats of persons who play themselves."""
        return [s for s, place in enumerate(self.places) if place.kind == "person" and not self.stand_ins[s]]

    def bot_of(self, seat: Seat) -> str:
        """The bot that decides for this seat now, or nothing if a person does."""
        place = self.places[seat]
        return place.bot if place.kind == "bot" else self.stand_ins[seat]

    def take(self, entry: Entry) -> str:
        """What this entry changes here; says it in a sentence for the story, if it is worth one."""
        match entry:
            case Sat(seat, name, lock):
                self.places[seat] = Place("person", name, lock)
                return f"{name} sits down."
            case Stood(seat):
                name = self.places[seat].name
                self.places[seat] = Place("open")
                return f"{name} leaves."
            case Named(seat, name):
                before = self.places[seat].name
                self.places[seat].name = name
                return f"{before} is called {name} now."
            case Filled(seat, bot):
                self.places[seat] = Place("bot", bot_name(bot, seat), bot=bot) if bot else Place("open")
            case Began():
                self.begun = True
            case StoodIn(seat, bot):
                self.stand_ins[seat] = bot
                self.failed[seat] = False
                return f"A bot ({bot}) plays on for {self.places[seat].name}."
            case Back(seat):
                self.stand_ins[seat] = ""
                self.failed[seat] = False
                return f"{self.places[seat].name} is back."
            case BotFailed(seat):
                self.failed[seat] = True
            case BotReplaced(seat, bot):
                return self._replace(seat, bot)
            case Dropped():
                self.dropped = True
            case Closed(why):
                self.dropped = True
                self.closed = why
                return why
        return ""

    def _replace(self, seat: Seat, bot: str) -> str:
        self.failed[seat] = False
        place = self.places[seat]
        if place.kind == "person":
            self.stand_ins[seat] = bot
            return f"Another bot ({bot}) plays on for {place.name}."
        before, place.name, place.bot = place.name, bot_name(bot, seat), bot
        return f"{place.name} plays on for {before}." if before != place.name else f"{place.name} tries again."


def bot_name(bot: str, seat: Seat) -> str:
    """What a bot is called at the table."""
    return f"{BOT_NAMES[seat % len(BOT_NAMES)]} ({bot})"
