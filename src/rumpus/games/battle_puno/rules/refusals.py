"""Refusals: the reason against a move, with its clause."""

from __future__ import annotations

from rumpus.games.battle_puno.rules.cards import CARDS, NAMES, SYMBOLS, Card
from rumpus.games.battle_puno.rules.deck import COLOURS, NO_SYMBOL
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, MOVE_COUNT, TAKE
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, PunoState


def refusal(state: PunoState, seat: int, move: int) -> str:
    if not 0 <= move < MOVE_COUNT:
        return "There is no such move (BP-42)."
    if move >= DRAW:
        return _not_now(state, move)
    card = CARDS[FACE_PLAYED[move]]
    hand = state.hands[seat]
    if card.face not in hand:
        return f"You hold no {card.full_name} (BP-6)."
    if state.phase == DRAWN and hand[-1] != card.face:
        return f"Only the card just drawn, {NAMES[hand[-1]]}, may be played now (BP-7)."
    if state.phase == ANSWER:
        answer = _no_answer(state, card)
        if answer:
            return answer
    elif not state.fitting() >> card.face & 1:
        return f"{card.full_name.capitalize()} does not match {in_force(state)} (BP-6)."
    if len(hand) == 1 and not card.may_be_last:
        return f"{card.full_name.capitalize()} cannot be your last card: of the black ones only Wild can (BP-8)."
    return card.refusal(state, seat, move)


def in_force(state: PunoState) -> str:
    if state.symbol == NO_SYMBOL:
        return f"the current colour, {COLOURS[state.colour]}"
    return f"{COLOURS[state.colour]} or {SYMBOLS[state.symbol]}"


def _not_now(state: PunoState, move: int) -> str:
    if move == TAKE:
        return "There is no penalty to take (BP-10)."
    if move == KEEP:
        return "You have not just drawn a card to keep (BP-7)."
    if state.phase == ANSWER:
        return f"You face a penalty of {state.penalty}: answer it or take it (BP-10)."
    if state.phase == DRAWN:
        return "You have already drawn: play that card or keep it (BP-7)."
    return "The deck is empty: anyone who can play must play (BP-19)."


def _no_answer(state: PunoState, card: Card) -> str:
    """Returns the reason against this card as an answer; empty if it is one."""
    colour = COLOURS[state.colour]
    if card.answers:
        return (
            "" if card.colour == state.colour else f"Only a Skip or Reverse in {colour} answers this penalty (BP-10)."
        )
    if card.punishes and state.numbers.stack_draws:
        if state.fitting() >> card.face & 1:
            return ""
        return f"{card.full_name.capitalize()} does not match {in_force(state)} (BP-10)."
    return f"You face a penalty of {state.penalty}: answer it with a {colour} Skip or Reverse, or take it (BP-10)."
