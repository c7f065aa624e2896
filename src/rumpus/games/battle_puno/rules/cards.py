"""The cards: what each is called, what it is, and what happens when it is played.

A card has no memory of its own: what lasts is written into the position by its verbs. There is one object for each
face, `CARDS[face]`; in every method `p` is the position, and `seat` is on and plays the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rumpus.core.options import Options
from rumpus.core.rng import Luck
from rumpus.core.words import counted
from rumpus.games.battle_puno.rules.deck import (
    COLOUR_OF,
    COLOURS,
    DRAW_TWO,
    FIRST_BLACK,
    NO_SYMBOL,
    PER_COLOUR,
    RED,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    WILD,
    face_of,
)
from rumpus.games.battle_puno.rules.moves import (
    NAME_HIT_ALL,
    NAME_WILD,
    NAME_WILD_DRAW_FOUR,
    PLAY_CHAOS,
    PLAY_DISCARD_ALL,
    RESET,
    TRADE_ALONE,
    TRADE_WITH,
    resets,
    target_named,
)

if TYPE_CHECKING:
    from rumpus.games.battle_puno.rules.numbers import Numbers
    from rumpus.games.battle_puno.rules.position import Puno
    from rumpus.games.battle_puno.rules.state import PunoState


class Card:
    """Subclass it, fill in what it is, and say what it does."""

    name = ""
    """Of all cards of its kind."""
    short = ""
    """The same where there is little room; empty if the name is short enough."""
    clause = ""
    points_in = ""
    """The option that says what it counts when left in hand (BP-2)."""
    copies_in = ""
    """The option that says how many of each face there are (BP-1)."""
    extra = False
    """Whether Traditional leaves it out unless asked (BP-21)."""
    may_be_last = True
    """Whether a hand of exactly one card may play it (BP-8)."""
    answers = False
    """Whether it answers a penalty in its own colour (BP-10)."""
    punishes = False
    """Whether it puts a penalty: with `stack_draws` an answer too (BP-10)."""

    def __init__(self, face: int) -> None:
        self.face = face
        self.colour = COLOUR_OF[face]
        self.symbol = SYMBOL_OF[face]
        self.printed = self.name
        """What stands on it besides its colour."""
        self.full_name = self.name
        """As people type it: `red 7`, `blue draw 2`, `wild hit all`."""

    # --- what it is ---

    def sentence(self, n: Numbers) -> str:
        """What it does, for whoever looks it up."""
        raise NotImplementedError

    def clause_in(self, n: Numbers) -> str:
        """The clause behind that sentence."""
        return self.clause

    def points(self, options: Options) -> int:
        """What it counts when left in hand (BP-2)."""
        return options.number(self.points_in)

    def copies(self, options: Options) -> int:
        """How many of this face the deck has (BP-1)."""
        return options.number(self.copies_in)

    def feeds(self, n: Numbers) -> int:
        """What it adds to the pool (BP-23)."""
        return 0

    def punishment(self, n: Numbers) -> int:
        """How many cards it makes the next player draw, or answer for (BP-10)."""
        return 0

    # --- how it can be played ---

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        """Add every way to play it, in the order of BP-42."""
        found.append(self.face)

    def ways(self, p: PunoState) -> int:
        """How many `list_plays` finds."""
        return 1

    def written(self, n: Numbers, move: int) -> str:
        """This way to play it as a person types it."""
        return self.full_name

    def refusal(self, p: PunoState, seat: int, move: int) -> str:
        """Why it may not be played so, though the card itself may be played."""
        return "That is not among your options now (BP-42)."

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        """What playing it so would do now, for a newcomer."""
        raise NotImplementedError

    # --- what it does ---

    def turned_up(self, p: Puno, starter: int) -> None:
        """It is the first card of a round (BP-5)."""

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        """It has left the hand: it shows itself, works, and says who is on (BP-41, steps 2 to 5)."""
        raise NotImplementedError


# --- the coloured ones ---


class Coloured(Card):
    """A card whose own colour and symbol are in force when it lies on the table."""

    def __init__(self, face: int) -> None:
        super().__init__(face)
        self.full_name = f"{COLOURS[self.colour]} {self.printed}"


class Number(Coloured):
    name = "number"
    clause = "BP-6"

    def __init__(self, face: int) -> None:
        super().__init__(face)
        self.printed = str(self.symbol)
        self.full_name = f"{COLOURS[self.colour]} {self.symbol}"

    def sentence(self, n: Numbers) -> str:
        return "Fits on its colour or its number." + (" Adds its number to the damage pool." if n.has_pool else "")

    def points(self, options: Options) -> int:
        return self.symbol

    def copies(self, options: Options) -> int:
        return 2

    def feeds(self, n: Numbers) -> int:
        return self.symbol

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if not p.numbers.has_pool:
            return f"Fits then: {COLOURS[self.colour]}, any {self.symbol}, black."
        if resets(move):
            return f"The pool falls from {p.pool} to 0." if p.pool else "The pool stays empty."
        amount = self.feeds(p.numbers)
        return f"Pool +{amount}, {p.pool + amount} then." if amount else f"The pool stays at {p.pool}."

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        p.show(self.face, self.colour, self.symbol)
        if p.numbers.has_pool:
            p.feed_pool(seat, self.symbol)
        p.on = p.next_in(seat)


class Zero(Number):
    name = "zero"
    clause = "BP-23"

    def sentence(self, n: Numbers) -> str:
        if n.has_pool:
            return f"Adds {n.zero_bonus} to the damage pool or resets it to 0, as its player likes."
        return "Fits on its colour or another zero."

    def clause_in(self, n: Numbers) -> str:
        return self.clause if n.has_pool else "BP-6"

    def copies(self, options: Options) -> int:
        return 1

    def feeds(self, n: Numbers) -> int:
        return n.zero_bonus

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        found.append(self.face)
        if p.numbers.has_pool:
            found.append(RESET + self.colour)

    def ways(self, p: PunoState) -> int:
        return 2 if p.numbers.has_pool else 1

    def written(self, n: Numbers, move: int) -> str:
        if resets(move):
            return self.full_name + " reset"
        return self.full_name + " add" if n.has_pool else self.full_name

    def refusal(self, p: PunoState, seat: int, move: int) -> str:
        return "There is no pool to reset in Traditional (BP-21)."

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        p.show(self.face, self.colour, self.symbol)
        if resets(move):
            p.zero_pool(seat)
        elif p.numbers.has_pool:
            p.feed_pool(seat, p.numbers.zero_bonus)
        p.on = p.next_in(seat)


class Skip(Coloured):
    name = "skip"
    clause = "BP-11"
    points_in = "skip_points"
    copies_in = "skips"
    answers = True

    def sentence(self, n: Numbers) -> str:
        return "The next player loses a turn. Facing a penalty: passes it on, if it has the colour in force."

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if p.penalty > 0:
            return f"Passes the {counted(p.penalty, 'card')} on to {names[p.next_in(seat)]}."
        if p.standing == 1:
            return "Nobody is left to skip."
        skipped = p.next_in(seat)
        after = p.next_in(skipped)
        return f"{names[skipped]} loses a turn; {'you are' if after == seat else names[after] + ' is'} next."

    def turned_up(self, p: Puno, starter: int) -> None:
        p.say("start_skip", starter)
        p.on = p.next_in(starter)

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        p.show(self.face, self.colour, self.symbol)
        p.on = p.next_in(seat)
        if p.penalty > 0:
            p.face_penalty()
        elif p.standing > 1:
            p.skip()


class Reverse(Coloured):
    name = "reverse"
    clause = "BP-12"
    points_in = "reverse_points"
    copies_in = "reverses"
    answers = True

    def sentence(self, n: Numbers) -> str:
        return (
            "Turns the order round; with two players left it skips. Facing a penalty: throws it back, if it has the "
            "colour in force."
        )

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if p.penalty > 0:
            return f"Throws the {counted(p.penalty, 'card')} back at {names[p.previous_in(seat)]}."
        if p.standing == 1:
            return "Nobody is left: you are next again."
        if p.standing == 2:
            return f"Between two it skips: {names[p.next_in(seat)]} loses a turn, and you are next."
        return f"Play turns round: {names[p.previous_in(seat)]} is next."

    def turned_up(self, p: Puno, starter: int) -> None:
        p.direction = -1
        p.say("start_reverse", starter)

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        p.show(self.face, self.colour, self.symbol)
        p.turn_round()
        p.on = p.next_in(seat)
        if p.penalty > 0:
            p.face_penalty()
        elif p.standing == 2:
            p.skip()


class DrawTwo(Coloured):
    name = "draw 2"
    short = "+2"
    clause = "BP-10"
    points_in = "draw_two_points"
    copies_in = "draw_twos"
    punishes = True

    def sentence(self, n: Numbers) -> str:
        return f"The next player draws {n.draw_two} and loses the turn, or answers."

    def punishment(self, n: Numbers) -> int:
        return n.draw_two

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return _penalty(self, p, seat, names) or "Nobody is left to draw."

    def turned_up(self, p: Puno, starter: int) -> None:
        p.penalty = p.numbers.draw_two
        p.face_penalty()

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        p.show(self.face, self.colour, self.symbol)
        p.punish(seat, p.numbers.draw_two)


# --- the black ones ---


class Black(Card):
    """A card that goes on anything; what it leaves in force is a colour alone, its own way."""

    may_be_last = False


class NamesColour(Black):
    """A card with which its player names the colour."""

    first_move = 0
    """The move that names red; the other colours follow."""

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        for colour in range(4):
            found.append(self.first_move + colour)

    def ways(self, p: PunoState) -> int:
        return 4

    def named(self, move: int) -> str:
        return COLOURS[move - self.first_move]

    def written(self, n: Numbers, move: int) -> str:
        return f"{self.name} {self.named(move)}"

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        p.show(self.face, move - self.first_move, NO_SYMBOL)
        p.say("named", seat, p.colour)
        self.work(p, seat, luck)

    def work(self, p: Puno, seat: int, luck: Luck) -> None:
        """Whatever it does besides, and who is on."""
        p.on = p.next_in(seat)


class Wild(NamesColour):
    name = "wild"
    clause = "BP-13"
    points_in = "wild_points"
    copies_in = "wilds"
    may_be_last = True
    first_move = NAME_WILD

    def sentence(self, n: Numbers) -> str:
        return "Goes on anything and names a colour. The only black card that may be the last."

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return f"Fits then: {self.named(move)}, black."


class WildDrawFour(NamesColour):
    name = "wild draw 4"
    short = "+4"
    clause = "BP-13"
    points_in = "wild_draw_four_points"
    copies_in = "wild_draw_fours"
    punishes = True
    first_move = NAME_WILD_DRAW_FOUR

    def sentence(self, n: Numbers) -> str:
        return f"Goes on anything, names a colour; the next player draws {n.wild_draw_four} or answers."

    def punishment(self, n: Numbers) -> int:
        return n.wild_draw_four

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return f"Fits then: {self.named(move)}, black. {_penalty(self, p, seat, names)}".strip()

    def work(self, p: Puno, seat: int, luck: Luck) -> None:
        p.punish(seat, p.numbers.wild_draw_four)


class Trade(Black):
    name = "trade"
    clause = "BP-16"
    points_in = "trade_points"
    copies_in = "trades"
    extra = True

    def sentence(self, n: Numbers) -> str:
        return "Swap your whole hand with somebody who is in. The colour in force stays."

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        if p.standing == 1:
            found.append(TRADE_ALONE)
            return
        for other in p.others_in_turn_order(p.on):
            found.append(TRADE_WITH + other)

    def ways(self, p: PunoState) -> int:
        return max(1, p.standing - 1)

    def written(self, n: Numbers, move: int) -> str:
        other = target_named(move)
        return self.name if other < 0 else f"{self.name} {other}"

    def refusal(self, p: PunoState, seat: int, move: int) -> str:
        other = target_named(move)
        if other < 0:
            return "Name the player to trade with (BP-16)."
        if other == seat:
            return "You cannot trade with yourself (BP-16)."
        if other >= p.numbers.players:
            return "Nobody sits there (BP-16)."
        return f"@{other}[is] out and cannot trade (BP-16)."

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        other = target_named(move)
        if other < 0:
            return "Nobody is left to trade with: the card is simply gone."
        mine, theirs = len(p.hands[seat]) - 1, len(p.hands[other])
        return f"You hold {counted(theirs, 'card')} then, {names[other]} {mine}; the colour stays."

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        p.show(self.face, p.colour, NO_SYMBOL)
        other = target_named(move)
        if other >= 0:
            p.trade(seat, other)
        p.on = p.next_in(seat)


class HitAll(NamesColour):
    name = "wild hit all"
    short = "hit all"
    clause = "BP-14"
    points_in = "hit_all_points"
    copies_in = "hit_alls"
    first_move = NAME_HIT_ALL

    def sentence(self, n: Numbers) -> str:
        return f"Names a colour; everyone else draws {n.hit_all}, without an answer."

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        hit = "" if p.standing == 1 else f" Everyone else draws {counted(p.numbers.hit_all, 'card')}."
        return f"Fits then: {self.named(move)}, black.{hit}"

    def work(self, p: Puno, seat: int, luck: Luck) -> None:
        for other in p.others_in_turn_order(seat):
            p.draw(other, p.numbers.hit_all, "hit", luck)
        p.on = p.next_in(seat)


class Chaos(Black):
    name = "wild chaos"
    short = "chaos"
    clause = "BP-15"
    points_in = "chaos_points"
    copies_in = "chaoses"
    extra = True

    def sentence(self, n: Numbers) -> str:
        return "Colour and number to match are drawn at random."

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        found.append(PLAY_CHAOS)

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return "Chance says which colour and which number fit then."

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        colour = luck.below(4)
        number = luck.below(10)
        p.show(self.face, colour, number)
        p.say("chaos", seat, colour, number)
        p.on = p.next_in(seat)


class DiscardAll(Black):
    name = "discard all"
    short = "discard"
    clause = "BP-17"
    points_in = "discard_all_points"
    copies_in = "discard_alls"
    extra = True

    def sentence(self, n: Numbers) -> str:
        return (
            "Discards all your cards of the colour in force; played on another Discard All, nothing more. "
            "The colour stays."
        )

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        found.append(PLAY_DISCARD_ALL)

    def would(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if p.card == self.face:
            return "On another Discard All it takes nothing along; the colour stays."
        thrown = len(p.of_colour_in_force(seat))
        if thrown == 0:
            return f"You hold no {COLOURS[p.colour]} card, so nothing goes with it; the colour stays."
        went = f"{COLOURS[p.colour]} card goes" if thrown == 1 else f"{thrown} {COLOURS[p.colour]} cards go"
        return f"Your {went} with it; the colour stays."

    def play(self, p: Puno, seat: int, move: int, luck: Luck) -> None:
        on_another = p.card == self.face
        p.show(self.face, p.colour, NO_SYMBOL)
        if on_another:
            p.say("threw_nothing", seat)
        else:
            p.throw_off(seat)
        p.on = p.next_in(seat)


def _penalty(card: Card, p: PunoState, seat: int, names: Sequence[str]) -> str:
    """What a card that punishes would do to the next player, if there is one."""
    if p.standing == 1:
        return ""
    cards = counted(p.penalty + card.punishment(p.numbers), "card")
    return f"{names[p.next_in(seat)]} draws {cards} and loses the turn, or answers."


# --- all of them ---


def _coloured(face: int) -> Card:
    symbol = SYMBOL_OF[face]
    if symbol == 0:
        return Zero(face)
    if symbol == SKIP:
        return Skip(face)
    if symbol == REVERSE:
        return Reverse(face)
    if symbol == DRAW_TWO:
        return DrawTwo(face)
    return Number(face)


def _cards() -> list[Card]:
    """In the order of their faces; it never changes, because saved games hold faces."""
    cards = [_coloured(face) for face in range(FIRST_BLACK)]
    for black in (Wild, WildDrawFour, Trade, HitAll, Chaos, DiscardAll):
        cards.append(black(len(cards)))
    return cards


CARDS: Final = _cards()
NAMES: Final = [card.full_name for card in CARDS]
SYMBOLS: Final = [CARDS[face_of(RED, symbol)].printed for symbol in range(PER_COLOUR)] + ["none"]
"""What has to be matched besides the colour, in words."""
NAMED: Final = {card.full_name: card for card in CARDS}
"""The cards of a view, which calls them by name."""


def _kinds() -> list[Card]:
    """One of each, as one would list them: numbers, zeros, then the rest in the order of the deck."""
    return [CARDS[1], CARDS[0], *CARDS[SKIP:PER_COLOUR], *CARDS[WILD:]]


KINDS: Final = _kinds()
