"""Why a move is not possible now, in words a player can use."""

from __future__ import annotations

from rumpus.games.battle_puno.rules.cards import (
    BLACK_FACES,
    COLOURS,
    DRAW_TWO,
    NAMES,
    NO_SYMBOL,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    SYMBOLS,
    WILD,
    WILD_DRAW_FOUR,
)
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, MOVES, TAKE, TRADE_ALONE, resets, target_named
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, Table


def refusal(table: Table, seat: int, move: int) -> str:
    """The reason, with its clause, why this seat, which is on, may not do this."""
    if not 0 <= move < MOVES:
        return "There is no such move (BP-42)."
    if move >= DRAW:
        return _not_now(table, move)
    face = FACE_PLAYED[move]
    card = NAMES[face].capitalize()
    hand = table.hands[seat]
    if face not in hand:
        return f"You hold no {NAMES[face]} (BP-6)."
    if table.phase == DRAWN and hand[-1] != face:
        return f"Only the card just drawn, {NAMES[hand[-1]]}, may be played now (BP-7)."
    if table.phase == ANSWER:
        answer = _no_answer(table, face)
        if answer:
            return answer
    elif not table.fitting() >> face & 1:
        return f"{card} does not match {in_force(table)} (BP-6)."
    if len(hand) == 1 and BLACK_FACES >> face & 1 and face != WILD:
        return f"{card} cannot be your last card: of the black ones only Wild can (BP-8)."
    if resets(move):
        return "There is no pool to reset in Traditional (BP-21)."
    return _no_trade(table, seat, move)


def in_force(table: Table) -> str:
    """Colour and symbol that have to be matched."""
    if table.symbol == NO_SYMBOL:
        return f"the colour in force, {COLOURS[table.colour]}"
    return f"{COLOURS[table.colour]} or {SYMBOLS[table.symbol]}"


def _not_now(table: Table, move: int) -> str:
    if move == TAKE:
        return "There is no penalty to take (BP-10)."
    if move == KEEP:
        return "You have not just drawn a card to keep (BP-7)."
    if table.phase == ANSWER:
        return f"A penalty of {table.penalty} stands on you: answer it or take it (BP-10)."
    if table.phase == DRAWN:
        return "You have drawn already: play that card or keep it (BP-7)."
    return "The deck is empty: whoever can play must play (BP-19)."


def _no_answer(table: Table, face: int) -> str:
    """Why this card does not answer the penalty; empty if it could."""
    colour = COLOURS[table.colour]
    symbol = SYMBOL_OF[face]
    if symbol in (SKIP, REVERSE):
        if NAMES[face].startswith(colour):
            return ""
        return f"Only a Skip or Reverse in {colour} answers this penalty (BP-10)."
    draws = symbol == DRAW_TWO or face == WILD_DRAW_FOUR
    if draws and table.numbers.stack_draws:
        if table.fitting() >> face & 1:
            return ""
        return f"{NAMES[face].capitalize()} does not match {in_force(table)} (BP-10)."
    return f"A penalty of {table.penalty} stands on you: a {colour} Skip or Reverse answers it, or take it (BP-10)."


def _no_trade(table: Table, seat: int, move: int) -> str:
    if move == TRADE_ALONE:
        return "Name the player to trade with (BP-16)."
    other = target_named(move)
    if other == seat:
        return "You cannot trade with yourself (BP-16)."
    if other >= table.numbers.players:
        return f"There is no seat {other} at this table (BP-16)."
    return f"Seat {other} is out and cannot trade (BP-16)."
