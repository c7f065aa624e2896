"""Typed access to a view, and the playable cards of its hand."""

from __future__ import annotations

from rumpus.core.position import Json, View
from rumpus.games.battle_puno.rules.cards import CARD_BY_NAME
from rumpus.games.battle_puno.rules.deck import BLACK, COLOURS


def number(facts: dict[str, Json], key: str) -> int:
    """Returns an integer of a view; 0 if it has none."""
    value = facts.get(key, 0)
    return value if isinstance(value, int) else 0


def word(facts: dict[str, Json], key: str) -> str:
    value = facts.get(key, "")
    return value if isinstance(value, str) else ""


def words(facts: dict[str, Json], key: str) -> list[str]:
    value = facts.get(key, [])
    return [str(item) for item in value] if isinstance(value, list) else []


def flag(facts: dict[str, Json], key: str) -> bool:
    return bool(facts.get(key))


def seats(view: View) -> list[dict[str, Json]]:
    value = view["seats"]
    assert isinstance(value, list)
    return [facts for facts in value if isinstance(facts, dict)]


def fits_now(view: View, name: str) -> bool:
    """True if this card of the own hand may be played now (BP-6 to BP-8, BP-10)."""
    card = CARD_BY_NAME[name]
    if not card.may_be_last and len(words(view, "hand")) == 1:
        return False
    own_colour = COLOURS[card.colour] == view["colour"]
    matches = card.colour == BLACK or own_colour or card.printed == view["symbol"]
    if view["stage"] == "drawn":
        return matches and name == view["drawn"]
    if view["stage"] == "turn":
        return matches
    if card.answers:
        return own_colour
    return flag(view, "stacking") and matches and card.punishes
