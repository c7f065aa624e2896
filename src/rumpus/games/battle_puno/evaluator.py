"""A rough sense of what is good in Battle Puno, from the own hand and what lies open.

Values are in hit points, or in points of cards, which is the same thing at the end of a round.
"""

from __future__ import annotations

from typing import Final

from rumpus.core.evaluator import Judge
from rumpus.core.position import Move, Position, Seat
from rumpus.games.battle_puno.rules.cards import (
    CARDS,
    Card,
    Chaos,
    DiscardAll,
    HitAll,
    Number,
    Reverse,
    Skip,
    Trade,
    Wild,
    WildDrawFour,
)
from rumpus.games.battle_puno.rules.deck import COLOUR_OF, FIRST_BLACK, NO_SYMBOL, SYMBOL_OF, WILD
from rumpus.games.battle_puno.rules.moves import (
    DRAW,
    FACE_PLAYED,
    KEEP,
    TAKE,
    colour_named,
    resets,
    target_named,
)
from rumpus.games.battle_puno.rules.position import Puno

# A round for an empty hand (Traditional and Battle Puno).
CARD_GONE: Final = 10.0
"""What it is worth to hold one card less."""
AVERAGE: Final = 13.0
"""Points of a card nobody has seen."""
HELD_WILD: Final = 14.0
"""What a Wild is worth in hand while the end is far."""
PER_FOLLOWER: Final = 2.0
"""For each card left in hand that could follow the one played."""
FEED: Final = 0.3
"""How much of what is fed to the pool, somebody else will have paid before the own turn."""
DRAWS_A_TURN: Final = 0.5
"""Cards that leave the deck in a turn, on average."""
TURNS_A_CARD: Final = 2.5
"""Turns that it takes to get rid of one card."""


def _held(card: Card) -> float:
    if isinstance(card, Wild | WildDrawFour):
        return HELD_WILD
    return 0.5 * HELD_WILD if isinstance(card, HitAll | Chaos) else 0.0


HELD: Final = [_held(card) for card in CARDS]
"""By face: what it is worth in hand while the end is far, because it goes on anything and names a colour."""

# A Death Match.
SPARE_CARD: Final = 4.0
"""What the first card above a starting hand is worth; every further one is worth less."""
LESS_EACH: Final = 2.0
ENOUGH: Final = 2
TROUBLE: Final = 0.35
"""How likely a pool lives to see the own turn again."""


class PunoJudge(Judge):
    """Sheds cards and points where hands decide, and keeps a way out of paying where hit points do."""

    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, Puno)
        if position.numbers.death_match:
            return _in_death_match(position, seat, move)
        return _in_round(position, seat, move)

    def worth(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Puno)
        own = _strength(position, seat)
        best = -1.0e9
        total = 0.0
        count = 0
        for other in range(position.numbers.players):
            if other != seat:
                strength = _strength(position, other)
                total += strength
                count += 1
                if strength > best:
                    best = strength
        lead = own - 0.5 * best - 0.5 * total / count
        value = lead / _scale(position)
        return max(-1.0, min(1.0, value))


# --- how somebody stands ---


def _strength(position: Puno, seat: int) -> float:
    """A rough measure of a seat's chances, in hit points."""
    numbers = position.numbers
    if numbers.death_match:
        return float(max(0, position.hp[seat])) + (20.0 if position.inside[seat] else 0.0)
    cards = float(len(position.hands[seat]))
    if numbers.traditional:
        if not position.inside[seat]:
            return -6.0 * AVERAGE - 0.5 * numbers.points_of(position.hands[seat])
        # With a full deck few cards are good; with an empty one whoever holds many outlasts the others.
        fullness = max(-0.4, min(1.0, (position.deck_left() - 20) / 40.0))
        return -AVERAGE * fullness * cards + 60.0 / (cards + 1.0)
    return position.scores[seat] + position.hp[seat] - 0.6 * AVERAGE * cards


def _scale(position: Puno) -> float:
    numbers = position.numbers
    if numbers.death_match:
        return float(numbers.hp)
    if numbers.traditional:
        return 14.0 * AVERAGE
    return 1.5 * numbers.hp


# --- a round for an empty hand ---


def _in_round(position: Puno, seat: int, move: int) -> float:
    numbers = position.numbers
    if numbers.traditional and _must_outlast(position, seat):
        return _to_outlast(position, seat, move)
    if move == TAKE:
        return -CARD_GONE * position.penalty
    if move == KEEP:
        return -5.0
    if move == DRAW:
        return -CARD_GONE - 0.5 * AVERAGE - position.pool
    card = CARDS[FACE_PLAYED[move]]
    hand = position.hands[seat]
    pressing = _pressing(position, seat)
    value = CARD_GONE + numbers.points[card.face] * pressing
    if len(hand) == 1:
        return value + 1000.0
    value += PER_FOLLOWER * _followers(hand, card, _colour_after(position, card, move))
    value -= HELD[card.face] * (1.0 - pressing)
    ahead = len(position.hands[position.next_in(seat)])
    if isinstance(card, Number):
        if numbers.has_pool:
            value += _pool_gain(position, seat, move, card)
    elif isinstance(card, Skip):
        value += position.penalty * CARD_GONE + _blow(ahead, 1)
    elif isinstance(card, Reverse):
        value += position.penalty * CARD_GONE + _turned(position, seat, ahead)
    elif card.punishes:
        value += _blow(ahead, card.punishment(numbers))
    elif isinstance(card, HitAll):
        hit = 0.0
        for other in position.others_in_turn_order(seat):
            hit += _blow(len(position.hands[other]), numbers.hit_all)
        value += hit
    elif isinstance(card, Trade):
        other = target_named(move)
        if other >= 0:
            value += (CARD_GONE + 0.3 * AVERAGE) * (len(hand) - 1 - len(position.hands[other]))
    elif isinstance(card, DiscardAll):
        for face in _thrown_off(position, seat, card):
            value += CARD_GONE + numbers.points[face] * pressing
    return value


def _colour_after(position: Puno, card: Card, move: int) -> int:
    """The colour in force once this is played, as far as anybody can tell."""
    if card.face < FIRST_BLACK:
        return card.colour
    named = colour_named(move)
    return named if named >= 0 else position.colour


def _thrown_off(position: Puno, seat: int, card: DiscardAll) -> list[int]:
    """What else would go with it."""
    return [] if position.card == card.face else position.of_colour_in_force(seat)


def _must_outlast(position: Puno, seat: int) -> bool:
    """Whether the deck will be gone before the hand is, so that the last one standing wins."""
    turns = position.deck_left() / (DRAWS_A_TURN * position.standing)
    return TURNS_A_CARD * len(position.hands[seat]) > turns


def _to_outlast(position: Puno, seat: int, move: int) -> float:
    """Keep as many cards as possible, and those that go on anything to the last."""
    hand = position.hands[seat]
    if move == TAKE:
        return 2.0 * position.penalty
    if move == KEEP:
        return 1.0
    if move == DRAW:
        return 12.0
    card = CARDS[FACE_PLAYED[move]]
    if len(hand) == 1:
        return 1000.0
    value = PER_FOLLOWER * _followers(hand, card, _colour_after(position, card, move))
    if card.face >= FIRST_BLACK:
        value -= HELD_WILD
    elif not isinstance(card, Number) and position.standing > 2:
        value -= 1.0
    return value


def _pressing(position: Puno, seat: int) -> float:
    """How near the end of the round is, from 0 to 1: points in hand count the more."""
    fewest = 20
    for other in range(position.numbers.players):
        if other != seat and position.inside[other] and len(position.hands[other]) < fewest:
            fewest = len(position.hands[other])
    near = 1.0 / fewest if fewest > 0 else 1.0
    if position.deck_left() < 15:
        near += 0.5
    return min(1.0, near)


def _followers(hand: list[int], played: Card, colour: int) -> float:
    """How many cards left could follow; the first few matter most."""
    found = 0.0
    left_out = False
    for face in hand:
        if face == played.face and not left_out:
            left_out = True
        elif face >= FIRST_BLACK:
            found += 0.5
        elif COLOUR_OF[face] == colour:
            found += 1.0
        elif SYMBOL_OF[face] == played.symbol and played.symbol != NO_SYMBOL:
            found += 0.7
    return min(found, 4.0)


def _blow(cards: int, count: int) -> float:
    """Making somebody draw or lose a turn; it hurts most near the goal."""
    return count * (2.0 + 12.0 / (cards + 1))


def _turned(position: Puno, seat: int, ahead: int) -> float:
    """Turning round is good if whoever comes next then is further from the goal."""
    if position.standing == 2:
        return _blow(ahead, 1)
    others = position.others_in_turn_order(seat)
    if not others:
        return 0.0
    return 0.5 * (len(position.hands[others[-1]]) - ahead)


def _pool_gain(position: Puno, seat: int, move: int, card: Number) -> float:
    """Feeding the pool hurts others more often than oneself, unless one's own hand is stuck next time."""
    if resets(move):
        return 0.3 * position.pool * _stuck(position, seat, move)
    return FEED * card.feeds(position.numbers) * (1.0 - _stuck(position, seat, move))


def _stuck(position: Puno, seat: int, move: int) -> float:
    """How likely it is that nothing can be played next time."""
    hand = position.hands[seat]
    played = FACE_PLAYED[move]
    colours = 0
    count = 0
    left_out = False
    for card in hand:
        if card == played and not left_out:
            left_out = True
        elif card >= FIRST_BLACK:
            if len(hand) > 2 or card == WILD:
                return 0.1
        else:
            colours |= 1 << COLOUR_OF[card]
            count += 1
    wide = (colours & 1) + (colours >> 1 & 1) + (colours >> 2 & 1) + (colours >> 3 & 1)
    return max(0.1, 1.0 - 0.22 * wide - 0.04 * count)


# --- a Death Match ---


def _in_death_match(position: Puno, seat: int, move: int) -> float:
    hand = position.hands[seat]
    held = len(hand)
    now = _size_worth(position, seat, held)
    if move == TAKE:
        return _size_worth(position, seat, held + position.penalty) - now
    if move == KEEP:
        return 0.0
    if move == DRAW:
        if position.hp[seat] <= position.pool:
            return -1000.0
        return _size_worth(position, seat, held + 1) - now - position.pool
    card = CARDS[FACE_PLAYED[move]]
    value = -_kept_in_reserve(card)
    left = held - 1
    if isinstance(card, Number):
        value += _pool_gain(position, seat, move, card)
    elif isinstance(card, HitAll):
        value += _gift(position, position.others_in_turn_order(seat))
    elif card.punishes:
        value += _gift(position, [position.next_in(seat)])
    elif isinstance(card, Trade) and target_named(move) >= 0:
        left = len(position.hands[target_named(move)])
    elif isinstance(card, DiscardAll):
        left -= len(_thrown_off(position, seat, card))
    value += _size_worth(position, seat, max(left, position.numbers.hand)) - now
    return value - position.pool * TROUBLE * _stuck(position, seat, move)


def _size_worth(position: Puno, seat: int, cards: int) -> float:
    """What it is worth to hold so many cards: a way out of paying, until there are enough, or too many (BP-34)."""
    numbers = position.numbers
    spare = cards - numbers.hand
    worth = 0.0
    if spare > 0:
        worth = SPARE_CARD * min(spare, ENOUGH) - 0.5 * LESS_EACH * min(spare, ENOUGH) * (min(spare, ENOUGH) - 1)
    if numbers.overload and cards >= numbers.overload_from:
        turns = cards - numbers.overload_from + 1
        worth -= numbers.overload_step * (turns * (position.streak[seat] + 1) + turns * (turns + 1) / 2.0)
    return worth


def _gift(position: Puno, victims: list[int]) -> float:
    """Cards given to others help them, unless they have too many already."""
    value = 0.0
    for other in victims:
        held = len(position.hands[other])
        value += _size_worth(position, other, held) - _size_worth(position, other, held + 2)
    return value / position.standing


def _kept_in_reserve(card: Card) -> float:
    """What a card is worth as a way out of paying a large pool."""
    return 8.0 if card.face >= FIRST_BLACK else 0.0
