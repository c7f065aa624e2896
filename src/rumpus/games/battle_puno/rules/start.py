"""The start of a round: lots, deal and first card (BP-4, BP-5, BP-38)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.rng import Rng
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import BLACK, COLOUR_OF
from rumpus.games.battle_puno.rules.memory import Memory
from rumpus.games.battle_puno.rules.state import TURN

if TYPE_CHECKING:
    from rumpus.games.battle_puno.rules.position import Puno


def set_up_round(p: Puno, rng: Rng) -> None:
    """Sets up a round (BP-38). The first turn comes next."""
    _reset_round(p)
    if not (p.numbers.traditional or p.numbers.death_match):
        p.emit("round", p.round)
    starter = _draw_lots(p, rng)
    _deal(p, starter, rng)
    _turn_up_a_card(p, starter, rng)


def _reset_round(p: Puno) -> None:
    """Sets full HP, an empty pool, everyone in, clockwise (BP-38, step 1)."""
    seats = p.numbers.players
    p.round += 1
    p.turn = 0
    p.hp = [p.numbers.hp] * seats
    p.streak = [0] * seats
    p.inside = [True] * seats
    p.standing = seats
    p.fallen = []
    p.pool = 0
    p.pool_pile = []
    p.pile = []
    p.counting = False
    p.penalty = 0
    p.direction = 1
    p.phase = TURN
    p.listed = None
    p.memory = Memory(seats)


def _draw_lots(p: Puno, rng: Rng) -> int:
    """Returns the starter: most points on a drawn card, ties draw again (BP-4)."""
    deck = p.numbers.cards[:]
    rng.shuffle(deck)
    top = 0
    points = p.numbers.points
    tied = list(range(p.numbers.players))
    while len(tied) > 1:
        if len(deck) - top < len(tied):
            deck = p.numbers.cards[:]
            rng.shuffle(deck)
            top = 0
        best = -1
        leaders: list[int] = []
        for seat in tied:
            face = deck[top]
            top += 1
            p.emit("lot", seat, face)
            if points[face] > best:
                best = points[face]
                leaders = [seat]
            elif points[face] == best:
                leaders.append(seat)
        tied = leaders
    p.emit("starts", tied[0])
    return tied[0]


def _deal(p: Puno, starter: int, rng: Rng) -> None:
    """Deals one card at a time, starter first, clockwise (BP-38, step 5)."""
    seats = p.numbers.players
    deck = p.numbers.cards[:]
    rng.shuffle(deck)
    hands: list[list[int]] = []
    for _ in range(seats):
        hands.append([])
    dealt = seats * p.numbers.hand
    seat = starter
    for place in range(dealt):
        hands[seat].append(deck[place])
        seat += 1
        if seat == seats:
            seat = 0
    p.hands = hands
    p.deck = deck
    p.top = dealt
    if p.events is not None:
        for seat in range(seats):
            p.emit_hidden_cards("dealt", seat, "deal", hands[seat])


def _turn_up_a_card(p: Puno, starter: int, rng: Rng) -> None:
    """Turns up the first coloured card, which acts on the starter (BP-5)."""
    while COLOUR_OF[p.deck[p.top]] == BLACK:
        black = p.deck[p.top]
        p.emit("put_back", black)
        rest = p.deck[p.top + 1 :]
        rest.append(black)
        rng.shuffle(rest)
        p.deck = rest
        p.top = 0
        p.memory.put_back(black)
    card = CARDS[p.deck[p.top]]
    p.top += 1
    p.show(card.face, card.colour, card.symbol)
    p.on = starter
    p.emit("turned_up", card.face)
    card.turned_up(p, starter)
