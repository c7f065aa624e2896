"""Reports, mutes and bans in the store: the schema. Written like that of `store.profiles`."""

from __future__ import annotations

from msgspec import Struct

SCHEMA = """
CREATE TABLE rumpus_report (
    id text PRIMARY KEY, at bigint NOT NULL, who text NOT NULL, name text NOT NULL, profile text NOT NULL,
    reason text NOT NULL, said text NOT NULL, reporter text NOT NULL, source text NOT NULL
);
CREATE INDEX rumpus_report_at ON rumpus_report (at);
CREATE INDEX rumpus_report_source ON rumpus_report (source);
CREATE INDEX rumpus_report_profile ON rumpus_report (profile);
CREATE TABLE rumpus_sanction (
    who text NOT NULL, kind text NOT NULL, since bigint NOT NULL, name text NOT NULL, PRIMARY KEY (who, kind)
);
"""
"""`rumpus_report`: a report of one seat by another; `id` is TABLE/SEAT/REPORTER, seats from 1.

- `who`: the reported person, as in `rumpus_sanction`. `profile`: the same person's profile, if any.
- `said`: the person's last messages as JSON, a list of words. `source`: network address of the reporter.

`rumpus_sanction`: `kind` is mute or ban. `who` is `profile:ID`, `seat:HASH` (of a seat's secret) or `address:ADDRESS`.
"""


class Said(Struct, omit_defaults=True):
    """A chat message of a seat: a phrase or a text. `mid` is the sender's message id, to recognise repeats."""

    seat: int
    phrase: str = ""
    text: str = ""
    mid: str = ""
