"""Reading what people type: `red 7`, `r7`, `+2 blue`, `wild b`, `trade 2`, `0 reset`, `d`."""

from __future__ import annotations

import re

from rumpus.core.errors import IllegalMove
from rumpus.core.words import listed
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import FIRST_BLACK, WILD
from rumpus.games.battle_puno.rules.moves import FACE_PLAYED, MOVES
from rumpus.games.battle_puno.rules.notation import written
from rumpus.games.battle_puno.rules.refusals import refusal
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, OVER, PunoState

LONGEST = 80

SHORT = {
    "r": "red",
    "b": "blue",
    "g": "green",
    "y": "yellow",
    "s": "skip",
    "rev": "reverse",
    "w": "wild",
    "wd": "wild draw",
    "wd4": "wild draw 4",
    "wd+4": "wild draw 4",
    "wild4": "wild draw 4",
    "wild+4": "wild draw 4",
    "+4": "wild draw 4",
    "d4": "wild draw 4",
    "+2": "draw 2",
    "d2": "draw 2",
    "draw2": "draw 2",
    "draw4": "wild draw 4",
    "hit": "wild hit all",
    "hitall": "wild hit all",
    "chaos": "wild chaos",
    "swap": "trade",
    "t": "trade",
    "discard": "discard all",
    "zero": "0",
    "+10": "add",
    "d": "draw",
    "k": "keep",
    "pass": "keep",
}
"""What a word may also be written as; `draw` and `take` mean each other where only one of them is possible."""

NOISE = frozenset(
    ("play", "a", "an", "the", "card", "with", "to", "of", "and", "name", "naming", "seat", "player", "in")
)
GLUED = re.compile(
    r"^(red|blue|green|yellow|[rbgy])[-_.]?(\d|skip|s|reverse|rev|\+2|d2|draw2?)$|^(\d)(red|blue|green|yellow|[rbgy])$"
)

OTHER_BLACK = frozenset(word for card in CARDS[FIRST_BLACK:] for word in card.name.split()) - {"wild"}
"""Words that tell the other black cards from a Wild."""


def read(state: PunoState, seat: int, text: str) -> int:
    """The one move that these words mean; refused with the reason, or with the moves they could mean."""
    if state.phase == OVER:
        raise IllegalMove("The game is over.")
    if seat != state.on:
        raise IllegalMove("You have nothing to decide at the moment.")
    if len(text) > LONGEST:
        raise IllegalMove("A move is a few words, such as 'red 7' or 'draw' (BP-42).")
    wanted = _words(text)
    plain = " ".join(wanted)
    notation = {written(state.numbers, move): move for move in state.moves(seat)}
    if plain in notation:
        return notation[plain]
    if not wanted:
        raise IllegalMove(f"Say what to do: {_offered(list(notation))}.")
    if plain in ("draw", "take") and state.phase == ANSWER:
        return notation["take"]
    if plain in ("draw", "keep", "take") and state.phase == DRAWN:
        return notation["keep"]
    found = _meant(notation, wanted)
    if len(found) == 1:
        return notation[found[0]]
    if found:
        raise IllegalMove(f"{text.strip()!r} could be {_offered(found)}.")
    raise IllegalMove(_why_none(state, seat, wanted, text, list(notation)))


def _words(text: str) -> list[str]:
    """Lower case, one word each, short forms written out, noise left out."""
    found: list[str] = []
    for word in text.lower().replace(",", " ").replace(":", " ").replace("(", " ").replace(")", " ").split():
        glued = GLUED.match(word)
        parts = [part for part in glued.groups() if part] if glued else [word]
        for part in parts:
            if part not in NOISE:
                found += SHORT.get(part, part).split()
    return _once(found)


def _once(words: list[str]) -> list[str]:
    """`wild hit` `all` and `wild chaos` with their own words doubled by a short form: each word counts once."""
    return [word for index, word in enumerate(words) if word not in words[:index]]


def _meant(notation: dict[str, int], wanted: list[str]) -> list[str]:
    """The options that contain all these words; a bare "wild" means that card, never a Wild Draw 4."""
    found = [words for words in notation if all(word in words.split() for word in wanted)]
    if "wild" in wanted and not OTHER_BLACK & set(wanted):
        return [words for words in found if FACE_PLAYED[notation[words]] == WILD]
    same = [words for words in found if len(words.split()) == len(wanted)]
    return same or found


def _why_none(state: PunoState, seat: int, wanted: list[str], text: str, options: list[str]) -> str:
    """If the words are a move that is only not possible now, the reason; else what is possible."""
    for move in range(MOVES):
        if sorted(written(state.numbers, move).split()) == sorted(wanted):
            return refusal(state, seat, move)
    for move in range(MOVES):
        if all(word in written(state.numbers, move).split() for word in wanted):
            return refusal(state, seat, move)
    return f"{text.strip()!r} is no move here. You can say {_offered(options)}."


def _offered(options: list[str]) -> str:
    """A handful of them, quoted."""
    shown = [repr(words) for words in options[:8]]
    if len(options) > 8:
        shown.append("…")
    return listed(shown, "or")
