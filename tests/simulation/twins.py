"""Twin runs: the same seed with one secret changed. Nobody who may not know it may notice, whatever fails."""

from __future__ import annotations

import json
from typing import NamedTuple

import msgspec

from rumpus.core.catalogue import game_of
from rumpus.core.errors import RumpusError
from rumpus.core.position import Json, Seat
from rumpus.service.store import JournalEntry
from rumpus.table.entries import Base, Made, Moved
from rumpus.table.table import Table
from tests.simulation.deals import indistinguishable_deals
from tests.simulation.environment import derived
from tests.simulation.history import History
from tests.simulation.people import Person
from tests.simulation.world import World

MAX_CANDIDATES = 8
"""Sealed moves of a run that are tried."""
LASTING_SECONDS = 1.0
NEVER = float("inf")


class Secret(NamedTuple):
    """A sealed move or a deal, what replaces it, and the virtual times between which others may not know it."""

    table: str
    stored: JournalEntry
    """The entry that holds it: a move, or the making of a table."""
    other: Made | Moved
    """The entry of the twin."""
    hiders: frozenset[Seat]
    """Seats that know it."""
    since: float
    until: float

    def __str__(self) -> str:
        return f"the secret of seats {sorted(self.hiders)} in entry {self.stored.seq} of {self.table}"


def check_secrecy(world: World) -> Secret | None:
    """Runs a seed again with one secret changed. Raises Violation if others could tell. `world` has kept records."""
    secret = draw_secret(world)
    if secret is None:
        return None
    twin = World(world.seed, world.faults, records=True, end=secret.until)
    if isinstance(secret.other, Moved):
        mover = next(client for client in world.clients if secret.other.mid in client.sent)
        hiders = [mover.name]
        at = mover.sent[secret.other.mid].at
        twin.other_moves[mover.name, secret.table, at] = secret.other.move
    else:
        made = world.tables[secret.table]
        hiders = [place.name for seat, place in enumerate(made.places) if seat in secret.hiders]
        assert secret.other.base is not None
        twin.other_deals[list(world.tables).index(secret.table)] = secret.other.base.seed
    twin.run()
    _compare(world, twin, secret, hiders)
    return secret


# --- secrets of a run ---


def draw_secret(world: World) -> Secret | None:
    """Returns a random secret, if possible one that lasts for a while. None if the run has none."""
    deals: list[Secret] = []
    moves: list[Secret] = []
    for history in world.checker.histories.values():
        made = history.entries[0].entry
        assert isinstance(made, Made)
        if history.id in world.tables and made.base is not None:
            deals += _secret_deal(world, history, made)
        moves += _sealed_moves(world, history)
    rng = derived(world.seed, "secret")
    found = deals if deals and (not moves or rng.random() < 0.5) else moves
    lasting = [secret for secret in found if secret.until - secret.since >= LASTING_SECONDS]
    return rng.choice(lasting or found) if found else None


def _secret_deal(world: World, history: History, made: Made) -> list[Secret]:
    assert made.base is not None
    deals = next(one for one in indistinguishable_deals() if one.first == made.base.seed)
    other = msgspec.structs.replace(made, base=Base(deals.second, []))
    hiders = frozenset(range(len(made.places))) - {deals.seat}
    return _secret(world, history, 0, other, hiders)


def _sealed_moves(world: World, history: History) -> list[Secret]:
    """Secrets of people's moves that change nothing for anybody else."""
    rng = derived(world.seed, "secrets")
    sent = {id for client in world.clients for id in client.sent}
    sealed: list[tuple[int, Moved]] = []
    table = _first_table(history, None)
    for stored in history.entries[1:]:
        entry = stored.entry
        if isinstance(entry, Moved) and entry.mid in sent and table.match is not None:
            others = [move for move in table.match.position.moves(entry.seat) if move != entry.move]
            before = _shown(table, frozenset({entry.seat}))
            table.take(entry, stored.when)
            if others and _shown(table, frozenset({entry.seat})) == before:
                sealed.append((stored.seq, msgspec.structs.replace(entry, move=rng.choice(others), words="")))
        else:
            table.take(entry, stored.when)
    chosen = rng.sample(sealed, min(MAX_CANDIDATES, len(sealed)))
    return [secret for seq, other in chosen for secret in _secret(world, history, seq, other, frozenset({other.seat}))]


def _secret(world: World, history: History, seq: int, other: Made | Moved, hiders: frozenset[Seat]) -> list[Secret]:
    """Replays the journal with and without the other entry, up to the first difference that others may see."""
    table = _first_table(history, None)
    twin = _first_table(history, other if isinstance(other, Made) else None)
    since, until = world.committed_at[history.id, seq], world.settled_at
    for stored in history.entries[1:]:
        table.take(stored.entry, stored.when)
        same = True
        try:
            twin.take(other if stored.seq == seq and isinstance(other, Moved) else stored.entry, stored.when)
        except RumpusError:  # a later move of the hider is not possible there
            same = False
        if stored.seq >= seq and not (same and _shown(table, hiders) == _shown(twin, hiders)):
            until = world.committed_at[history.id, stored.seq]
            break
    return [Secret(history.id, history.entries[seq], other, hiders, since, until)] if until > since else []


def _first_table(history: History, made: Made | None) -> Table:
    first = history.entries[0]
    made = made or first.entry  # type: ignore[assignment]
    assert isinstance(made, Made)
    return Table(history.id, game_of(made.game), made, first.when)


def _shown(table: Table, hiders: frozenset[Seat]) -> Json:
    """All that the rules let anybody else know."""
    public = table.clocks.public
    found: list[object] = [table.state, table.epoch, table.names, table.undo_request, public.used, public.since]
    match = table.match
    if match is not None:
        position = match.position
        for seat in (None, *(seat for seat in range(len(table.places)) if seat not in hiders)):
            events = [repr(event.seen_by(seat)) for event in match.events]
            found += [position.view(seat), position.visible_to_act(seat), events]
            if seat is not None:
                moves = position.moves(seat) if seat in position.to_act() else []
                found += [moves, table.decision_id(seat), table.clocks.true.since[seat]]
    plain: Json = msgspec.to_builtins(found)
    return plain


# --- comparison ---


def _compare(world: World, twin: World, secret: Secret, hiders: list[str]) -> None:
    """Compares the journals and all that others were sent, until the secret may be known."""
    end = secret.until
    others: list[tuple[Person, Person]] = []
    for client, double in zip(world.clients, twin.clients, strict=True):
        if client.name in hiders:
            # What they ask may depend on what they know, and others may see that.
            end = min(end, _first_difference(client, double, secret))
        else:
            others.append((client, double))
    end = _compare_journals(world, twin, secret, end)
    for client, double in others:
        received, doubles = ([message for message in one.received if message[0] < end] for one in (client, double))
        for message, other in zip(received, doubles, strict=False):
            if message != other:
                world.checker.fail(f"leak: {client.name} notices {secret}: {message} or {other}")
        if len(received) != len(doubles):
            more = max(received, doubles, key=len)[min(len(received), len(doubles))]
            world.checker.fail(f"leak: {client.name} notices {secret}: {more} or nothing")


def _compare_journals(world: World, twin: World, secret: Secret, end: float) -> float:
    """Returns the time from which journals may differ: the hiders decide by what they know."""
    for id, history in world.checker.histories.items():
        double = twin.checker.histories.get(id)
        for stored in history.entries:
            when = world.committed_at[id, stored.seq]
            if when >= end:
                break
            other = double.entries[stored.seq] if double is not None and stored.seq < len(double.entries) else None
            if other == stored and twin.committed_at[id, stored.seq] == when:
                continue
            if id == secret.table and stored.seq == secret.stored.seq:
                continue
            if id == secret.table and isinstance(stored.entry, Moved) and stored.entry.seat in secret.hiders:
                end = when
                break
            world.checker.fail(f"leak: entry {stored.seq} of {id} depends on {secret}: {stored} or {other}")
    return end


def _first_difference(client: Person, double: Person, secret: Secret) -> float:
    """Returns the time of the first own message, besides the secret, that differs between the twins."""
    for (when, text), (double_when, double_text) in zip(client.asked, double.asked, strict=False):
        if when != double_when or _without_secret(client, text, secret) != _without_secret(double, double_text, secret):
            return min(when, double_when)
    rest = [*client.asked[len(double.asked) :], *double.asked[len(client.asked) :]]
    return rest[0][0] if rest else NEVER


def _without_secret(client: Person, text: str, secret: Secret) -> dict[str, Json]:
    message: dict[str, Json] = json.loads(text)
    if isinstance(secret.other, Moved) and message["do"] == "move":
        chosen = client.sent[secret.other.mid].at if secret.other.mid in client.sent else ""
        if message["at"] == chosen:
            message["move"] = None
    return message
