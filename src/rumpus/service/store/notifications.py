"""Notifications in the store: schema, and the statements that enqueue one. Written like those of `store.profiles`."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from rumpus.service.store.profiles import Statement

SCHEMA = """
CREATE TABLE rumpus_target (
    id text PRIMARY KEY, profile text NOT NULL, device text NOT NULL, kind text NOT NULL, url text NOT NULL,
    public_key text NOT NULL, auth text NOT NULL, origin text NOT NULL, created bigint NOT NULL,
    failures bigint NOT NULL, retry_at bigint NOT NULL
);
CREATE INDEX rumpus_target_profile ON rumpus_target (profile);
CREATE TABLE rumpus_preference (profile text PRIMARY KEY, settings text NOT NULL);
CREATE TABLE rumpus_muted (
    id text NOT NULL REFERENCES rumpus_shelf (id) ON DELETE CASCADE, profile text NOT NULL, PRIMARY KEY (id, profile)
);
CREATE INDEX rumpus_muted_profile ON rumpus_muted (profile);
CREATE TABLE rumpus_vacation (
    profile text NOT NULL, begins bigint NOT NULL, ends bigint NOT NULL, PRIMARY KEY (profile, begins)
);
CREATE TABLE rumpus_due (
    id text PRIMARY KEY REFERENCES rumpus_shelf (id) ON DELETE CASCADE, first_seq integer NOT NULL,
    last_seq integer NOT NULL, at bigint NOT NULL
);
CREATE INDEX rumpus_due_at ON rumpus_due (at);
CREATE TABLE rumpus_outbox (
    key text NOT NULL, target text NOT NULL, profile text NOT NULL, notice text NOT NULL, created bigint NOT NULL,
    due bigint NOT NULL, leased bigint NOT NULL, tries bigint NOT NULL, state text NOT NULL, PRIMARY KEY (key, target)
);
CREATE INDEX rumpus_outbox_due ON rumpus_outbox (due) WHERE state = '';
CREATE INDEX rumpus_outbox_target ON rumpus_outbox (target);
CREATE INDEX rumpus_outbox_profile ON rumpus_outbox (profile);
CREATE INDEX rumpus_outbox_created ON rumpus_outbox (created) WHERE state <> '';
CREATE TABLE rumpus_setting (name text PRIMARY KEY, value text NOT NULL);
"""
"""`rumpus_target`: a device with a push subscription, or a profile's webhook. Nothing is sent before `retry_at`.

`rumpus_due`: tables whose entries from `first_seq` to `last_seq` must be examined at `at`, a time that is also a lease.
`rumpus_outbox`: a notification to a target; `state` is empty while it waits, then sent, dropped or failed.
"""
FOLLOWERS = ("target", "preference", "muted", "vacation", "outbox", "entrant")
"""Tables whose rows go with their profile."""
MARK = """
INSERT INTO rumpus_due (id, first_seq, last_seq, at)
SELECT CAST($1 AS text), CAST($2 AS integer), CAST($3 AS integer), CAST($4 AS bigint)
WHERE EXISTS (SELECT 1 FROM rumpus_target WHERE profile IN (SELECT profile FROM rumpus_seat WHERE id = $1))
ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq,
    at = CASE WHEN rumpus_due.at < excluded.at THEN rumpus_due.at ELSE excluded.at END
"""
"""Marks a table for examination, with its entries, if anybody there has a target.

An earlier time stays: later entries must not show in it.
"""
ENQUEUE = """
INSERT INTO rumpus_outbox (key, target, profile, notice, created, due, leased, tries, state)
SELECT CAST($1 AS text), id, profile, CAST($3 AS text), CAST($4 AS bigint), CAST($5 AS bigint), 0, 0, ''
FROM rumpus_target WHERE profile = $2 AND CAST($6 AS bigint) = 1
ON CONFLICT DO NOTHING
"""

Kind = Literal["turn", "rematch", "opponent", "round", "test"]


class Notice(Struct, omit_defaults=True):
    """What a notification is about. Everything in it is known to its reader."""

    kind: Kind
    title: str
    """Title of the game or tournament."""
    path: str
    """Path of the page to open, such as /t/TABLE."""
    table: str = ""
    seat: int = -1
    decision: str = ""
    """The decision that a turn is about. Nothing is sent once it is made."""


_read_notice = msgspec.json.Decoder(Notice).decode


def read_notice(text: str) -> Notice:
    return _read_notice(text)


def notification(key: str, profile: str, notice: Notice, now: int, due: int = 0, wanted: bool = True) -> Statement:
    """The statement that enqueues a notification once per key and target of the profile; nothing unless `wanted`.

    Execute it in the transaction of what makes it due. `due` is the earliest time to send it; 0: now.
    """
    text = msgspec.json.encode(notice).decode()
    return ENQUEUE, (key, profile, text, now, due or now, int(wanted))


def mark(table: str, first: int, last: int, at: int) -> Statement:
    return MARK, (table, first, last, at)
