"""What a seat may know of the table, built up from nothing, in words."""

from __future__ import annotations

from rumpus.core.contract import Plain, View
from rumpus.games.battle_puno.rules.cards import COLOURS, NAMES, NO_SYMBOL, SYMBOLS
from rumpus.games.battle_puno.rules.numbers import BATTLE, DEATH_MATCH, TRADITIONAL
from rumpus.games.battle_puno.rules.state import DRAWN, OVER, PHASES, Table


def sight(table: Table, seat: int | None) -> View:
    """The view of a seat, or of an onlooker (None)."""
    over = table.phase == OVER
    view: View = {
        "you": seat,
        "phase": PHASES[table.phase],
        "mode": mode_of(table),
        "round": table.round,
        "turn": table.turn,
        "on": None if over else table.on,
        "table": NAMES[table.card],
        "colour": COLOURS[table.colour],
        "symbol": "" if table.symbol == NO_SYMBOL else SYMBOLS[table.symbol],
        "direction": "clockwise" if table.direction == 1 else "counter-clockwise",
        "penalty": table.penalty,
        "stacking": table.numbers.stack_draws,
        "deck": table.deck_left(),
        "discard": named(table.pile),
        "hand": [] if seat is None else named(table.hands[seat]),
        "drawn": _just_drawn(table, seat),
        "seats": [_seat(table, seat, other) for other in range(table.numbers.players)],
    }
    if table.numbers.has_pool:
        view["pool"] = table.pool
        view["pool_cards"] = named(table.pool_pile)
        view["full_hp"] = table.numbers.hp
    if mode_of(table) == BATTLE:
        view["goal"] = table.numbers.goal
    if over:
        view["outcome"] = outcome(table)
    return view


def _just_drawn(table: Table, seat: int | None) -> str:
    if seat is None or seat != table.on or table.phase != DRAWN:
        return ""
    return NAMES[table.hands[seat][-1]]


def _seat(table: Table, viewer: int | None, seat: int) -> dict[str, Plain]:
    """One player as the viewer sees them."""
    shown: dict[str, Plain] = {
        "seat": seat,
        "cards": len(table.hands[seat]),
        "in": table.inside[seat],
    }
    if table.numbers.has_pool:
        shown["hp"] = table.hp[seat]
    if mode_of(table) == BATTLE:
        shown["score"] = table.scores[seat]
    if table.numbers.overload:
        shown["overloaded"] = table.streak[seat]
    if table.phase == OVER:
        shown["place"] = table.places[seat]
        shown["hand"] = named(table.hands[seat])
    elif viewer is not None and viewer != seat:
        shown["known"] = named(table.memory.known(viewer, seat))
    return shown


def named(faces: list[int]) -> list[Plain]:
    return [NAMES[face] for face in faces]


def mode_of(table: Table) -> str:
    if table.numbers.traditional:
        return TRADITIONAL
    return DEATH_MATCH if table.numbers.death_match else BATTLE


def outcome(table: Table) -> str:
    """How it ended, in a sentence."""
    first = [f"Seat {seat}" for seat in range(len(table.places)) if table.places[seat] == 1]
    who = first[0] if len(first) == 1 else ", ".join(first[:-1]) + " and " + first[-1]
    if table.undecided:
        return f"Time is up: {who} have the same HP; the match is a draw."
    winner = table.places.index(1)
    if table.numbers.traditional:
        how = "with an empty hand" if not table.hands[winner] else "as the last one standing"
    elif table.numbers.death_match:
        how = f"with {table.hp[winner]} HP left"
    else:
        how = f"with {table.scores[winner]} points"
    return f"{who} {'wins' if len(first) == 1 else 'share the win'} {how}."
