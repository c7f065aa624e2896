"""Profiles in the store: schema and statements for both engines.

Statements are written for PostgreSQL. SQLite takes them without the prefix `rumpus_`, with `$1` as a named parameter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rumpus.table.entries import Entry, Forgotten, Made, Sat

SCHEMA = """
CREATE TABLE rumpus_profile (
    id text PRIMARY KEY, name text NOT NULL, avatar text NOT NULL, colour text NOT NULL, created bigint NOT NULL,
    seen bigint NOT NULL, deleted bigint NOT NULL, bot bigint NOT NULL
);
CREATE TABLE rumpus_device (
    secret_hash text PRIMARY KEY, profile text NOT NULL, label text NOT NULL, created bigint NOT NULL,
    seen bigint NOT NULL
);
CREATE INDEX rumpus_device_profile ON rumpus_device (profile);
CREATE TABLE rumpus_link (
    token_hash text PRIMARY KEY, profile text NOT NULL, expires bigint NOT NULL, used text NOT NULL
);
CREATE INDEX rumpus_link_profile ON rumpus_link (profile);
CREATE TABLE rumpus_passkey (
    credential text PRIMARY KEY, profile text NOT NULL, public_key text NOT NULL, count bigint NOT NULL,
    label text NOT NULL, created bigint NOT NULL
);
CREATE INDEX rumpus_passkey_profile ON rumpus_passkey (profile);
CREATE TABLE rumpus_seat (
    id text NOT NULL REFERENCES rumpus_shelf (id) ON DELETE CASCADE, profile text NOT NULL, seat integer NOT NULL,
    started bigint NOT NULL, PRIMARY KEY (id, profile)
);
CREATE INDEX rumpus_seat_profile ON rumpus_seat (profile, started);
"""
"""`deleted`: time of the deletion, or 0. `bot`: 1 for the account of a bot. `used`: the device that used the link.

`rumpus_seat` has a profile's last seat at each table. It stays after the profile stood up: its name is in the log.
"""
UPSERT_SEAT = """
INSERT INTO rumpus_seat (id, profile, seat, started) VALUES ($1, $2, $3, $4)
ON CONFLICT (id, profile) DO UPDATE SET seat = excluded.seat, started = excluded.started
"""
DELETE_SEAT = "DELETE FROM rumpus_seat WHERE id = $1 AND profile = $2"

Statement = tuple[str, Sequence[Any]]
"""A statement and its values, `$1` first."""
SeatRow = tuple[str, str, int, int]
"""A profile's seat: table, profile, seat, time at which it sat down."""


def for_sqlite(statement: str) -> str:
    return statement.replace("rumpus_", "")


def named(values: Sequence[Any]) -> dict[str, Any]:
    """Values of `$1`, `$2` … as SQLite takes them."""
    return {str(number): value for number, value in enumerate(values, 1)}


def seat_statements(table: str, entries: Sequence[Entry], when: int) -> list[Statement]:
    """Statements that keep the rows of profiles' seats in step with these entries. None without profiles."""
    found: list[Statement] = []
    for entry in entries:
        found += [(UPSERT_SEAT, (table, profile, seat, when)) for profile, seat in sat_down(entry)]
        if isinstance(entry, Forgotten):
            found.append((DELETE_SEAT, (table, entry.profile)))
    return found


def sat_down(entry: Entry) -> list[tuple[str, int]]:
    """Profiles that sat down by this entry, with their seats."""
    if isinstance(entry, Made):
        return [(place.profile, seat) for seat, place in enumerate(entry.places) if place.profile]
    return [(entry.profile, entry.seat)] if isinstance(entry, Sat) and entry.profile else []
