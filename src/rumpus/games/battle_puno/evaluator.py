"""A static evaluator of Battle Puno, from the own hand and public state, in HP or points of cards."""

from __future__ import annotations

from typing import Final

from rumpus.core.evaluator import Evaluator
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
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, TAKE, colour_named, resets, target_named
from rumpus.games.battle_puno.rules.position import Puno

# A round for an empty hand (Traditional and Battle Puno).
SHED_VALUE: Final = 10.0
"""Value of one card less in hand."""
AVERAGE_POINTS: Final = 13.0
"""Average points of an unseen card."""
WILD_VALUE: Final = 14.0
"""Value of a Wild in hand, far from the end."""
FOLLOWER_VALUE: Final = 2.0
"""Value of each card in hand that could follow the one played."""
FEED_FRACTION: Final = 0.3
"""Fraction of the fed pool that others pay before the own turn."""
DRAWS_PER_TURN: Final = 0.5
"""Average number of cards drawn per turn."""
TURNS_PER_CARD: Final = 2.5
"""Average number of turns per card shed."""


def _held_value(card: Card) -> float:
    if isinstance(card, Wild | WildDrawFour):
        return WILD_VALUE
    return 0.5 * WILD_VALUE if isinstance(card, HitAll | Chaos) else 0.0


HELD_VALUES: Final = [_held_value(card) for card in CARDS]
"""Value of each face in hand, far from the end: it fits on anything."""

# A Death Match.
SPARE_CARD_VALUE: Final = 4.0
"""Value of the first card above a starting hand; further ones have less."""
SPARE_CARD_DECREASE: Final = 2.0
MAX_SPARE_CARDS: Final = 2
POOL_PROBABILITY: Final = 0.35
"""Probability that the pool is still there at the next own turn."""


class PunoEvaluator(Evaluator):
    """Sheds cards in rounds, and keeps playable cards in a Death Match."""

    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        assert isinstance(position, Puno)
        if position.numbers.death_match:
            return _score_death_match(position, seat, move)
        return _score_round(position, seat, move)

    def value(self, position: Position, seat: Seat) -> float:
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
    numbers = position.numbers
    if numbers.death_match:
        return float(max(0, position.hp[seat])) + (20.0 if position.inside[seat] else 0.0)
    cards = float(len(position.hands[seat]))
    if numbers.traditional:
        if not position.inside[seat]:
            return -6.0 * AVERAGE_POINTS - 0.5 * numbers.points_of(position.hands[seat])
        # With a full deck few cards are good; with an empty one the player with the most cards outlasts the others.
        fullness = max(-0.4, min(1.0, (position.deck_left() - 20) / 40.0))
        return -AVERAGE_POINTS * fullness * cards + 60.0 / (cards + 1.0)
    return position.scores[seat] + position.hp[seat] - 0.6 * AVERAGE_POINTS * cards


def _scale(position: Puno) -> float:
    numbers = position.numbers
    if numbers.death_match:
        return float(numbers.hp)
    if numbers.traditional:
        return 14.0 * AVERAGE_POINTS
    return 1.5 * numbers.hp


# --- a round for an empty hand ---


def _score_round(position: Puno, seat: int, move: int) -> float:
    numbers = position.numbers
    if numbers.traditional and _must_outlast(position, seat):
        return _score_outlasting(position, seat, move)
    if move == TAKE:
        return -SHED_VALUE * position.penalty
    if move == KEEP:
        return -5.0
    if move == DRAW:
        return -SHED_VALUE - 0.5 * AVERAGE_POINTS - position.pool
    card = CARDS[FACE_PLAYED[move]]
    hand = position.hands[seat]
    urgency = _urgency(position, seat)
    value = SHED_VALUE + numbers.points[card.face] * urgency
    if len(hand) == 1:
        return value + 1000.0
    value += FOLLOWER_VALUE * _followers(hand, card, _colour_after(position, card, move))
    value -= HELD_VALUES[card.face] * (1.0 - urgency)
    next_cards = len(position.hands[position.next_in(seat)])
    if isinstance(card, Number):
        if numbers.has_pool:
            value += _pool_gain(position, seat, move, card)
    elif isinstance(card, Skip):
        value += position.penalty * SHED_VALUE + _harm(next_cards, 1)
    elif isinstance(card, Reverse):
        value += position.penalty * SHED_VALUE + _reverse_value(position, seat, next_cards)
    elif card.punishes:
        value += _harm(next_cards, card.punishment(numbers))
    elif isinstance(card, HitAll):
        hit = 0.0
        for other in position.others_in_turn_order(seat):
            hit += _harm(len(position.hands[other]), numbers.hit_all)
        value += hit
    elif isinstance(card, Trade):
        other = target_named(move)
        if other >= 0:
            value += (SHED_VALUE + 0.3 * AVERAGE_POINTS) * (len(hand) - 1 - len(position.hands[other]))
    elif isinstance(card, DiscardAll):
        for face in _thrown_off(position, seat, card):
            value += SHED_VALUE + numbers.points[face] * urgency
    return value


def _colour_after(position: Puno, card: Card, move: int) -> int:
    if card.face < FIRST_BLACK:
        return card.colour
    named = colour_named(move)
    return named if named >= 0 else position.colour


def _thrown_off(position: Puno, seat: int, card: DiscardAll) -> list[int]:
    return [] if position.card == card.face else position.of_colour_in_force(seat)


def _must_outlast(position: Puno, seat: int) -> bool:
    """True if the deck will be empty before the hand: then the last one in wins."""
    turns = position.deck_left() / (DRAWS_PER_TURN * position.standing)
    return TURNS_PER_CARD * len(position.hands[seat]) > turns


def _score_outlasting(position: Puno, seat: int, move: int) -> float:
    """Scores a move for holding many cards, black ones longest."""
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
    value = FOLLOWER_VALUE * _followers(hand, card, _colour_after(position, card, move))
    if card.face >= FIRST_BLACK:
        value -= WILD_VALUE
    elif not isinstance(card, Number) and position.standing > 2:
        value -= 1.0
    return value


def _urgency(position: Puno, seat: int) -> float:
    """Returns the nearness of the round's end, from 0 to 1."""
    fewest = 20
    for other in range(position.numbers.players):
        if other != seat and position.inside[other] and len(position.hands[other]) < fewest:
            fewest = len(position.hands[other])
    near = 1.0 / fewest if fewest > 0 else 1.0
    if position.deck_left() < 15:
        near += 0.5
    return min(1.0, near)


def _followers(hand: list[int], played: Card, colour: int) -> float:
    """Returns the weighted number of cards that could follow, at most 4."""
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


def _harm(cards: int, count: int) -> float:
    """Value of making a player draw or lose a turn: higher for small hands."""
    return count * (2.0 + 12.0 / (cards + 1))


def _reverse_value(position: Puno, seat: int, next_cards: int) -> float:
    """Value of a Reverse: positive if the new next player holds more cards."""
    if position.standing == 2:
        return _harm(next_cards, 1)
    others = position.others_in_turn_order(seat)
    if not others:
        return 0.0
    return 0.5 * (len(position.hands[others[-1]]) - next_cards)


def _pool_gain(position: Puno, seat: int, move: int, card: Number) -> float:
    """Value of feeding or resetting the pool, by the risk of being stuck."""
    if resets(move):
        return 0.3 * position.pool * _stuck_probability(position, seat, move)
    return FEED_FRACTION * card.pool_gain(position.numbers) * (1.0 - _stuck_probability(position, seat, move))


def _stuck_probability(position: Puno, seat: int, move: int) -> float:
    """Returns the probability of no playable card at the next turn."""
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


def _score_death_match(position: Puno, seat: int, move: int) -> float:
    hand = position.hands[seat]
    held = len(hand)
    now = _hand_size_value(position, seat, held)
    if move == TAKE:
        return _hand_size_value(position, seat, held + position.penalty) - now
    if move == KEEP:
        return 0.0
    if move == DRAW:
        if position.hp[seat] <= position.pool:
            return -1000.0
        return _hand_size_value(position, seat, held + 1) - now - position.pool
    card = CARDS[FACE_PLAYED[move]]
    value = -_reserve_value(card)
    left = held - 1
    if isinstance(card, Number):
        value += _pool_gain(position, seat, move, card)
    elif isinstance(card, HitAll):
        value += _punishment_value(position, position.others_in_turn_order(seat))
    elif card.punishes:
        value += _punishment_value(position, [position.next_in(seat)])
    elif isinstance(card, Trade) and target_named(move) >= 0:
        left = len(position.hands[target_named(move)])
    elif isinstance(card, DiscardAll):
        left -= len(_thrown_off(position, seat, card))
    value += _hand_size_value(position, seat, max(left, position.numbers.hand)) - now
    return value - position.pool * POOL_PROBABILITY * _stuck_probability(position, seat, move)


def _hand_size_value(position: Puno, seat: int, cards: int) -> float:
    """Value of a hand size in a Death Match: spare cards help, overload hurts (BP-34)."""
    numbers = position.numbers
    spare = cards - numbers.hand
    value = 0.0
    if spare > 0:
        useful = min(spare, MAX_SPARE_CARDS)
        value = SPARE_CARD_VALUE * useful - 0.5 * SPARE_CARD_DECREASE * useful * (useful - 1)
    if numbers.overload and cards >= numbers.overload_from:
        turns = cards - numbers.overload_from + 1
        value -= numbers.overload_step * (turns * (position.streak[seat] + 1) + turns * (turns + 1) / 2.0)
    return value


def _punishment_value(position: Puno, victims: list[int]) -> float:
    """Value of making others draw: negative unless they hold too many."""
    value = 0.0
    for other in victims:
        held = len(position.hands[other])
        value += _hand_size_value(position, other, held) - _hand_size_value(position, other, held + 2)
    return value / position.standing


def _reserve_value(card: Card) -> float:
    """Value of a card kept for a large pool."""
    return 8.0 if card.face >= FIRST_BLACK else 0.0
