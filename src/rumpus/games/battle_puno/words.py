"""The sentences of Battle Puno: the log, explanations of moves, and topics."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.options import Options
from rumpus.core.position import Move, Position, Seat, SeenEvent, View
from rumpus.core.words import Line, Person, Topic, brief, counted, does, figure, listed, sentence, signed
from rumpus.games.battle_puno.rules.cards import CARDS, KINDS
from rumpus.games.battle_puno.rules.deck import BLACK, COLOURS, SYMBOL_OF
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, TAKE, colour_named, resets, target_named
from rumpus.games.battle_puno.rules.numbers import Numbers
from rumpus.games.battle_puno.rules.position import as_puno
from rumpus.games.battle_puno.rules.state import PunoState

# --- the log ---


def cards(faces: Sequence[int]) -> str:
    """Lists cards: `red 7, blue Skip and Wild`."""
    return listed([card_name(face) for face in faces]) if faces else "no card"


def card_name(face: int) -> str:
    """Returns a card's name: `red 7`, `blue Skip`, `Wild Draw 4`."""
    card = CARDS[face]
    colour = f"{COLOURS[card.colour]} " if card.colour != BLACK else ""
    return f"{colour}{card.printed.title()}"


def describe_event(seen: SeenEvent, names: Sequence[str]) -> Line:
    kind = seen.kind
    if kind in ("dealt", "drew"):
        return _drawing(seen, names, cards(_faces(seen, 2)))
    if kind in ("dealt_unseen", "drew_unseen"):
        return _drawing(seen, names, counted(seen.number(2), "card"))
    if kind in OPEN_CARD_EVENTS:
        return _open_cards(seen, names)
    if kind in ("won", "drawn_match"):
        return _ending(seen, names)
    if kind == "zeroed" and seen.number(1) == 0:
        return Line("The pool stays empty.", "BP-23")
    if kind == "added" and not seen.number(1):
        return Line(f"The pool stays at {seen.number(2)}.", "BP-23")
    text, clause = SENTENCES[kind]
    return Line(text.format(*_arguments(kind, seen, names)), clause)


SENTENCES = {
    "round": ("Round {0} begins.", "BP-38"),
    "lot": ("{0:draws} the {1} to see who starts.", "BP-4"),
    "starts": ("{0:starts}.", "BP-4"),
    "put_back": ("The {0} comes up, but a black card cannot start: it goes back, and the deck is shuffled.", "BP-5"),
    "turned_up": ("The {0} is turned up.", "BP-5"),
    "start_skip": ("{0:loses} the first turn.", "BP-5"),
    "start_reverse": ("{0:starts}, and play goes counter-clockwise.", "BP-5"),
    "played": ("{0:plays} the {1}.", "BP-6"),
    "named": ("{0:names} {1}.", "BP-13"),
    "chaos": ("Playable now: {1}, any {2}, black.", "BP-15"),
    "added": ("Pool +{1}, now {2}.", "BP-23"),
    "zeroed": ("The pool falls from {1} to 0.", "BP-23"),
    "skipped": ("{0:is} skipped.", "BP-11"),
    "reversed": ("The direction is now {0}.", "BP-12"),
    "penalty": ("{0:has} to take {1}, unless there is an answer.", "BP-10"),
    "hurt": ("{0} −{1} HP, {2} left: the price of the pool.", "BP-24"),
    "kept": ("{0:keeps} the card.", "BP-7"),
    "traded": ("{0} and {1} trade hands: {2} for {3}.", "BP-16"),
    "threw_nothing": ("Nothing else is discarded: it lies on another Discard All.", "BP-17"),
    "puno": ("{0}: Puno! One card left.", "BP-9"),
    "emptied": ("{0:has} played the last card: the round is over.", "BP-9"),
    "stuck": ("{0:is} out with the whole hand: nothing to play, nothing to draw.", "BP-19"),
    "alone": ("{0:is} the last one left and plays on alone.", "BP-20"),
    "stuck_alone": ("{0:has} nothing left to play: the round is over.", "BP-20"),
    "deck_empty": ("The deck is empty: {0:is} spared {1}.", "BP-32"),
    "nothing_left": ("No card is left to draw: {0:is} spared {1}.", "BP-28"),
    "pool_recycled": ("There are no discards either: the pool of {0} is emptied and its cards are used.", "BP-28"),
    "reshuffled": ("{0} shuffled to be the new deck.", "BP-28"),
    "overload": ("{0} −{1} HP, {2} left: too many cards in hand.", "BP-34"),
    "left_over": ("{0:is} left with {1} in hand.", "BP-2"),
    "scored": ("{0:ends} the round with {1} HP: score {2}.", "BP-25"),
    "tied": ("The best score, {0}, is shared: another round decides.", "BP-26"),
    "time_up": ("Time is up after {0}.", "BP-29"),
}
"""Sentence and clause of public events. Numbers are indices of the event's arguments."""

WITHOUT_SEAT = ("round", "put_back", "turned_up", "reversed", "pool_recycled", "reshuffled", "tied", "time_up")


def _arguments(kind: str, seen: SeenEvent, names: Sequence[str]) -> list[str | Person]:
    words: list[str | Person] = [figure(arg) if isinstance(arg, int) else arg for arg in seen.args]
    if kind not in WITHOUT_SEAT:
        words[0] = Person(names[seen.number(0)])
    if kind in ("put_back", "turned_up"):
        words[0] = card_name(seen.number(0))
    elif kind in ("lot", "played"):
        words[1] = card_name(seen.number(1))
    elif kind in ("named", "chaos"):
        words[1] = COLOURS[seen.number(1)]
    elif kind == "traded":
        words[1] = Person(names[seen.number(1)])
        words[2] = counted(seen.number(2), "card")
    elif kind == "reversed":
        words[0] = "clockwise" if seen.number(0) == 1 else "counter-clockwise"
    elif kind in ("deck_empty", "nothing_left", "penalty"):
        words[1] = counted(seen.number(1), "card")
    elif kind == "left_over":
        words[1] = counted(seen.number(1), "point") if seen.number(1) else "nothing"
    elif kind == "reshuffled":
        words[0] = "1 card is" if seen.number(0) == 1 else f"{seen.number(0)} cards are"
    elif kind == "time_up":
        words[0] = counted(seen.number(0), "turn")
    return words


DRAW_SENTENCES = {
    "deal": ("{0:is} dealt {1}.", "BP-3"),
    "turn": ("{0:draws} {1}.", "BP-6"),
    "penalty": ("{0:takes} {1}.", "BP-10"),
    "hit": ("{0:draws} {1} after a hit.", "BP-14"),
    "fill": ("{0:fills} up with {1}.", "BP-27"),
}


def _drawing(seen: SeenEvent, names: Sequence[str], what: str) -> Line:
    text, clause = DRAW_SENTENCES[seen.text(1)]
    return Line(text.format(Person(names[seen.number(0)]), what), clause)


OPEN_CARD_EVENTS = frozenset(("new_hand", "threw_off", "fell", "leftovers"))


def _open_cards(seen: SeenEvent, names: Sequence[str]) -> Line:
    who = Person(names[seen.number(0)])
    if seen.kind == "new_hand":
        return Line(f"{who:holds} {cards(_faces(seen, 1))} now.", "BP-16")
    faces = _faces(seen, 2)
    if seen.kind == "threw_off":
        with_it = (
            f"{who:discards} {cards(faces)} with it." if faces else f"{who:has} no card of that colour to discard."
        )
        return Line(with_it, "BP-17")
    if seen.kind == "fell":
        hand = f"; {cards(faces)} laid down" if faces else ""
        return Line(f"{who:is} out with {figure(seen.number(1))} HP{hand}.", "BP-27")
    if not faces:
        return Line(f"{who:has} no card left.", "BP-2")
    return Line(f"{who:is} left with {cards(faces)}: {counted(seen.number(1), 'point')}.", "BP-2")


def _ending(seen: SeenEvent, names: Sequence[str]) -> Line:
    first = [names[seen.number(index)] for index in range(len(seen.args))]
    if seen.kind == "drawn_match":
        return Line(f"{listed(first)} have the most HP: a draw.", "BP-29")
    if len(first) == 1:
        return Line(does(first[0], "wins!"), "BP-33")
    return Line(f"{listed(first)} share the win!", "BP-33")


def _faces(seen: SeenEvent, start: int) -> list[int]:
    return [seen.number(index) for index in range(start, len(seen.args))]


# --- what a move is, and what it would do ---


def the_card(face: int) -> str:
    return f"the {card_name(face)}"


def describe_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """Returns the move as spoken: `Play the Wild and name blue`."""
    state = as_puno(position)
    if move == DRAW:
        return "Draw a card"
    if move == TAKE:
        return f"Take the {counted(state.penalty, 'card')}"
    if move == KEEP:
        return "Keep it"
    card = the_card(FACE_PLAYED[move])
    if resets(move):
        return f"Play {card} and empty the pool"
    if colour_named(move) >= 0:
        return f"Play {card} and name {COLOURS[colour_named(move)]}"
    if target_named(move) >= 0:
        return f"Trade hands with {names[target_named(move)]}"
    if state.numbers.has_pool and SYMBOL_OF[FACE_PLAYED[move]] == 0:
        return f"Play {card} and add to the pool"
    return f"Play {card}"


def explain_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    state = as_puno(position)
    if move == DRAW:
        return _explain_draw(state, seat)
    if move == TAKE:
        costs = " It costs no HP." if state.numbers.has_pool else ""
        return f"You draw {counted(state.penalty, 'card')} and lose the turn.{costs}"
    if move == KEEP:
        return f"{does(names[state.next_in(seat)], 'is')} next."
    return sentence(CARDS[FACE_PLAYED[move]].explain(state, seat, move, names))


def justify_move(position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """The start of the explanation, as far as it fits."""
    return brief(explain_move(position, seat, move, names).removesuffix(".").split("; "))


def _explain_draw(state: PunoState, seat: int) -> str:
    then = "if the card fits, you may play it" if state.numbers.play_drawn else "then your turn is over"
    if not state.numbers.has_pool:
        return sentence(f"{then}.")
    if state.pool == 0:
        return f"The pool is empty, so it costs nothing; {then}."
    left = state.hp[seat] - state.pool
    if state.numbers.death_match and left <= 0:
        return f"You {signed(-state.pool)} HP: you are out."
    return f"You {signed(-state.pool)} HP, {figure(left)} left; {then}."


# --- what can be looked up ---


def topics(options: Options) -> list[Topic]:
    numbers = Numbers(options)
    present = {CARDS[face].name for face in numbers.cards}
    found: list[Topic] = []
    for card in KINDS:
        if card.name in present:
            found.append(Topic(card.name, "card", card.sentence(numbers), card.clause_for(numbers)))
    answer = "a Skip or Reverse of the same colour"
    if numbers.stack_draws:
        answer += " or another draw card"
    found.append(
        Topic("penalty", "rule", f"Cards you must draw, losing the turn, unless {answer} answers it.", "BP-10")
    )
    found.append(Topic("puno", "rule", "Announced automatically when a player has one card left.", "BP-9"))
    if numbers.has_pool:
        found.append(
            Topic(
                "pool",
                "rule",
                "Numbers add to it. Whoever draws on their turn loses that many HP and empties it.",
                "BP-24",
            )
        )
    if numbers.overload:
        found.append(
            Topic(
                "overload",
                "rule",
                f"Starting your turn with {numbers.overload_from} cards or more costs HP, and more each time in a row.",
                "BP-34",
            )
        )
    return found


def secret_summary(view: View) -> list[str]:
    """Returns coloured cards by colour, black ones by name."""
    hand = view["hand"]
    assert isinstance(hand, list)
    found: dict[str, None] = {}
    for card in hand:
        first = str(card).split()[0]
        found[f"a {first} card" if first in COLOURS else f"a {card}"] = None
    return list(found)
