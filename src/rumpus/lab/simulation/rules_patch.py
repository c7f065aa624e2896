"""A variant: a small file of Python that changes a game, played in processes of its own.

Such a file may change a card (`changed`), put other things into a game's lists, or name a `game` of its own. What it
changes stays changed for as long as its process lives, so no process that plays it ever plays anything else.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, BadRecord, RumpusError
from rumpus.core.game import Game
from rumpus.core.options import NAMES, Field
from rumpus.core.position import Plain

APART: Final = {"RUMPUS_PURE": "1", "RUMPUS_APART": "1"}
"""The environment of a process that may play a variant: interpreted, for what is compiled cannot be changed."""

MODULE: Final = "rumpus_variant"
"""What the file is called as a module."""

Method = TypeVar("Method", bound=Callable[..., object])

_playing: dict[str, Game] = {}
"""The one variant of this process, by its hash,"""
_added: dict[str, list[str]] = {}
"""and what it adds to lists of names, by the name of the list."""


class Variant:
    """A file by its path, by what it held when it was named, and by what it adds to the game's lists of names."""

    def __init__(self, path: str, sha256: str, names: Mapping[str, Sequence[str]] | None = None) -> None:
        self.path = path
        self.sha256 = sha256
        self.names = {field: list(added) for field, added in (names or {}).items()}

    @staticmethod
    def of(path: Path) -> Variant:
        return Variant(str(path.resolve()), _hash(_read(path)))

    @property
    def name(self) -> str:
        return Path(self.path).name

    def plain(self) -> dict[str, Plain]:
        names: dict[str, Plain] = {field: list[Plain](added) for field, added in self.names.items()}
        return {"path": self.path, "sha256": self.sha256, **({"names": names} if names else {})}

    def book(self, book: Game) -> Game:
        """The rulebook's game, which knows by name what the file adds: for whoever plans or reads and does not play."""
        if not self.names:
            return book
        twin = copy(book)
        twin.fields = [_with_names(field, self.names.get(field.name, [])) for field in book.fields]
        return twin

    def game(self, book: Game) -> Game:
        """The game as this file has it, in a process apart; the file is run once."""
        if os.environ.get("RUMPUS_APART") != "1" or set(_playing) - {self.sha256}:
            raise RumpusError("a variant is played in processes of its own: it would change the rules of all others")
        if self.sha256 not in _playing:
            text = _read(Path(self.path))
            if _hash(text) != self.sha256:
                raise BadRecord(f"{self.name} has changed since it was first played; what it is now needs a new run")
            module = sys.modules[MODULE] = ModuleType(MODULE)
            known = _topics(book)
            with mistakes_in(self):
                exec(compile(text, self.path, "exec"), vars(module))
            found = getattr(module, "game", book)
            if not isinstance(found, Game) or found.name != book.name:
                raise BadOption(f"what {self.name} calls `game` is not {book.title}: subclass that, and make one of it")
            with mistakes_in(self):
                new = [name for name in _topics(found) if name not in known]
            for field in found.fields:
                if new and field.kind == NAMES and field.choices and set(field.choices) <= set(known):
                    _added[field.name] = new
            names = Variant(self.path, self.sha256, _added)
            _playing[self.sha256] = names.book(found)
        return _playing[self.sha256]


class AskNames:
    """A job for a process apart: what the file adds to the lists of names."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __call__(self, game: str) -> dict[str, list[str]]:
        self.variant.game(find_game(game))
        return _added


def _topics(game: Game) -> list[str]:
    return [topic.name for topic in game.topics(game.options())]


def _with_names(field: Field, names: Sequence[str]) -> Field:
    wider = copy(field)
    wider.choices = (*field.choices, *names)
    return wider


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadOption(f"the variant {path} cannot be read: {error.strerror}") from None


@contextmanager
def mistakes_in(variant: Variant | None) -> Iterator[None]:
    """Whatever goes wrong by a variant is told in a sentence, with the line of its file that led there."""
    try:
        yield
    except Exception as error:
        if variant is None:
            raise
        told = _mistake(variant, error)
        if told is None:
            raise
        raise BadOption(told) from None


def _mistake(variant: Variant, error: Exception) -> str | None:
    words = str(error) if isinstance(error, RumpusError) else f"{type(error).__name__}: {error}".rstrip(": ")
    if isinstance(error, SyntaxError) and error.filename == variant.path:
        return f"{variant.name}, line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame.lineno for frame in frames if frame.filename == variant.path]
    if own:
        return f"{variant.name}, line {own[-1]}: {words}"
    if isinstance(error, RumpusError):
        return None
    return f"{variant.name} breaks the game, in {Path(frames[-1].filename).name}, line {frames[-1].lineno}: {words}"


def changed(kind: type) -> Callable[[Method], Method]:
    """For a variant's file: the function below takes the place of the method of that name, for all of this kind."""

    def put(method: Method) -> Method:
        name = method.__name__
        if not callable(getattr(kind, name, None)):
            near = difflib.get_close_matches(name, [known for known in dir(kind) if known[0] != "_"], n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BadOption(f"a {kind.__name__} does nothing that is called {name!r}{hint}")
        setattr(kind, name, method)
        return method

    return put
