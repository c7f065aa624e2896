"""Tables set up in the game's notation: players are A, B, C …, cards are written as they are typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rumpus.core.position import Event, Plain
from rumpus.core.rng import Counted, Scripted, Seeded
from rumpus.core.words import Line
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.cards import NAMES, SYMBOLS
from rumpus.games.battle_puno.rules.deck import COLOUR_OF, COLOURS, FACES, NO_SYMBOL, SYMBOL_OF
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.position import Puno, loaded
from rumpus.games.battle_puno.rules.state import PHASES

PEOPLE = "ABCDEFGH"
REST = "the rest"


def face(name: str) -> int:
    return NAMES.index(name)


def faces(text: str) -> list[int]:
    return [face(name.strip()) for name in text.split(",") if name.strip()]


def names(found: Sequence[int]) -> str:
    return ", ".join(NAMES[card] for card in found)


class Play:
    """A match under test."""

    def __init__(self, position: Puno) -> None:
        self.position = position
        self.position.listen()
        self.heard: list[Event] = []

    # --- doing ---

    def does(self, who: str, what: str, picks: Sequence[int] = ()) -> Play:
        """This player decides; the picks must be used up."""
        with Scripted(picks) as luck:
            seat = PEOPLE.index(who)
            self.position.play(seat, game.read(self.position, seat, what), luck)
        self.heard = self.position.take_events()
        return self

    # --- asking ---

    @property
    def on(self) -> str:
        acting = self.position.to_act()
        return PEOPLE[acting[0]] if acting else ""

    @property
    def options(self) -> list[str]:
        seat = self.position.to_act()[0]
        return [game.write(self.position, seat, move) for move in self.position.moves(seat)]

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
    def told(self) -> list[str]:
        """What happened with the last decision, as an all-seeing log."""
        return [str(line) for line in self.lines]

    @property
    def lines(self) -> list[Line]:
        return [game.tell(event.whole(), PEOPLE) for event in self.heard]

    def reason(self, who: str, move: int) -> str:
        return self.position.why_not(PEOPLE.index(who), move)


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
    options = game.options({"mode": mode, "players": len(hands), **changes})
    numbers = Numbers(options)
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
    plain: dict[str, Plain] = dict(game.start(options, Seeded("base")).save())
    plain.update(
        hands=[list[Plain](hand) for hand in held],
        deck=list[Plain](stock),
        pile=list[Plain](thrown),
        pool_pile=list[Plain](feeding),
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
        hp=list[Plain](hp or [numbers.hp] * seats),
        scores=list[Plain](scores or [0] * seats),
        streak=list[Plain](streak or [0] * seats),
        round=round,
        turn=turn,
        seen=[],
        notes=[[] for _ in range(seats)],
        lacks=[0] * seats,
        exempt=[0] * seats,
        back=[],
        newer=[0] * seats,
        young=[0] * seats,
        busy=False,
    )
    return Play(loaded(numbers, plain))


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


def dealt(lots: str, deal: str, **changes: object) -> tuple[Play, Counted]:
    """A match whose two shuffles put these cards on top: first those drawn for the start, then those dealt."""
    options = game.options(changes)
    order = Numbers(options).cards
    script = picks_for(order, stacked(order, lots)) + picks_for(order, stacked(order, deal))
    with Scripted(script) as scripted:
        luck = Counted(scripted)
        return Play(game.start(options, luck, listen=True)), luck


def all_faces() -> list[str]:
    return [NAMES[one] for one in range(FACES)]
