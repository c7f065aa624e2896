"""Chat messages at a table: who may send them, and who gets them. They are never stored, except with a report.

Nothing here reads a position: what is sent, refused or left out cannot tell anything about one.
"""

from __future__ import annotations

import unicodedata

from rumpus.core.display_names import quoted, tidy_text
from rumpus.core.errors import RumpusError
from rumpus.service.chat.moderation import Moderation
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import Buckets, HourlyLimit, TooMuch
from rumpus.service.runtime.settings import (
    CHAT_ADDRESS_BURST,
    CHAT_ADDRESS_RATE,
    CHAT_BURST,
    CHAT_RATE,
    REPORTS_PER_ADDRESS,
)
from rumpus.service.store.chat import Said
from rumpus.service.tables.live import LiveTable, LiveTables
from rumpus.service.tables.presence import Visitor
from rumpus.table.phrases import REPORT_REASONS, SAYABLE

MAX_TEXT_LENGTH = 200

NO_BOTS = "Bots do not chat."
ONE_THING = "Send a phrase or a text."
NO_FREE_TEXT = "This table has no free text. Choose a phrase or an emote."
CONTROL_CHARACTERS = "This message has line breaks or control characters. Write one plain line."
EMPTY = "This message is empty."
TOO_FAST = "Too many messages at once. Wait a few seconds."
TOO_MANY_REPORTS = "You have made {} reports within an hour. Try again later."
NOBODY = "You can report only another person at your table."


def checked_text(text: str) -> str:
    """A text as it is shown. Refused if it is too long, empty, or not one line."""
    if len(text) > MAX_TEXT_LENGTH:
        raise RumpusError(f"This message has {len(text)} characters. {MAX_TEXT_LENGTH} are possible.")
    if any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in text):
        raise RumpusError(CONTROL_CHARACTERS)
    shown = tidy_text(text)
    if not shown:
        raise RumpusError(EMPTY)
    return shown


class Chat:
    """Delivers chat messages, also those of other servers, and takes reports."""

    def __init__(self, tables: LiveTables, moderation: Moderation) -> None:
        self.store = tables.store
        self.clock = tables.clock
        self.moderation = moderation
        self.seat_limits = Buckets(CHAT_RATE, CHAT_BURST, tables.clock)
        self.address_limits = Buckets(CHAT_ADDRESS_RATE, CHAT_ADDRESS_BURST, tables.clock)
        self.reports = HourlyLimit(REPORTS_PER_ADDRESS, tables.clock, TOO_MANY_REPORTS)
        tables.on_chat = self._deliver

    async def say(self, visitor: Visitor, asked: m.Say) -> m.Done:
        live, seat = visitor.seated()
        table = live.table
        place = table.places[seat]
        if place.bot_account:
            raise RumpusError(NO_BOTS)
        if bool(asked.phrase) == bool(asked.text):
            raise RumpusError(ONE_THING)
        if asked.phrase and asked.phrase not in SAYABLE:
            raise RumpusError(f"There is no phrase {quoted(asked.phrase)}.")
        if asked.text and not table.made.free_text:
            raise RumpusError(NO_FREE_TEXT)
        said = Said(seat, asked.phrase, checked_text(asked.text) if asked.text else "", asked.id_)
        if live.chat.has(said, place.lock):
            return m.Done()  # a repeated message
        if not (self.address_limits.take(visitor.address) and self.seat_limits.take((table.id, seat))):
            raise TooMuch(TOO_FAST)
        await self.moderation.check_chat(visitor, place)
        if visitor.seated() != (live, seat):
            raise RumpusError("You have left this seat.")
        self._deliver(live, said)
        await self.store.share(table.id, said)
        return m.Done()

    def _deliver(self, live: LiveTable, said: Said) -> None:
        """Sends a message to everybody at the table in this process. Spectators get no free text."""
        if said.seat >= len(live.table.places) or not live.chat.add(said, live.table.places[said.seat].lock):
            return
        message = m.ChatMessage(seat=said.seat, phrase=said.phrase, text=said.text)
        for visitor in list(live.presence.visitors):
            if said.phrase or visitor.seat is not None:
                visitor.tell(message)

    async def report(self, visitor: Visitor, asked: m.ReportSeat) -> m.Done:
        """Stores a report with the last messages of the reported person. A repeated one replaces the first."""
        live, seat = visitor.seated()
        places = live.table.places
        if asked.reason not in REPORT_REASONS:
            raise RumpusError(f"There is no reason {quoted(asked.reason)} for a report.")
        if asked.seat == seat or asked.seat >= len(places) or places[asked.seat].kind != "person":
            raise RumpusError(NOBODY)
        self.reports.take(visitor.address)
        excerpt = live.chat.of(asked.seat, places[asked.seat].lock)
        await self.moderation.report(visitor, live.table, asked, excerpt)
        return m.Done()
