"""What must hold of profiles: in step with the journals, kept while acknowledged, gone once deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.service.store.notifications import FOLLOWERS
from rumpus.service.store.profiles import sat_down
from rumpus.table.entries import Forgotten
from rumpus.table.seats import fingerprint
from tests.simulation.plain_tables import contents

if TYPE_CHECKING:
    from tests.simulation.history import History
    from tests.simulation.invariants import Checker
    from tests.simulation.world import World


class ProfileNotes:
    """What owners of profiles were told during a run."""

    def __init__(self) -> None:
        self.listed: dict[tuple[str, str, int], None] = {}
        """Profile, table and seat, as "my games" showed them."""
        self.deletions: dict[str, bool] = {}
        """Profiles whose deletion was asked for; True if it was acknowledged."""


def check_profiles(checker: Checker) -> None:
    """Checks the store's rows at the end of a run."""
    notes = checker.profiles
    rows = {name: contents(checker.world, name) for name in ("profile", "device", "link", "passkey", "seat")}
    expected = sorted(row for history in checker.histories.values() for row in _seats(history))
    checker.require(rows["seat"] == expected, f"seats: the store has {rows['seat']}, the journals {expected}")
    devices = {secret_hash: profile for secret_hash, profile, *_ in rows["device"]}
    for client in checker.world.clients:
        owner = client.owner
        if owner is None or not owner.profile or owner.deleting:
            continue
        for secret in (owner.secret, *owner.others):
            known = devices.get(fingerprint(secret)) == owner.profile
            checker.require(known, f"profile: a device of {client.name} is lost")
        for secret in owner.signed_out:
            checker.require(fingerprint(secret) not in devices, f"profile: {client.name} cannot sign a device out")
    for profile, acknowledged in notes.deletions.items():
        if acknowledged:
            _check_deleted(checker, profile)
    sat = {(profile, id, seat) for id, history in checker.histories.items() for profile, seat in _all_sat(history)}
    wrong = notes.listed.keys() - sat
    checker.require(not wrong, f"profile: my games showed {sorted(wrong)}, where nobody sat down")


def _all_sat(history: History) -> list[tuple[str, int]]:
    return [one for stored in history.entries for one in sat_down(stored.entry)]


def _seats(history: History) -> list[tuple[str, str, int, int]]:
    """The rows of a table's seats, by its journal."""
    found: dict[str, tuple[str, str, int, int]] = {}
    for stored in history.entries:
        for profile, seat in sat_down(stored.entry):
            found[profile] = history.id, profile, seat, stored.when
        if isinstance(stored.entry, Forgotten):
            found.pop(stored.entry.profile, None)
    return list(found.values())


def _check_deleted(checker: Checker, profile: str) -> None:
    for name in ("profile", "device", "link", "passkey", "seat", *FOLLOWERS):
        left = [row for row in contents(checker.world, name) if profile in row]
        checker.require(not left, f"deletion: of {profile}, the store keeps {left} in {name}")
    for history in checker.histories.values():
        assert history.table is not None
        shown = profile in [place.profile for place in history.table.places]
        checker.require(not shown, f"deletion: {history.id} shows the deleted {profile}")
    listings = [id for id, row in listing_rows(checker.world) if profile.encode() in row]
    checker.require(not listings, f"deletion: the listings of {listings} show the deleted {profile}")


def listing_rows(world: World) -> list[tuple[str, bytes]]:
    if world.database is not None:
        return [(id, row["row"]) for id, row in world.database.shelf.items()]
    return [(row[0], bytes(row[4])) for row in contents(world, "shelf")]
