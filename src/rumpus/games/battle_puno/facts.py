"""Reading a view: its parts with their types, and which cards of the hand could be played."""

from __future__ import annotations

from rumpus.core.position import Plain, View
from rumpus.games.battle_puno.rules.cards import NAMED
from rumpus.games.battle_puno.rules.deck import BLACK, COLOURS


def number(facts: dict[str, Plain], key: str) -> int:
    """A whole number of a view; 0 where the view has none."""
    value = facts.get(key, 0)
    return value if isinstance(value, int) else 0


def word(facts: dict[str, Plain], key: str) -> str:
    value = facts.get(key, "")
    return value if isinstance(value, str) else ""


def words(facts: dict[str, Plain], key: str) -> list[str]:
    value = facts.get(key, [])
    return [str(item) for item in value] if isinstance(value, list) else []


def flag(facts: dict[str, Plain], key: str) -> bool:
    return bool(facts.get(key))


def seats(view: View) -> list[dict[str, Plain]]:
    """The players of a view, by seat."""
    value = view["seats"]
    assert isinstance(value, list)
    return [facts for facts in value if isinstance(facts, dict)]


def fits_now(view: View, name: str) -> bool:
    """Whether this card of the own hand could be played at this turn (BP-6 to BP-8, BP-10)."""
    card = NAMED[name]
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
