"""A law: a promise of every game, checked by playing; broken, it says which, in words of the game, and where."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.testing.source_location import is_authors, place_of_method, short

Check = Callable[[Game, Options, int], None]
UNWRITTEN: Final = "`{}` is not written, and every game needs it"


class BrokenLaw(AssertionError):
    """A law does not hold: which, what is wrong in a sentence, where in the source, and in which game it was seen."""

    def __init__(self, sentence: str, where: object = "", place: str = "") -> None:
        super().__init__(sentence)
        self.law = ""
        self.sentence = sentence
        self.place = place
        self.where = str(where)

    @property
    def finding(self) -> str:
        """The sentence with its place in the source."""
        return f"{self.sentence}, {self.place}" if self.place else self.sentence

    def __str__(self) -> str:
        return f"{f'{self.law}: ' if self.law else ''}{self.finding}" + (f" [{self.where}]" if self.where else "")


def expect(holds: bool, sentence: str, where: object = "", place: str = "") -> None:
    if not holds:
        raise BrokenLaw(sentence, where, place)


def must_be_equal(one: object, other: object, sentence: str, where: str, place: str = "") -> None:
    """The same for two answers: where they differ is added to the sentence."""
    if one != other:
        raise BrokenLaw(f"{sentence}: {difference(one, other)}", where, place)


class Law:
    """Called with a game, its options and a number of games to play; raises BrokenLaw, and nothing else, if it must."""

    def __init__(self, check: Check) -> None:
        self.check = check
        self.__name__ = check.__name__
        self.name = check.__name__.replace("_", " ")
        self.means = " ".join(inspect.cleandoc(check.__doc__ or "").split())

    def __call__(self, game: Game, options: Options, games: int) -> None:
        try:
            self.check(game, options, games)
        except BrokenLaw as broken:
            broken.law = self.name
            raise
        except Exception as error:
            failure = failed(game, error, f"{game.name} {options.changed()}")
            failure.law = self.name
            raise failure from error

    def __repr__(self) -> str:
        return f"Law({self.name})"


def failed(game: Game, error: Exception, where: str) -> BrokenLaw:
    """What an author is told of an exception in the middle of a law: what was asked of the game, and its line."""
    asked, innermost, place = "", "", ""
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code: CodeType = trace.tb_frame.f_code
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        innermost = code.co_name
        if is_authors(module, game):
            asked = asked or code.co_name
            place = short(code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    if isinstance(error, NotImplementedError):
        return BrokenLaw(UNWRITTEN.format(innermost), where)
    failing = f"`{asked}`" if asked else f"`{innermost}`"
    return BrokenLaw(f"{failing} fails: {error!r}", where, place)


def who(seat: Seat | None) -> str:
    return "an onlooker" if seat is None else f"seat {seat}"


def tells(seat: Seat | None, source: str, real: Position, other: Position) -> str:
    """The beginning of most sentences: from what somebody can tell what they should not know."""
    secret = difference(real.save(), other.save())
    if not secret:
        return f"{who(seat)} can tell from {source} what no view keeps; is it bygone (`Game.bygone`)?"
    whom = "onlookers" if seat is None else "it"
    return f"{who(seat)} can tell from {source} what is hidden from {whom} ({secret})"


def difference(one: object, other: object) -> str:
    """Where two answers differ first: "`hands[0][1]` is 4 or 7"; empty if they are equal."""
    path, left, right = _first_difference(one, other, "")
    if left == right:
        return ""
    return f"{f'`{path}` is ' if path else ''}{_shown(left)} or {_shown(right)}"


def _first_difference(one: object, other: object, path: str) -> tuple[str, object, object]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *[key for key in other if key not in one]]:
            if one.get(key, ...) != other.get(key, ...):
                inside = f"{path}.{key}" if path else str(key)
                return _first_difference(one.get(key, ...), other.get(key, ...), inside)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return _first_difference(left, right, f"{path}[{index}]")
    return path, one, other


def _shown(value: object) -> str:
    text = "missing" if value is ... else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def place_in(thing: object, method: str) -> str:
    """Where this method stands in the source, if it is interpreted."""
    return place_of_method(type(thing), method)
