"""Parsing of typed moves: `red 7`, `r7`, `+2 blue`, `wild b`, `trade 2`, `0 reset`, `d`."""

from __future__ import annotations

import re

from rumpus.core.errors import IllegalMove
from rumpus.core.position import Move, Position, Seat
from rumpus.core.words import listed
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.deck import FIRST_BLACK, WILD
from rumpus.games.battle_puno.rules.moves import FACE_PLAYED, MOVE_COUNT
from rumpus.games.battle_puno.rules.notation import format_move
from rumpus.games.battle_puno.rules.position import as_puno
from rumpus.games.battle_puno.rules.refusals import refusal
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, OVER, PunoState

MAX_CHARACTERS = 80

SHORT_FORMS = {
    "r": "red", "b": "blue", "g": "green", "y": "yellow", "s": "skip", "rev": "reverse", "zero": "0", "+10": "add",
    "+2": "draw 2", "d2": "draw 2", "draw2": "draw 2", "w": "wild", "wd": "wild draw", "wd4": "wild draw 4",
    "wd+4": "wild draw 4", "wild4": "wild draw 4", "wild+4": "wild draw 4", "+4": "wild draw 4", "d4": "wild draw 4",
    "draw4": "wild draw 4", "hit": "wild hit all", "hitall": "wild hit all", "chaos": "wild chaos", "swap": "trade",
    "t": "trade", "discard": "discard all", "d": "draw", "k": "keep", "pass": "keep",
}  # fmt: skip
"""Short forms of words. `draw` and `take` are synonyms if only one is possible."""

FILLERS = frozenset(
    ("play", "a", "an", "the", "card", "with", "to", "of", "and", "name", "naming", "seat", "player", "in")
)
JOINED_WORD = re.compile(
    r"^(red|blue|green|yellow|[rbgy])[-_.]?(\d|skip|s|reverse|rev|\+2|d2|draw2?)$|^(\d)(red|blue|green|yellow|[rbgy])$"
)

OTHER_BLACK_WORDS = frozenset(word for card in CARDS[FIRST_BLACK:] for word in card.name.split()) - {"wild"}
"""Words that distinguish the other black cards from a Wild."""


def parse_move(position: Position, seat: Seat, text: str) -> Move:
    """Returns the one move that fits the words. Raises `IllegalMove` with the reason or the candidates."""
    state = as_puno(position)
    if state.phase == OVER:
        raise IllegalMove("The game is over.")
    if seat != state.on:
        raise IllegalMove("You have nothing to decide at the moment.")
    if len(text) > MAX_CHARACTERS:
        raise IllegalMove("A move is a few words, such as 'red 7' or 'draw' (BP-42).")
    wanted = _words(text)
    plain = " ".join(wanted)
    notation = {format_move(state.numbers, move): move for move in state.moves(seat)}
    if plain in notation:
        return notation[plain]
    if not wanted:
        raise IllegalMove(f"Say what to do: {_quote(list(notation))}.")
    if plain in ("draw", "take") and state.phase == ANSWER:
        return notation["take"]
    if plain in ("draw", "keep", "take") and state.phase == DRAWN:
        return notation["keep"]
    found = _matching(notation, wanted)
    if len(found) == 1:
        return notation[found[0]]
    if found:
        raise IllegalMove(f"{text.strip()!r} could be {_quote(found)}.")
    raise IllegalMove(_explain_refusal(state, seat, wanted, text, list(notation)))


def _words(text: str) -> list[str]:
    """Returns lower-case words, short forms expanded, fillers removed."""
    found: list[str] = []
    for word in text.lower().replace(",", " ").replace(":", " ").replace("(", " ").replace(")", " ").split():
        glued = JOINED_WORD.match(word)
        parts = [part for part in glued.groups() if part] if glued else [word]
        for part in parts:
            if part not in FILLERS:
                found += SHORT_FORMS.get(part, part).split()
    return _unique(found)


def _unique(words: list[str]) -> list[str]:
    """Removes repeated words, which short forms produce."""
    return [word for index, word in enumerate(words) if word not in words[:index]]


def _matching(notation: dict[str, int], wanted: list[str]) -> list[str]:
    """Returns the options with all these words. A bare "wild" is never a Wild Draw 4."""
    found = [words for words in notation if all(word in words.split() for word in wanted)]
    if "wild" in wanted and not OTHER_BLACK_WORDS & set(wanted):
        return [words for words in found if FACE_PLAYED[notation[words]] == WILD]
    same = [words for words in found if len(words.split()) == len(wanted)]
    return same or found


def _explain_refusal(state: PunoState, seat: int, wanted: list[str], text: str, options: list[str]) -> str:
    for move in range(MOVE_COUNT):
        if sorted(format_move(state.numbers, move).split()) == sorted(wanted):
            return refusal(state, seat, move)
    for move in range(MOVE_COUNT):
        if all(word in format_move(state.numbers, move).split() for word in wanted):
            return refusal(state, seat, move)
    return f"{text.strip()!r} is no move here. You can say {_quote(options)}."


def _quote(options: list[str]) -> str:
    shown = [repr(words) for words in options[:8]]
    if len(options) > 8:
        shown.append("…")
    return listed(shown, "or")
