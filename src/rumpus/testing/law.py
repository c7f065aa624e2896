"""Laws: properties of every game, checked by random play."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, TracebackType
from typing import Final

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Position, Seat
from rumpus.testing.source_location import is_authors, short

Check = Callable[[Game, Options, int], None]
NOT_IMPLEMENTED: Final = "`{}` is not implemented, and every game needs it"


class Tally:
    """What a law has played and compared."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.comparisons = 0
        self.switched_off = ""
        """The author's reason why this law does not hold for the game."""

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.comparisons += other.comparisons
        self.switched_off = self.switched_off or other.switched_off

    def __str__(self) -> str:
        if self.switched_off:
            return f"switched off: {self.switched_off}"
        if not self.comparisons:
            return f"{counted(self.games, 'game')}, nothing to compare"
        games, decisions = counted(self.games, "game"), counted(self.decisions, "decision")
        return f"{games}, {decisions}, {counted(self.comparisons, 'comparison')}"


TALLY: Final = [Tally()]
"""Counts of the law that is checked now are in the last one."""


@contextlib.contextmanager
def tallied() -> Iterator[Tally]:
    """Counts what laws play and compare inside this block."""
    TALLY.append(Tally())
    try:
        yield TALLY[-1]
    finally:
        TALLY.pop()


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class BrokenLaw(AssertionError):
    """A broken law: name, sentence, place in the source, and game."""

    def __init__(self, sentence: str, where: object = "", place: str = "") -> None:
        super().__init__(sentence)
        self.law = ""
        self.sentence = sentence
        self.place = place
        self.where = str(where)

    @property
    def finding(self) -> str:
        return f"{self.sentence}, {self.place}" if self.place else self.sentence

    def __str__(self) -> str:
        return f"{f'{self.law}: ' if self.law else ''}{self.finding}" + (f" [{self.where}]" if self.where else "")


def expect(holds: bool, sentence: str, where: object = "", place: str = "") -> None:
    TALLY[-1].comparisons += 1
    if not holds:
        raise BrokenLaw(sentence, where, place)


def must_be_equal(one: object, other: object, sentence: str, where: str, place: str = "") -> None:
    """Raises BrokenLaw with the first difference unless both are equal."""
    TALLY[-1].comparisons += 1
    if one != other:
        raise BrokenLaw(f"{sentence}: {difference(one, other)}", where, place)


class Law:
    """A property of games. Called with game, options and number of games; raises BrokenLaw."""

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
            failure = broken_by_exception(game, error, f"{game.name} {options.changed()}")
            failure.law = self.name
            raise failure from error

    def __repr__(self) -> str:
        return f"Law({self.name})"


def broken_by_exception(game: Game, error: Exception, where: str) -> BrokenLaw:
    """Converts an exception of the game to BrokenLaw, with the method called and its line."""
    called, innermost, place = "", "", ""
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code: CodeType = trace.tb_frame.f_code
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        innermost = code.co_name
        if is_authors(module, game):
            called = called or code.co_name
            place = short(code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    if isinstance(error, NotImplementedError):
        return BrokenLaw(NOT_IMPLEMENTED.format(innermost), where)
    failing = f"`{called}`" if called else f"`{innermost}`"
    return BrokenLaw(f"{failing} fails: {error!r}", where, place)


def viewer_name(seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def leak(seat: Seat | None, source: str, real: Position, other: Position) -> str:
    """Begins the sentence about leaked information: its source and the secret."""
    secret = difference(real.save(), other.save())
    if not secret:
        return (
            f"{viewer_name(seat)} can tell from {source} what no view keeps; does it belong in `Game.ephemeral_events`?"
        )
    whom = "spectators" if seat is None else "it"
    return f"{viewer_name(seat)} can tell from {source} what is hidden from {whom} ({secret})"


def difference(one: object, other: object, path: str = "") -> str:
    """Returns the first difference, types included: "`hands[0][1]` is 4 or 7"; empty if equal."""
    parts: list[tuple[str, object, object]]
    if type(one) is not type(other):
        return _either(one, other, path)
    if isinstance(one, dict) and isinstance(other, dict):
        dot = f"{path}." if path else ""
        parts = [(f"{dot}{key}", one.get(key, ...), other.get(key, ...)) for key in {**one, **other}]
    elif isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        parts = [(f"{path}[{index}]", *pair) for index, pair in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other else _either(one, other, path)
    found = (difference(left, right, inside) for inside, left, right in parts)
    return next(filter(None, found), "")


def _either(one: object, other: object, path: str) -> str:
    return f"{f'`{path}` is ' if path else ''}{_shown(one)} or {_shown(other)}"


def _shown(value: object) -> str:
    text = "missing" if value is ... else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
