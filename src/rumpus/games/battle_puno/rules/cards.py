"""The cards: names, properties and effects.

Cards are stateless: their effects are stored in the position. There is one object per face, `CARDS[face]`. In every
method `p` is the position, and `seat` is on and plays the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rumpus.core.options import Options
from rumpus.core.rng import Rng
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
    """One face of the deck. Subclasses define its properties and effects."""

    name = ""
    """Name of all cards of its kind."""
    short = ""
    """Name for narrow places; empty if `name` is short enough."""
    text = ""
    """Its effect as a sentence; `{n.hit_all}` is a number of the match."""
    clause = ""
    points_option = ""
    """Option with its points when left in hand (BP-2)."""
    copies_option = ""
    """Option with the number of copies of each face (BP-1)."""
    extra = False
    """True if Traditional uses it only with `extra_cards` (BP-21)."""
    may_be_last = True
    """True if it may be played as the last card (BP-8)."""
    answers = False
    """True if it answers a penalty in its own colour (BP-10)."""
    punishes = False
    """True if it puts a penalty; with `stack_draws` also an answer (BP-10)."""

    def __init__(self, face: int) -> None:
        self.face = face
        self.colour = COLOUR_OF[face]
        self.symbol = SYMBOL_OF[face]
        self.printed = self.name
        """Text on the card besides its colour."""
        self.full_name = self.name
        """Name in the notation: `red 7`, `blue draw 2`, `wild hit all`."""

    # --- what it is ---

    def sentence(self, n: Numbers) -> str:
        return self.text.format(n=n)

    def clause_for(self, n: Numbers) -> str:
        return self.clause

    def points(self, options: Options) -> int:
        """Returns its points when left in hand (BP-2)."""
        return options.number(self.points_option)

    def copies(self, options: Options) -> int:
        """Returns the number of copies in the deck (BP-1)."""
        return options.number(self.copies_option)

    def pool_gain(self, n: Numbers) -> int:
        return 0

    def punishment(self, n: Numbers) -> int:
        """Returns the cards of its penalty (BP-10)."""
        return 0

    # --- how it can be played ---

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        """Appends every move that plays it, in the order of BP-42."""
        found.append(self.face)

    def play_count(self, p: PunoState) -> int:
        """Returns the number of moves that `list_plays` appends."""
        return 1

    def format_play(self, n: Numbers, move: int) -> str:
        return self.full_name

    def refusal(self, p: PunoState, seat: int, move: int) -> str:
        """Returns the reason against this move, though the card fits."""
        return "This is not one of your options now (BP-42)."

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        """Returns the move's effect now, for a newcomer."""
        raise NotImplementedError

    # --- what it does ---

    def turned_up(self, p: Puno, starter: int) -> None:
        """Acts as the first card of a round (BP-5)."""

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        """Applies its effect and sets `on`, after it left the hand (BP-41, steps 2 to 5)."""
        raise NotImplementedError


# --- the coloured ones ---


class Coloured(Card):
    """A card that puts its own colour and symbol in force."""

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
        return "Matches its colour or its number." + (" Adds its number to the damage pool." if n.has_pool else "")

    def points(self, options: Options) -> int:
        return self.symbol

    def copies(self, options: Options) -> int:
        return 2

    def pool_gain(self, n: Numbers) -> int:
        return self.symbol

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if not p.numbers.has_pool:
            return f"Playable then: {COLOURS[self.colour]}, any {self.symbol}, black."
        if resets(move):
            return f"The pool falls from {p.pool} to 0." if p.pool else "The pool stays empty."
        amount = self.pool_gain(p.numbers)
        return f"Pool +{amount}, then {p.pool + amount}." if amount else f"The pool stays at {p.pool}."

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        p.show(self.face, self.colour, self.symbol)
        if p.numbers.has_pool:
            p.feed_pool(seat, self.symbol)
        p.on = p.next_in(seat)


class Zero(Number):
    name = "zero"
    clause = "BP-23"

    def sentence(self, n: Numbers) -> str:
        if n.has_pool:
            return f"Adds {n.zero_bonus} to the damage pool or empties it; the player chooses."
        return "Matches its colour or another zero."

    def clause_for(self, n: Numbers) -> str:
        return self.clause if n.has_pool else "BP-6"

    def copies(self, options: Options) -> int:
        return 1

    def pool_gain(self, n: Numbers) -> int:
        return n.zero_bonus

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        found.append(self.face)
        if p.numbers.has_pool:
            found.append(RESET + self.colour)

    def play_count(self, p: PunoState) -> int:
        return 2 if p.numbers.has_pool else 1

    def format_play(self, n: Numbers, move: int) -> str:
        if resets(move):
            return self.full_name + " reset"
        return self.full_name + " add" if n.has_pool else self.full_name

    def refusal(self, p: PunoState, seat: int, move: int) -> str:
        return "There is no pool to empty in Traditional (BP-21)."

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        p.show(self.face, self.colour, self.symbol)
        if resets(move):
            p.zero_pool(seat)
        elif p.numbers.has_pool:
            p.feed_pool(seat, p.numbers.zero_bonus)
        p.on = p.next_in(seat)


class Skip(Coloured):
    name = "skip"
    clause = "BP-11"
    points_option = "skip_points"
    copies_option = "skips"
    answers = True
    text = "The next player loses a turn. Facing a penalty: passes it on, if it has the current colour."

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if p.penalty > 0:
            return f"Passes the {counted(p.penalty, 'card')} on to {names[p.next_in(seat)]}."
        if p.standing == 1:
            return "Nobody is left to skip."
        skipped = p.next_in(seat)
        after = p.next_in(skipped)
        return f"{names[skipped]} loses a turn; {'you are' if after == seat else names[after] + ' is'} next."

    def turned_up(self, p: Puno, starter: int) -> None:
        p.emit("start_skip", starter)
        p.on = p.next_in(starter)

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        p.show(self.face, self.colour, self.symbol)
        p.on = p.next_in(seat)
        if p.penalty > 0:
            p.face_penalty()
        elif p.standing > 1:
            p.skip()


class Reverse(Coloured):
    name = "reverse"
    clause = "BP-12"
    points_option = "reverse_points"
    copies_option = "reverses"
    answers = True
    text = (
        "Reverses the direction; with two players left it skips. Facing a penalty: throws it back, if it has the "
        "current colour."
    )

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if p.penalty > 0:
            return f"Throws the {counted(p.penalty, 'card')} back at {names[p.previous_in(seat)]}."
        if p.standing == 1:
            return "Nobody is left: you are next again."
        if p.standing == 2:
            return f"With two players it skips: {names[p.next_in(seat)]} loses a turn, and you are next."
        return f"Play reverses: {names[p.previous_in(seat)]} is next."

    def turned_up(self, p: Puno, starter: int) -> None:
        p.direction = -1
        p.emit("start_reverse", starter)

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
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
    points_option = "draw_two_points"
    copies_option = "draw_twos"
    punishes = True
    text = "The next player draws {n.draw_two} and loses the turn, or answers."

    def punishment(self, n: Numbers) -> int:
        return n.draw_two

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return _explain_penalty(self, p, seat, names) or "Nobody is left to draw."

    def turned_up(self, p: Puno, starter: int) -> None:
        p.penalty = p.numbers.draw_two
        p.face_penalty()

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        p.show(self.face, self.colour, self.symbol)
        p.punish(seat, p.numbers.draw_two)


# --- the black ones ---


class Black(Card):
    """A card that fits on anything and leaves only a colour in force."""

    may_be_last = False


class NamesColour(Black):
    first_move = 0
    """Move that names red; the other colours follow."""

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        for colour in range(4):
            found.append(self.first_move + colour)

    def play_count(self, p: PunoState) -> int:
        return 4

    def named_colour(self, move: int) -> str:
        return COLOURS[move - self.first_move]

    def format_play(self, n: Numbers, move: int) -> str:
        return f"{self.name} {self.named_colour(move)}"

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        p.show(self.face, move - self.first_move, NO_SYMBOL)
        p.emit("named", seat, p.colour)
        self.work(p, seat, rng)

    def work(self, p: Puno, seat: int, rng: Rng) -> None:
        """Applies its other effect, and sets `on`."""
        p.on = p.next_in(seat)


class Wild(NamesColour):
    name = "wild"
    clause = "BP-13"
    points_option = "wild_points"
    copies_option = "wilds"
    may_be_last = True
    first_move = NAME_WILD
    text = "Matches anything and names a colour. The only black card that you may play last."

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return f"Playable then: {self.named_colour(move)}, black."


class WildDrawFour(NamesColour):
    name = "wild draw 4"
    short = "+4"
    clause = "BP-13"
    points_option = "wild_draw_four_points"
    copies_option = "wild_draw_fours"
    punishes = True
    first_move = NAME_WILD_DRAW_FOUR
    text = "Matches anything and names a colour; the next player draws {n.wild_draw_four} or answers."

    def punishment(self, n: Numbers) -> int:
        return n.wild_draw_four

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return f"Playable then: {self.named_colour(move)}, black. {_explain_penalty(self, p, seat, names)}".strip()

    def work(self, p: Puno, seat: int, rng: Rng) -> None:
        p.punish(seat, p.numbers.wild_draw_four)


class Trade(Black):
    name = "trade"
    clause = "BP-16"
    points_option = "trade_points"
    copies_option = "trades"
    extra = True
    text = "Swap your whole hand with another player who is in. The current colour stays."

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        if p.standing == 1:
            found.append(TRADE_ALONE)
            return
        for other in p.others_in_turn_order(p.on):
            found.append(TRADE_WITH + other)

    def play_count(self, p: PunoState) -> int:
        return max(1, p.standing - 1)

    def format_play(self, n: Numbers, move: int) -> str:
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

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        other = target_named(move)
        if other < 0:
            return "Nobody is left to trade with: the card has no effect."
        mine, theirs = len(p.hands[seat]) - 1, len(p.hands[other])
        return f"You hold {counted(theirs, 'card')} then, {names[other]} {mine}; the colour stays."

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        p.show(self.face, p.colour, NO_SYMBOL)
        other = target_named(move)
        if other >= 0:
            p.trade(seat, other)
        p.on = p.next_in(seat)


class HitAll(NamesColour):
    name = "wild hit all"
    short = "hit all"
    clause = "BP-14"
    points_option = "hit_all_points"
    copies_option = "hit_alls"
    first_move = NAME_HIT_ALL
    text = "Names a colour; everyone else draws {n.hit_all}, without an answer."

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        hit = "" if p.standing == 1 else f" Everyone else draws {counted(p.numbers.hit_all, 'card')}."
        return f"Playable then: {self.named_colour(move)}, black.{hit}"

    def work(self, p: Puno, seat: int, rng: Rng) -> None:
        for other in p.others_in_turn_order(seat):
            p.draw(other, p.numbers.hit_all, "hit", rng)
        p.on = p.next_in(seat)


class Chaos(Black):
    name = "wild chaos"
    short = "chaos"
    clause = "BP-15"
    points_option = "chaos_points"
    copies_option = "chaoses"
    extra = True
    text = "The colour and number to match are drawn at random."

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        found.append(PLAY_CHAOS)

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        return "Chance decides which colour and which number are playable then."

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        colour = rng.below(4)
        number = rng.below(10)
        p.show(self.face, colour, number)
        p.emit("chaos", seat, colour, number)
        p.on = p.next_in(seat)


class DiscardAll(Black):
    name = "discard all"
    short = "discard"
    clause = "BP-17"
    points_option = "discard_all_points"
    copies_option = "discard_alls"
    extra = True
    text = (
        "Discards all your cards of the current colour; played on another Discard All, nothing more. The colour stays."
    )

    def list_plays(self, p: PunoState, found: list[int]) -> None:
        found.append(PLAY_DISCARD_ALL)

    def explain(self, p: PunoState, seat: int, move: int, names: Sequence[str]) -> str:
        if p.card == self.face:
            return "On another Discard All nothing else is discarded; the colour stays."
        thrown = len(p.of_colour_in_force(seat))
        if thrown == 0:
            return f"You hold no {COLOURS[p.colour]} card, so nothing else is discarded; the colour stays."
        went = f"{COLOURS[p.colour]} card goes" if thrown == 1 else f"{thrown} {COLOURS[p.colour]} cards go"
        return f"Your {went} with it; the colour stays."

    def play(self, p: Puno, seat: int, move: int, rng: Rng) -> None:
        on_another = p.card == self.face
        p.show(self.face, p.colour, NO_SYMBOL)
        if on_another:
            p.emit("threw_nothing", seat)
        else:
            p.throw_off(seat)
        p.on = p.next_in(seat)


def _explain_penalty(card: Card, p: PunoState, seat: int, names: Sequence[str]) -> str:
    """Returns the effect of its penalty on the next player; empty if there is none."""
    if p.standing == 1:
        return ""
    cards = counted(p.penalty + card.punishment(p.numbers), "card")
    return f"{names[p.next_in(seat)]} draws {cards} and loses the turn, or answers."


# --- all of them ---


COLOURED: Final[dict[int, type[Card]]] = {0: Zero, SKIP: Skip, REVERSE: Reverse, DRAW_TWO: DrawTwo}
"""Classes of coloured cards by symbol; the others are numbers."""
BLACKS: Final[list[type[Card]]] = [Wild, WildDrawFour, Trade, HitAll, Chaos, DiscardAll]
CARDS: Final[list[Card]] = [COLOURED.get(SYMBOL_OF[face], Number)(face) for face in range(FIRST_BLACK)] + [
    black(FIRST_BLACK + place) for place, black in enumerate(BLACKS)
]
"""All cards by face. Saved games hold faces: never reorder."""
NAMES: Final = [card.full_name for card in CARDS]
SYMBOLS: Final = [CARDS[face_of(RED, symbol)].printed for symbol in range(PER_COLOUR)] + ["none"]
CARD_BY_NAME: Final = {card.full_name: card for card in CARDS}
KINDS: Final = [CARDS[1], CARDS[0], *CARDS[SKIP:PER_COLOUR], *CARDS[WILD:]]
"""One card per kind: numbers, zeros, then the order of the deck."""
