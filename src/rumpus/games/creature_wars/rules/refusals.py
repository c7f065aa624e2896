"""Reasons against moves, as sentences with their clause."""

from __future__ import annotations

from rumpus.core.errors import NOT_A_LEGAL_MOVE
from rumpus.core.position import Move, Seat
from rumpus.core.words import sentence
from rumpus.games.creature_wars.rules.cards import ODDITY, RAVEN
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, Frame
from rumpus.games.creature_wars.rules.moves import moves_of
from rumpus.games.creature_wars.rules.names import card_words
from rumpus.games.creature_wars.rules.state import HAND_MOVES
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of


def why_unplayable(d: Duel, p: int, c: int) -> str:
    """Returns the reason a card of p's hand is unplayable; empty if playable."""
    card = d.cards[c]
    if card.name == RAVEN:
        return "A Raven can never be played (SC-9)."
    if card.locks:
        return f"{_named(d, c)} may never be played again (CW-41)."
    if card.cooldown:
        turns = "a turn" if card.cooldown == 1 else f"{card.cooldown} turns"
        return f"{_named(d, c)} rests for {turns} (CW-39)."
    if d.magic.lilith and card.kind != ODDITY and card.level >= 6:
        return f"Lilith's decree forbids cards of level 6 or more, and {card_words(d.text(c))} is one (X-11)."
    for other in d.hands[p]:
        witch = d.cards[other].witch
        if witch < 0:
            continue
        if other == c:
            if not witch_of(witch).playable(d, Frame(witch, other, p)):
                return f"{_named(d, c)} cannot be played yet ({witch_of(witch).clause})."
        elif not d.barred_from_play(other) and not witch_of(witch).allows(d, Frame(witch, other, p), c):
            return f"{_named(d, other)} does not let you play {card_words(d.text(c))} ({witch_of(witch).clause})."
    return ""


def rule_against(d: Duel, seat: Seat, move: Move) -> str:
    """Returns the reason against a move; empty if legal."""
    if move in moves_of(d, seat):
        return ""
    if d.asking == ASK_DUEL and 0 <= move < min(len(d.hands[seat]), HAND_MOVES):
        reason = why_unplayable(d, seat, d.hands[seat][move])
        return reason if reason else _why_forced(d, seat)
    return NOT_A_LEGAL_MOVE


def _why_forced(d: Duel, seat: Seat) -> str:
    c = d.hands[seat][d.choices[seat][0]]
    return f"{_named(d, c)} must be played first (CW-25)."


def _named(d: Duel, c: int) -> str:
    """Names the card at the start of a sentence."""
    return sentence(card_words(d.text(c)))
