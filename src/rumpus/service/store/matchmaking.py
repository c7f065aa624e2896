"""Seeks, results and ratings in the store: the schema. Written like that of `store.profiles`."""

from __future__ import annotations

SCHEMA = """
CREATE TABLE rumpus_seek (
    id text PRIMARY KEY, profile text NOT NULL, queue text NOT NULL, game text NOT NULL, rules text NOT NULL,
    place text NOT NULL, low integer NOT NULL, high integer NOT NULL, created bigint NOT NULL, expires bigint NOT NULL,
    bot_at bigint NOT NULL, pairing text NOT NULL, paired bigint NOT NULL
);
CREATE UNIQUE INDEX rumpus_seek_profile ON rumpus_seek (profile) WHERE pairing = '' AND queue <> '';
CREATE INDEX rumpus_seek_queue ON rumpus_seek (queue, created);
CREATE INDEX rumpus_seek_pairing ON rumpus_seek (pairing);
CREATE INDEX rumpus_seek_paired ON rumpus_seek (paired);
CREATE TABLE rumpus_result (
    id text PRIMARY KEY, game text NOT NULL, seats integer NOT NULL, ended bigint NOT NULL, players text NOT NULL,
    before text NOT NULL
);
CREATE INDEX rumpus_result_ended ON rumpus_result (game, seats, ended, id);
CREATE TABLE rumpus_rating (
    game text NOT NULL, seats integer NOT NULL, player text NOT NULL, mu double precision NOT NULL,
    sigma double precision NOT NULL, games integer NOT NULL, PRIMARY KEY (game, seats, player)
);
CREATE INDEX rumpus_rating_mu ON rumpus_rating (game, seats, mu);
CREATE TABLE rumpus_ladder (
    game text NOT NULL, seats integer NOT NULL, version bigint NOT NULL, writer text NOT NULL,
    PRIMARY KEY (game, seats)
);
"""
"""`rumpus_seek`: a person who waits in a queue, or an open challenge (without a queue).

- `rules`: the game's name, options and clock as JSON; `place`: the person's place at the table as JSON.
- `expires`: end of a waiting person's lease, or of a challenge. `bot_at`: from then on a bot may sit down; 0: never.
- `pairing`: id of the table that the person gets; empty while it waits. `paired`: time at which it was given.

`rumpus_result`: a rated table. It stays when the table is deleted. `before`: its players' ratings before it, as JSON.
`rumpus_ladder`: the ratings of a game with a number of seats. Whoever changes them raises `version`.
"""
