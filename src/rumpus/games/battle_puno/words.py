"""Battle Puno in words: the log, what a move would do, and what there is to explain."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.contract import Event, Seen
from rumpus.core.game import Line, Topic
from rumpus.games.battle_puno.rules.cards import (
    CHAOS,
    COLOUR_OF,
    COLOURS,
    DISCARD_ALL,
    DRAW_TWO,
    HIT_ALL,
    NAMES,
    REVERSE,
    SKIP,
    SYMBOL_OF,
    SYMBOLS,
    TRADE,
    WILD,
    WILD_DRAW_FOUR,
)
from rumpus.games.battle_puno.rules.moves import (
    DRAW,
    FACE_PLAYED,
    KEEP,
    NAME_WILD,
    TAKE,
    TRADE_WITH,
    colour_named,
    resets,
    target_named,
)
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.state import ANSWER, OVER, Table

# --- the notation ---


def written(table: Table, move: int) -> str:
    """A move as a person types it."""
    if move == DRAW:
        return "draw"
    if move == TAKE:
        return "take"
    if move == KEEP:
        return "keep"
    face = FACE_PLAYED[move]
    name = NAMES[face]
    if NAME_WILD <= move < TRADE_WITH:
        return f"{name} {COLOURS[colour_named(move)]}"
    if target_named(move) >= 0:
        return f"{name} {target_named(move)}"
    if resets(move):
        return f"{name} reset"
    if SYMBOL_OF[face] == 0 and table.numbers.has_pool:
        return f"{name} add"
    return name


# --- the log ---


def cards(faces: Sequence[int]) -> str:
    """Cards in a row: `red 7, blue skip and wild`."""
    return listed([NAMES[face] for face in faces]) if faces else "no card"


def listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def told(seen: Seen, names: Sequence[str]) -> Line:
    """What happened, as a sentence with its clause."""
    kind = seen.kind
    if kind in ("dealt", "drew"):
        return _drawing(seen, names, cards(_faces(seen, 2)))
    if kind in ("dealt_unseen", "drew_unseen"):
        return _drawing(seen, names, counted(seen.number(2), "card"))
    if kind in OPEN_CARDS:
        return _open_cards(seen, names)
    if kind in ("won", "drawn_match"):
        return _ending(seen, names)
    text, clause = SENTENCES[kind]
    return Line(text.format(*_filled(kind, seen, names)), clause)


SENTENCES = {
    "round": ("Round {0} begins.", "BP-38"),
    "lot": ("{0} draws {1} to see who starts.", "BP-4"),
    "starts": ("{0} starts.", "BP-4"),
    "put_back": ("{0} is turned up, but a black card cannot start: it goes back and the deck is shuffled.", "BP-5"),
    "turned_up": ("{0} is turned up.", "BP-5"),
    "start_skip": ("{0} loses the first turn.", "BP-5"),
    "start_reverse": ("{0} starts, and play goes counter-clockwise.", "BP-5"),
    "played": ("{0} plays {1}.", "BP-6"),
    "named": ("{0} names {1}.", "BP-13"),
    "chaos": ("Chaos: {1} or the number {2} is asked for now.", "BP-15"),
    "added": ("{0} adds {1} to the pool: {2} now.", "BP-23"),
    "zeroed": ("The zero resets the pool from {1} to 0.", "BP-23"),
    "skipped": ("{0} is skipped.", "BP-11"),
    "reversed": ("Play turns round: {0} now.", "BP-12"),
    "penalty": ("{0} faces a penalty of {1}.", "BP-10"),
    "hurt": ("{0} pays the pool: -{1} HP, {2} left.", "BP-24"),
    "kept": ("{0} keeps the card.", "BP-7"),
    "traded": ("{0} and {1} swap hands: {2} against {3} cards.", "BP-16"),
    "threw_nothing": ("{0} discards nothing more: it lies on another Discard All.", "BP-17"),
    "puno": ("{0}: Puno! One card left.", "BP-9"),
    "emptied": ("{0} has played the last card: the round is over.", "BP-9"),
    "stuck": ("{0} can neither play nor draw and is knocked out, hand and all.", "BP-19"),
    "alone": ("{0} is the last one left and plays on alone.", "BP-20"),
    "stuck_alone": ("{0} cannot play any more: the round is over.", "BP-20"),
    "deck_empty": ("The deck is empty: {0} is spared {1}.", "BP-32"),
    "nothing_left": ("There is no card left to draw: {0} goes without {1}.", "BP-28"),
    "pool_recycled": ("No discard pile either: the pool of {0} is reset and gives its cards.", "BP-28"),
    "reshuffled": ("{0} are shuffled to be the new deck.", "BP-28"),
    "overload": ("{0} suffers from overload, too many cards: -{1} HP, {2} left.", "BP-34"),
    "left_over": ("{0} is left with {1} in hand.", "BP-2"),
    "scored": ("{0} ends the round with {1} HP; score {2}.", "BP-25"),
    "tied": ("{0} is the best score, more than once: another round decides.", "BP-26"),
    "time_up": ("{0} have been played: time is up.", "BP-29"),
}
"""Everything that everyone sees and that has one form; the numbers are the event's facts in their order."""

NOT_SEAT_FIRST = ("round", "put_back", "turned_up", "reversed", "pool_recycled", "reshuffled", "tied", "time_up")


def _filled(kind: str, seen: Seen, names: Sequence[str]) -> list[str]:
    """The facts of an event as the words its sentence wants."""
    words = [str(arg) for arg in seen.args]
    if kind not in NOT_SEAT_FIRST:
        words[0] = names[seen.number(0)]
    if kind in ("put_back", "turned_up"):
        words[0] = NAMES[seen.number(0)].capitalize()
    elif kind in ("lot", "played"):
        words[1] = NAMES[seen.number(1)]
    elif kind in ("named", "chaos"):
        words[1] = COLOURS[seen.number(1)]
    elif kind == "traded":
        words[1] = names[seen.number(1)]
    elif kind == "reversed":
        words[0] = "clockwise" if seen.number(0) == 1 else "counter-clockwise"
    elif kind in ("deck_empty", "nothing_left"):
        words[1] = counted(seen.number(1), "card")
    elif kind == "left_over":
        words[1] = counted(seen.number(1), "point")
    elif kind == "reshuffled":
        words[0] = counted(seen.number(0), "card")
    elif kind == "time_up":
        words[0] = counted(seen.number(0), "turn")
    return words


DRAWS = {
    "deal": ("{0} is dealt {1}.", "BP-3"),
    "turn": ("{0} draws {1}.", "BP-6"),
    "penalty": ("{0} draws {1} as a penalty.", "BP-10"),
    "hit": ("{0} is hit and draws {1}.", "BP-14"),
    "fill": ("{0} fills up with {1}.", "BP-27"),
}


def _drawing(seen: Seen, names: Sequence[str], what: str) -> Line:
    text, clause = DRAWS[seen.text(1)]
    return Line(text.format(names[seen.number(0)], what), clause)


OPEN_CARDS = frozenset(("new_hand", "threw_off", "fell", "leftovers"))


def _open_cards(seen: Seen, names: Sequence[str]) -> Line:
    who = names[seen.number(0)]
    if seen.kind == "new_hand":
        return Line(f"{who} now holds {cards(_faces(seen, 1))}.", "BP-16")
    faces = _faces(seen, 2)
    if seen.kind == "threw_off":
        return Line(f"{who} discards {cards(faces)}{' besides' if faces else ' of that colour'}.", "BP-17")
    if seen.kind == "fell":
        hand = f", discarding {cards(faces)}" if faces else ""
        return Line(f"{who} is knocked out with {seen.number(1)} HP{hand}.", "BP-27")
    return Line(f"{who} is left with {cards(faces)}: {counted(seen.number(1), 'point')}.", "BP-2")


def _ending(seen: Seen, names: Sequence[str]) -> Line:
    who = listed([names[seen.number(index)] for index in range(len(seen.args))])
    if seen.kind == "drawn_match":
        return Line(f"{who} have the most HP: a draw.", "BP-29")
    return Line(f"{who} {'wins' if len(seen.args) == 1 else 'share the win'}!", "BP-33")


def _faces(seen: Seen, start: int) -> list[int]:
    return [seen.number(index) for index in range(start, len(seen.args))]


# --- what a move would do ---


def explained(table: Table, seat: int, move: int) -> str:
    """One sentence for a newcomer; it tells nothing that the seat could not see."""
    numbers = table.numbers
    if move == DRAW:
        return _draw_explained(table, seat)
    if move == TAKE:
        return (
            f"Draw the penalty of {table.penalty} and lose the turn; it costs no HP."
            if numbers.has_pool
            else (f"Draw the penalty of {table.penalty} and lose the turn.")
        )
    if move == KEEP:
        return "Keep the card you have just drawn; the next player is on."
    face = FACE_PLAYED[move]
    alone = table.standing == 1
    following = "" if alone else f"Seat {table.next_in(seat)}"
    colour = COLOURS[colour_named(move)] if colour_named(move) >= 0 else COLOURS[table.colour]
    if face == WILD:
        return f"Goes on anything; {colour} is the colour from now on."
    if face == WILD_DRAW_FOUR:
        count = numbers.wild_draw_four + table.penalty
        return f"{colour.capitalize()} from now on{_penalty(following, count)}."
    if face == HIT_ALL:
        hit = "" if alone else f", and everyone else draws {numbers.hit_all}, without an answer"
        return f"{colour.capitalize()} from now on{hit}."
    if face == CHAOS:
        return "Goes on anything; a random colour and a random number are asked for next."
    if face == TRADE:
        return _trade_explained(table, seat, target_named(move))
    if face == DISCARD_ALL:
        return _discard_all_explained(table, seat)
    symbol = SYMBOL_OF[face]
    its_colour = COLOURS[COLOUR_OF[face]]
    if symbol == DRAW_TWO:
        return f"{its_colour.capitalize()} from now on{_penalty(following, numbers.draw_two + table.penalty)}."
    if symbol == SKIP:
        if table.phase == ANSWER:
            return f"Passes the penalty of {table.penalty} on to {following.lower()}."
        return f"{following} loses a turn." if following else "There is nobody left to skip."
    if symbol == REVERSE:
        return _reverse_explained(table, seat)
    if not numbers.has_pool:
        return f"{its_colour.capitalize()} or any {symbol} is asked for next."
    if resets(move):
        return f"Resets the pool from {table.pool} to 0."
    amount = symbol if symbol > 0 else numbers.zero_bonus
    return f"Adds {amount} to the pool, {table.pool + amount} then; whoever draws at their turn pays it."


def _penalty(victim: str, count: int) -> str:
    return f", and {victim.lower()} faces a penalty of {count}" if victim else ""


def _draw_explained(table: Table, seat: int) -> str:
    then = "if it fits you may play it at once" if table.numbers.play_drawn else "your turn is over then"
    if not table.numbers.has_pool:
        return f"Draw a card; {then}."
    if table.pool == 0:
        return f"Draw a card; the pool is empty, so it costs nothing; {then}."
    left = table.hp[seat] - table.pool
    falls = " and are out" if table.numbers.death_match and left <= 0 else ""
    return f"You lose {table.pool} HP ({left} left){falls}, the pool is emptied, and you draw a card; {then}."


def _trade_explained(table: Table, seat: int, other: int) -> str:
    if other < 0:
        return "There is nobody left to trade with: the card is simply gone."
    mine = len(table.hands[seat]) - 1
    theirs = len(table.hands[other])
    return f"You give your {counted(mine, 'card')} to seat {other} and get {theirs}; the colour stays."


def _discard_all_explained(table: Table, seat: int) -> str:
    if table.card == DISCARD_ALL:
        return "It lies on another Discard All, so nothing else is discarded; the colour stays."
    count = sum(1 for face in table.hands[seat] if COLOUR_OF[face] == table.colour)
    return f"Discards your {counted(count, COLOURS[table.colour] + ' card')} as well; the colour stays."


def _reverse_explained(table: Table, seat: int) -> str:
    if table.phase == ANSWER:
        victim = before(table, seat)
        return f"Turns play round: the penalty of {table.penalty} falls back on seat {victim}."
    if table.standing == 1:
        return "Turns the order round, for nobody but you."
    if table.standing == 2:
        return "With two players left it works as a Skip: you are on again."
    return f"Turns the order round: seat {before(table, seat)} is next."


def before(table: Table, seat: int) -> int:
    """The previous player who is in."""
    other = seat
    while table.next_in(other) != seat or other == seat:
        other = table.next_in(other)
    return other


# --- what can be looked up ---


def topics(numbers: Numbers) -> list[Topic]:
    """Every kind of card in the match, and the words of the rules that need one."""
    pool = numbers.has_pool
    found = [
        Topic(
            "number",
            "card",
            "Fits on its colour or its number." + (" Adds its number to the damage pool." if pool else ""),
            "BP-6",
        )
    ]
    zero = "Fits on its colour or another zero."
    if pool:
        zero = f"Adds {numbers.zero_bonus} to the damage pool or resets it to 0, as its player likes."
    found.append(Topic("zero", "card", zero, "BP-23" if pool else "BP-6"))
    texts = {
        "skip": (
            "The next player loses a turn. Facing a penalty: passes it on, if it has the colour in force.",
            "BP-11",
        ),
        "reverse": (
            "Turns the order round; with two players left it skips. Facing a penalty: throws it back, if it has the "
            "colour in force.",
            "BP-12",
        ),
        "draw 2": (f"The next player draws {numbers.draw_two} and loses the turn, or answers.", "BP-10"),
        "wild": ("Goes on anything and names a colour. The only black card that may be the last.", "BP-13"),
        "wild draw 4": (
            f"Goes on anything, names a colour; the next player draws {numbers.wild_draw_four} or answers.",
            "BP-13",
        ),
        "trade": ("Swap your whole hand with somebody who is in. The colour in force stays.", "BP-16"),
        "wild hit all": (f"Names a colour; everyone else draws {numbers.hit_all}, without an answer.", "BP-14"),
        "wild chaos": ("Colour and number to match are drawn at random.", "BP-15"),
        "discard all": (
            "Discards all your cards of the colour in force; played on another Discard All, nothing more. "
            "The colour stays.",
            "BP-17",
        ),
    }
    present = {_kind(face) for face in numbers.cards}
    found += [Topic(name, "card", text, clause) for name, (text, clause) in texts.items() if name in present]
    found.append(
        Topic(
            "penalty",
            "rule",
            "Draw it and lose the turn, or answer with a Skip or Reverse of the colour in force.",
            "BP-10",
        )
    )
    found.append(Topic("puno", "rule", "Said by itself when a player has one card left.", "BP-9"))
    if pool:
        found.append(
            Topic(
                "pool",
                "rule",
                "Numbers feed it; whoever draws at the own turn loses so many HP and empties it.",
                "BP-24",
            )
        )
    if numbers.overload:
        found.append(
            Topic(
                "overload",
                "rule",
                f"Beginning turns with {numbers.overload_from} cards or more costs HP, more each time in a row.",
                "BP-34",
            )
        )
    return found


def _kind(face: int) -> str:
    """The topic that explains a card."""
    symbol = SYMBOL_OF[face]
    if symbol == 0:
        return "zero"
    if symbol < SKIP:
        return "number"
    return SYMBOLS[symbol] if symbol in (SKIP, REVERSE, DRAW_TWO) else NAMES[face]


# --- for the lab ---


def standing(table: Table) -> list[float]:
    """Who is ahead for all to see: fewest cards in Traditional, score and HP in Battle Puno, HP in Death Match."""
    numbers = table.numbers
    if numbers.traditional:
        return [-float(len(hand)) for hand in table.hands]
    if numbers.death_match:
        return [float(hp) for hp in table.hp]
    if table.phase == OVER:
        return [float(score) for score in table.scores]
    return [float(score + hp) for score, hp in zip(table.scores, table.hp, strict=True)]


def ledger(event: Event) -> list[tuple[int, str, str]]:
    """Every card played, by its kind, and what befell the players."""
    whole = event.whole()
    if event.kind == "played":
        return [(whole.number(0), "played", _kind(whole.number(1)))]
    if event.kind == "penalty":
        return [(whole.number(0), "faced", "penalty")]
    if event.kind == "hurt":
        return [(whole.number(0), "paid", "pool")]
    if event.kind == "overload":
        return [(whole.number(0), "suffered", "overload")]
    if event.kind == "puno":
        return [(whole.number(0), "called", "puno")]
    return []
