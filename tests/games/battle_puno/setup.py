"""Tables set up in the game's notation: players are A, B, C …, cards are written as they are typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Self

from rumpus.core.position import Json
from rumpus.core.saving import saved
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.cards import NAMES, SYMBOLS
from rumpus.games.battle_puno.rules.deck import COLOUR_OF, COLOURS, NO_SYMBOL, SYMBOL_OF
from rumpus.games.battle_puno.rules.memory import Memory
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.position import Puno
from rumpus.games.battle_puno.rules.saving import MEMORY_FIELDS
from rumpus.games.battle_puno.rules.state import PHASES
from rumpus.testing.kit import Kit

PEOPLE = "ABCDEFGH"
REST = "the rest"
OTHERS = ("yellow 1, yellow 2, yellow 3", "yellow 4, yellow 5, yellow 6", "yellow 7, yellow 8, yellow 9")
"""Hands of B, C and D in many tests."""


def face(name: str) -> int:
    return NAMES.index(name)


def faces(text: str) -> list[int]:
    return [face(name.strip()) for name in text.split(",") if name.strip()]


def names(found: Sequence[int]) -> str:
    return ", ".join(NAMES[card] for card in found)


class Play(Kit):
    position: Puno

    def __init__(self, rng: str | Sequence[int] = "base", /, **changes: object) -> None:
        super().__init__(game, rng, **changes)
        self.names = tuple(PEOPLE)

    def does(self, who: str, what: str, picks: Sequence[int] = ()) -> Self:
        """This player decides; the picks must be used up."""
        self.play(PEOPLE.index(who), what, picks)
        return self

    # --- asking ---

    @property
    def on(self) -> str:
        acting = self.position.to_act()
        return PEOPLE[acting[0]] if acting else ""

    @property
    def offered(self) -> list[str]:
        return self.offers(self.position.on)

    @property
    def phase(self) -> str:
        return PHASES[self.position.phase]

    @property
    def in_force(self) -> str:
        symbol = self.position.symbol
        return COLOURS[self.position.colour] + ("" if symbol == NO_SYMBOL else " " + SYMBOLS[symbol])

    @property
    def pool(self) -> int:
        return self.position.pool

    @property
    def penalty(self) -> int:
        return self.position.penalty

    @property
    def hp(self) -> list[int]:
        return self.position.hp

    @property
    def scores(self) -> list[int]:
        return self.position.scores

    @property
    def places(self) -> list[int]:
        return self.position.places

    @property
    def clockwise(self) -> bool:
        return self.position.direction == 1

    @property
    def still_in(self) -> str:
        return "".join(PEOPLE[seat] for seat, there in enumerate(self.position.inside) if there)

    def hand(self, who: str) -> str:
        return names(self.position.hands[PEOPLE.index(who)])

    def cards(self, who: str) -> int:
        return len(self.position.hands[PEOPLE.index(who)])

    @property
    def sizes(self) -> list[int]:
        return [len(hand) for hand in self.position.hands]

    @property
    def deck(self) -> str:
        return names(self.position.deck[self.position.top :])

    @property
    def pile(self) -> str:
        return names(self.position.pile)

    @property
    def pool_pile(self) -> str:
        return names(self.position.pool_pile)

    @property
    def log_texts(self) -> list[str]:
        return [str(game.describe_event(event.full(), PEOPLE)) for event in self.heard]


def table(
    *hands: str,
    card: str = "red 5",
    colour: str = "",
    symbol: str = "",
    top: str = "",
    deck: str | None = None,
    pile: str | None = None,
    pool: int = 0,
    pool_pile: str = "",
    counting: bool = False,
    on: str = "A",
    penalty: int = 0,
    clockwise: bool = True,
    out: str = "",
    hp: Sequence[int] = (),
    scores: Sequence[int] = (),
    streak: Sequence[int] = (),
    round: int = 1,
    turn: int = 1,
    mode: str = "battle puno",
    **changes: object,
) -> Play:
    """A match in the middle of a round, hand by hand, with `top` on top of the deck.

    Cards that are named nowhere lie below it, or, if the whole `deck` is given, on the discard pile, or in the hand
    that says `the rest`.
    """
    t = Play(mode=mode, players=len(hands), **changes)
    numbers = t.position.numbers
    seats = len(hands)
    left = Counter(numbers.cards)
    held = [faces(hand.replace(REST, "")) for hand in hands]
    stock = faces(deck or top)
    thrown = faces(pile or "")
    feeding = faces(pool_pile)
    left.subtract([face(card), *stock, *thrown, *feeding, *[one for hand in held for one in hand]])
    assert min(left.values()) >= 0, f"not enough of {[NAMES[one] for one in left if left[one] < 0]}"
    rest = sorted(left.elements())
    taker = [seat for seat, hand in enumerate(hands) if REST in hand]
    if taker:
        held[taker[0]] += rest
    elif deck is None:
        stock += rest
    else:
        assert pile is None, "the cards that are named nowhere have to lie somewhere"
        thrown = rest
    lying = face(card)
    return t.with_save(
        hands=[list[Json](hand) for hand in held],
        deck=list[Json](stock),
        pile=list[Json](thrown),
        pool_pile=list[Json](feeding),
        pool=pool,
        card=lying,
        counting=counting,
        colour=COLOURS.index(colour) if colour else COLOUR_OF[lying],
        symbol=SYMBOLS.index(symbol) if symbol else SYMBOL_OF[lying],
        direction=1 if clockwise else -1,
        on=PEOPLE.index(on),
        phase=1 if penalty else 0,
        penalty=penalty,
        inside=[PEOPLE[seat] not in out for seat in range(seats)],
        fallen=[PEOPLE.index(who) for who in out],
        hp=list[Json](hp or [numbers.hp] * seats),
        scores=list[Json](scores or [0] * seats),
        streak=list[Json](streak or [0] * seats),
        round=round,
        turn=turn,
        **saved(Memory(seats), MEMORY_FIELDS[seats]),
    )


# --- decks for the start of a round ---


def picks_for(order: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """The picks with which the shuffle of BP-36 turns one order of cards into another."""
    cards = list(order)
    picks: list[int] = []
    for i in range(len(cards) - 1, 0, -1):
        j = max(place for place in range(i + 1) if cards[place] == wanted[i])
        picks.append(j)
        cards[i], cards[j] = cards[j], cards[i]
    assert cards == list(wanted)
    return picks


def stacked(order: Sequence[int], top: str) -> list[int]:
    """These cards in the given order on top, the rest of the deck below them, as it lay."""
    rest = list(order)
    chosen = faces(top)
    for one in chosen:
        rest.remove(one)
    return chosen + rest


def dealt(lots: str, deal: str, **changes: object) -> Play:
    """A match whose two shuffles put these cards on top: first those drawn for the start, then those dealt."""
    order = Numbers(game.options(changes)).cards
    return Play(picks_for(order, stacked(order, lots)) + picks_for(order, stacked(order, deal)), **changes)
