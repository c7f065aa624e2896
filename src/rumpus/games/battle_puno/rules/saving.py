"""The table as plain data, and back."""

from __future__ import annotations

from rumpus.core.contract import Plain
from rumpus.core.errors import BadRecord
from rumpus.games.battle_puno.rules.cards import FACES
from rumpus.games.battle_puno.rules.memory import Memory
from rumpus.games.battle_puno.rules.state import OVER, Table


def saved(table: Table) -> dict[str, Plain]:
    """All of it, for JSON; the deck from its top."""
    memory = table.memory
    return {
        "hands": _nested(table.hands),
        "deck": _flat(table.deck[table.top :]),
        "pile": _flat(table.pile),
        "pool_pile": _flat(table.pool_pile),
        "pool": table.pool,
        "card": table.card,
        "counting": table.counting,
        "colour": table.colour,
        "symbol": table.symbol,
        "direction": table.direction,
        "on": table.on,
        "phase": table.phase,
        "penalty": table.penalty,
        "inside": [bool(there) for there in table.inside],
        "fallen": _flat(table.fallen),
        "hp": _flat(table.hp),
        "scores": _flat(table.scores),
        "streak": _flat(table.streak),
        "round": table.round,
        "turn": table.turn,
        "places": _flat(table.places),
        "undecided": table.undecided,
        "seen": _flat(memory.seen),
        "notes": _nested(memory.notes),
        "lacks": _flat(memory.lacks),
        "exempt": _flat(memory.exempt),
        "back": _flat(memory.back),
        "newer": _flat(memory.newer),
        "young": _flat(memory.young),
        "busy": memory.busy,
    }


def restore(table: Table, plain: dict[str, Plain]) -> None:
    """Lay everything out as `saved` found it; refused (BadRecord) if it does not make a whole table."""
    seats = table.numbers.players
    table.hands = _lists(plain, "hands", seats)
    table.deck = _ints(plain, "deck")
    table.top = 0
    table.pile = _ints(plain, "pile")
    table.pool_pile = _ints(plain, "pool_pile")
    table.pool = _int(plain, "pool")
    table.card = _int(plain, "card")
    table.counting = _bool(plain, "counting")
    table.colour = _int(plain, "colour")
    table.symbol = _int(plain, "symbol")
    table.direction = _int(plain, "direction")
    table.on = _int(plain, "on")
    table.phase = _int(plain, "phase")
    table.penalty = _int(plain, "penalty")
    table.inside = _bools(plain, "inside", seats)
    table.standing = table.inside.count(True)
    table.fallen = _ints(plain, "fallen")
    table.hp = _by_seat(plain, "hp", seats)
    table.scores = _by_seat(plain, "scores", seats)
    table.streak = _by_seat(plain, "streak", seats)
    table.round = _int(plain, "round")
    table.turn = _int(plain, "turn")
    table.places = _ints(plain, "places")
    table.undecided = _bool(plain, "undecided")
    table.options = None
    table.memory = _memory(plain, seats)
    _check(table)


def _memory(plain: dict[str, Plain], seats: int) -> Memory:
    memory = Memory(seats)
    memory.seen = _ints(plain, "seen")
    memory.notes = _lists(plain, "notes", seats)
    memory.lacks = _by_seat(plain, "lacks", seats)
    memory.exempt = _by_seat(plain, "exempt", seats)
    memory.back = _ints(plain, "back")
    memory.newer = _by_seat(plain, "newer", seats)
    memory.young = _by_seat(plain, "young", seats)
    memory.busy = _bool(plain, "busy")
    if len(memory.back) not in (0, FACES):
        raise _damaged("back")
    return memory


def _check(table: Table) -> None:
    """Every card of the match must be in exactly one place, and whoever is on must be at the table."""
    cards = table.deck + table.pile + table.pool_pile + [table.card]
    for hand in table.hands:
        cards = cards + hand
    if sorted(cards) != sorted(table.numbers.cards):
        raise BadRecord("this saved game is damaged: its cards are not those of the match")
    if not 0 <= table.on < table.numbers.players or not table.inside[table.on]:
        raise _damaged("on")
    if not 0 <= table.phase <= OVER or not 0 <= table.colour < 4 or not 0 <= table.symbol <= 13:
        raise _damaged("phase")
    if table.direction not in (1, -1):
        raise _damaged("direction")
    if table.phase == OVER and len(table.places) != table.numbers.players:
        raise _damaged("places")


def _damaged(name: str) -> BadRecord:
    return BadRecord(f"this saved game is damaged: {name!r} is missing or does not fit")


def _flat(values: list[int]) -> list[Plain]:
    return list(values)


def _nested(lists: list[list[int]]) -> list[Plain]:
    nested: list[Plain] = []
    for values in lists:
        nested.append(_flat(values))
    return nested


def _int(plain: dict[str, Plain], name: str) -> int:
    value = plain.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _damaged(name)
    return value


def _bool(plain: dict[str, Plain], name: str) -> bool:
    value = plain.get(name)
    if not isinstance(value, bool):
        raise _damaged(name)
    return value


def _whole(value: Plain, name: str) -> list[int]:
    if not isinstance(value, list):
        raise _damaged(name)
    found: list[int] = []
    for item in value:
        if isinstance(item, bool) or not isinstance(item, int):
            raise _damaged(name)
        found.append(item)
    return found


def _ints(plain: dict[str, Plain], name: str) -> list[int]:
    return _whole(plain.get(name), name)


def _by_seat(plain: dict[str, Plain], name: str, seats: int) -> list[int]:
    values = _ints(plain, name)
    if len(values) != seats:
        raise _damaged(name)
    return values


def _bools(plain: dict[str, Plain], name: str, seats: int) -> list[bool]:
    value = plain.get(name)
    if not isinstance(value, list) or len(value) != seats:
        raise _damaged(name)
    found: list[bool] = []
    for item in value:
        if not isinstance(item, bool):
            raise _damaged(name)
        found.append(item)
    return found


def _lists(plain: dict[str, Plain], name: str, seats: int) -> list[list[int]]:
    value = plain.get(name)
    if not isinstance(value, list) or len(value) != seats:
        raise _damaged(name)
    found: list[list[int]] = []
    for item in value:
        found.append(_whole(item, name))
    return found
