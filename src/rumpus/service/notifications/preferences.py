"""A profile's choice of notifications, and its quiet hours."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from rumpus.core.errors import BadOption
from rumpus.service.runtime.protocol import QuietHours
from rumpus.service.store import Store

READ = "SELECT settings FROM rumpus_preference WHERE profile = $1"
WRITE = """
INSERT INTO rumpus_preference (profile, settings) VALUES ($1, $2)
ON CONFLICT (profile) DO UPDATE SET settings = excluded.settings
"""
UNKNOWN_ZONE = "The time zone {!r} is not known here. Name one like Europe/Berlin."


class Preferences(Struct, omit_defaults=True):
    turn: bool = True
    rematch: bool = True
    opponent: bool = True
    round: bool = True
    quiet: QuietHours | None = None

    def wants(self, kind: str) -> bool:
        return bool(getattr(self, kind, True))


_read = msgspec.json.Decoder(Preferences).decode


async def preferences_of(store: Store, profile: str) -> Preferences:
    found = await store.query(READ, profile)
    return _read(found[0][0]) if found else Preferences()


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise BadOption(UNKNOWN_ZONE.format(name), "zone") from None


def quiet_until(quiet: QuietHours | None, now: int) -> int:
    """End of the current quiet hours, in milliseconds; 0 if there are none now."""
    if quiet is None or quiet.begin == quiet.end:
        return 0
    local = datetime.fromtimestamp(now / 1000, zone_of(quiet.zone))
    minute = local.hour * 60 + local.minute
    if not (minute - quiet.begin) % 1440 < (quiet.end - quiet.begin) % 1440:
        return 0
    end = local.replace(hour=quiet.end // 60, minute=quiet.end % 60, second=0, microsecond=0)
    if minute >= quiet.end:
        end += timedelta(days=1)
    return round(end.timestamp() * 1000)
