"""Statements of the queue: joining, leaving, and the pairing of people who wait.

All of them run in transactions that begin with `LOCK`, so that two servers never decide at the same time. A pairing
names the table that its people get. Making that table is a second step, which any server repeats without harm: the
table's id is known, and the store takes it once.
"""

from __future__ import annotations

from rumpus.service.store.profiles import Statement

LOCK: Statement = (
    """
    INSERT INTO rumpus_setting (name, value) VALUES ('pairing', '')
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    """,
    (),
)
"""PostgreSQL locks the row until the transaction ends; SQLite has one writer."""
DELETE_OTHERS = "DELETE FROM rumpus_seek WHERE profile = $1 AND pairing = '' AND queue <> '' AND id <> $2"
DELETE_LAPSED = "DELETE FROM rumpus_seek WHERE id = $1 AND pairing = '' AND expires <= $2"
INSERT = """
INSERT INTO rumpus_seek
    (id, profile, queue, game, rules, place, low, high, created, expires, bot_at, pairing, paired)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '', 0)
ON CONFLICT (id) DO UPDATE SET expires = excluded.expires WHERE rumpus_seek.pairing = ''
"""
DELETE = "DELETE FROM rumpus_seek WHERE profile = $1 AND pairing = '' AND queue <> ''"
RENEW = "UPDATE rumpus_seek SET expires = $2 WHERE id = $1 AND pairing = '' RETURNING id"
SHORTEN = "UPDATE rumpus_seek SET expires = $2 WHERE id = $1 AND pairing = '' AND expires > $2"
WAITING = "queue = $1 AND pairing = '' AND expires > $3"
PAIR = f"""
UPDATE rumpus_seek SET pairing = $2, paired = $3
WHERE id IN (SELECT id FROM rumpus_seek WHERE {WAITING} ORDER BY created, id LIMIT $4)
AND (SELECT count(*) FROM rumpus_seek WHERE {WAITING}) >= $4
AND NOT EXISTS (SELECT 1 FROM rumpus_seek WHERE pairing = $2)
"""
"""Pairs the longest waiting, once they are enough. Repeated with the same table, it pairs nobody else."""
PAIR_WITH_BOTS = f"""
UPDATE rumpus_seek SET pairing = $2, paired = $3
WHERE id IN (SELECT id FROM rumpus_seek WHERE {WAITING} AND bot_at > 0 ORDER BY created, id LIMIT $4)
AND EXISTS (SELECT 1 FROM rumpus_seek WHERE {WAITING} AND bot_at > 0 AND bot_at <= $3)
AND NOT EXISTS (SELECT 1 FROM rumpus_seek WHERE pairing = $2)
"""
"""Pairs everybody who accepts bots, after the shortest wait asked for."""
STATE = "SELECT pairing, created, bot_at FROM rumpus_seek WHERE id = $1"
PAIRING = "SELECT pairing, paired FROM rumpus_seek WHERE id = $1"
PAIRED = "SELECT id, pairing, paired FROM rumpus_seek WHERE paired > $1"
PEOPLE = "SELECT id, rules, place FROM rumpus_seek WHERE pairing = $1 ORDER BY created, id"
TIDY = (
    "DELETE FROM rumpus_seek WHERE pairing = '' AND expires < $1",
    "DELETE FROM rumpus_seek WHERE pairing <> '' AND paired < $1",
)
