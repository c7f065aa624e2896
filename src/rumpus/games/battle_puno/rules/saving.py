"""The table as plain data, and back."""

from __future__ import annotations

from rumpus.core.contract import Plain
from rumpus.core.errors import BadRecord
from rumpus.games.battle_puno.rules.deck import FACES
from rumpus.games.battle_puno.rules.memory import Memory
from rumpus.games.battle_puno.rules.state import OVER, PunoState


def saved(state: PunoState) -> dict[str, Plain]:
    """All of it, for JSON; the deck from its top."""
    memory = state.memory
    return {
        "hands": _nested(state.hands),
        "deck": _flat(state.deck[state.top :]),
        "pile": _flat(state.pile),
        "pool_pile": _flat(state.pool_pile),
        "pool": state.pool,
        "card": state.card,
        "counting": state.counting,
        "colour": state.colour,
        "symbol": state.symbol,
        "direction": state.direction,
        "on": state.on,
        "phase": state.phase,
        "penalty": state.penalty,
        "inside": [bool(there) for there in state.inside],
        "fallen": _flat(state.fallen),
        "hp": _flat(state.hp),
        "scores": _flat(state.scores),
        "streak": _flat(state.streak),
        "round": state.round,
        "turn": state.turn,
        "places": _flat(state.places),
        "undecided": state.undecided,
        "seen": _flat(memory.seen),
        "notes": _nested(memory.notes),
        "lacks": _flat(memory.lacks),
        "exempt": _flat(memory.exempt),
        "back": _flat(memory.back),
        "newer": _flat(memory.newer),
        "young": _flat(memory.young),
        "busy": memory.busy,
    }


def restore(state: PunoState, plain: dict[str, Plain]) -> None:
    """Lay everything out as `saved` found it; refused (BadRecord) if it does not make a whole state."""
    seats = state.numbers.players
    state.hands = _lists(plain, "hands", seats)
    state.deck = _ints(plain, "deck")
    state.top = 0
    state.pile = _ints(plain, "pile")
    state.pool_pile = _ints(plain, "pool_pile")
    state.pool = _int(plain, "pool")
    state.card = _int(plain, "card")
    state.counting = _bool(plain, "counting")
    state.colour = _int(plain, "colour")
    state.symbol = _int(plain, "symbol")
    state.direction = _int(plain, "direction")
    state.on = _int(plain, "on")
    state.phase = _int(plain, "phase")
    state.penalty = _int(plain, "penalty")
    state.inside = _bools(plain, "inside", seats)
    state.standing = state.inside.count(True)
    state.fallen = _ints(plain, "fallen")
    state.hp = _by_seat(plain, "hp", seats)
    state.scores = _by_seat(plain, "scores", seats)
    state.streak = _by_seat(plain, "streak", seats)
    state.round = _int(plain, "round")
    state.turn = _int(plain, "turn")
    state.places = _ints(plain, "places")
    state.undecided = _bool(plain, "undecided")
    state.listed = None
    state.memory = _memory(plain, seats)
    _check(state)


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


def _check(state: PunoState) -> None:
    """Every card of the match must be in exactly one place, and whoever is on must be at the table."""
    cards = state.deck + state.pile + state.pool_pile + [state.card]
    for hand in state.hands:
        cards = cards + hand
    if sorted(cards) != sorted(state.numbers.cards):
        raise BadRecord("this saved game is damaged: its cards are not those of the match")
    if not 0 <= state.on < state.numbers.players or not state.inside[state.on]:
        raise _damaged("on")
    if not 0 <= state.phase <= OVER or not 0 <= state.colour < 4 or not 0 <= state.symbol <= 13:
        raise _damaged("phase")
    if state.direction not in (1, -1):
        raise _damaged("direction")
    if state.phase == OVER and len(state.places) != state.numbers.players:
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
