"""Codes in events: reasons for a draw or a gain of HP."""

from __future__ import annotations

from typing import Final

WHY_START: Final = 0
WHY_ROUND: Final = 1
WHY_LONELINESS: Final = 2
WHY_PURR: Final = 3
WHY_GUARD: Final = 4
WHY_ATTACKER: Final = 5
WHY_GENTLEMAN: Final = 6
WHY_REJUVENATION: Final = 7
