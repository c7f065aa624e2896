"""Tournaments in the store: the schema. Written like that of `store.profiles`."""

from __future__ import annotations

SCHEMA = """
CREATE TABLE rumpus_tournament (
    id text PRIMARY KEY, owner text NOT NULL, state text NOT NULL, public integer NOT NULL, active integer NOT NULL,
    due bigint NOT NULL, version integer NOT NULL, writer text NOT NULL, created bigint NOT NULL,
    changed bigint NOT NULL, row text NOT NULL
);
CREATE INDEX rumpus_tournament_active ON rumpus_tournament (state, due) WHERE active = 1;
CREATE INDEX rumpus_tournament_public ON rumpus_tournament (created) WHERE public = 1 AND active = 1;
CREATE INDEX rumpus_tournament_owner ON rumpus_tournament (owner);
CREATE TABLE rumpus_tournament_entry (
    id text NOT NULL, seq integer NOT NULL, at bigint NOT NULL, entry text NOT NULL, PRIMARY KEY (id, seq)
);
CREATE TABLE rumpus_entrant (id text NOT NULL, profile text NOT NULL, PRIMARY KEY (id, profile));
CREATE INDEX rumpus_entrant_profile ON rumpus_entrant (profile);
"""
"""`rumpus_tournament_entry`: journals of tournaments. `version` is the number of a tournament's entries: whoever raises
it may write the next ones. `row`: what lists show, as JSON.

`active`: 0 once a tournament is over and all its tables are closed. `due`: time at which an open one may start by
itself; 0: none. `rumpus_entrant`: profiles that have joined.
"""
