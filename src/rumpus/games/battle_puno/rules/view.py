"""The view of a seat or a spectator."""

from __future__ import annotations

from rumpus.core.position import Json, View
from rumpus.core.words import counted, figure
from rumpus.games.battle_puno.rules.cards import NAMES, SYMBOLS
from rumpus.games.battle_puno.rules.deck import COLOURS, NO_SYMBOL
from rumpus.games.battle_puno.rules.numbers import BATTLE, DEATH_MATCH, TRADITIONAL
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, OVER, PHASES, PunoState


def view_of(state: PunoState, seat: int | None) -> View:
    over = state.phase == OVER
    view: View = {
        "you": seat,
        "phase": phase_words(state),
        "stage": PHASES[state.phase],
        "mode": mode_of(state),
        "round": state.round,
        "turn": state.turn,
        "on": None if over else state.on,
        "table": NAMES[state.card],
        "colour": COLOURS[state.colour],
        "symbol": "" if state.symbol == NO_SYMBOL else SYMBOLS[state.symbol],
        "direction": "clockwise" if state.direction == 1 else "counter-clockwise",
        "penalty": state.penalty,
        "stacking": state.numbers.stack_draws,
        "deck": state.deck_left(),
        "discard": named(state.pile),
        "hand": [] if seat is None else named(state.hands[seat]),
        "drawn": _just_drawn(state, seat),
        "seats": [_seat(state, seat, other) for other in range(state.numbers.players)],
    }
    if state.numbers.has_pool:
        view["pool"] = state.pool
        view["pool_cards"] = named(state.pool_pile)
        view["full_hp"] = state.numbers.hp
    if mode_of(state) == BATTLE:
        view["goal"] = state.numbers.goal
    if over:
        view["outcome"] = outcome(state)
    return view


def phase_words(state: PunoState) -> str:
    who = f"@{state.on}"
    if state.phase == OVER:
        return "The match is over."
    if state.phase == ANSWER:
        return f"{who}[has] to take {counted(state.penalty, 'card')}, unless there is an answer."
    if state.phase == DRAWN:
        return f"{who}[has] drawn a card that fits."
    return f"{who}[is] to play."


def _just_drawn(state: PunoState, seat: int | None) -> str:
    if seat is None or seat != state.on or state.phase != DRAWN:
        return ""
    return NAMES[state.hands[seat][-1]]


def _seat(state: PunoState, viewer: int | None, seat: int) -> dict[str, Json]:
    shown: dict[str, Json] = {"seat": seat, "cards": len(state.hands[seat]), "in": state.inside[seat]}
    if state.numbers.has_pool:
        shown["hp"] = state.hp[seat]
    if mode_of(state) == BATTLE:
        shown["score"] = state.scores[seat]
    if state.numbers.overload:
        shown["overloaded"] = state.streak[seat]
    if state.phase == OVER:
        shown["place"] = state.places[seat]
        shown["hand"] = named(state.hands[seat])
    elif viewer is not None and viewer != seat:
        shown["known"] = named(state.memory.known(viewer, seat))
    return shown


def named(faces: list[int]) -> list[Json]:
    return [NAMES[face] for face in faces]


def mode_of(state: PunoState) -> str:
    if state.numbers.traditional:
        return TRADITIONAL
    return DEATH_MATCH if state.numbers.death_match else BATTLE


def outcome(state: PunoState) -> str:
    """Returns the outcome as a sentence, with `@0` for seat 0."""
    first = [seat for seat in range(len(state.places)) if state.places[seat] == 1]
    named = [f"@{seat}" for seat in first]
    who = ", ".join(named[:-1]) + " and " + named[-1]
    if state.undecided:
        return f"Time is up: {who} have the same HP, so the match is a draw."
    winner = first[0]
    if state.numbers.traditional:
        how = "with an empty hand" if not state.hands[winner] else "as the last one standing"
    elif state.numbers.death_match:
        how = f"with {figure(state.hp[winner])} HP left"
    else:
        how = f"with {counted(state.scores[winner], 'point')}"
    return f"@{winner}[wins] {how}." if len(first) == 1 else f"{who} share the win {how}."
