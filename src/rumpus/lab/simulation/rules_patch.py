"""Rules patches: small Python files to change a game's rules.

A file may replace methods of cards (`changed`), extend a game's lists, or define `game`. Its changes last as long as
the process. So a process that loads a patch plays nothing else.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar

from msgspec import Struct

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, BadRecord, RumpusError
from rumpus.core.game import Game
from rumpus.core.options import NAMES, Field
from rumpus.core.system.files import SMALL_FILE, CannotRead, read_bounded

PATCH_ENVIRONMENT: Final = {"RUMPUS_PURE": "1", "RUMPUS_APART": "1"}
"""Environment of processes with a patch: interpreted, because compiled methods cannot be replaced."""

MODULE: Final = "rumpus_variant"

Method = TypeVar("Method", bound=Callable[..., object])

_loaded: dict[str, Game] = {}
"""The game of the loaded patch, by the file's hash. A process loads at most one."""
_added: dict[str, list[str]] = {}
"""Names the loaded patch adds, by option."""


class RulesPatch(Struct, omit_defaults=True):
    """A patch file: its path, its hash, and the names it adds, by option."""

    path: str
    sha256: str
    names: dict[str, list[str]] = {}

    @staticmethod
    def of(path: Path) -> RulesPatch:
        return RulesPatch(str(path.resolve()), _hash(_read(path)))

    @property
    def name(self) -> str:
        return Path(self.path).name

    def baseline_game(self, baseline: Game) -> Game:
        """Returns the rulebook's game extended by the patch's names, for planning and reading."""
        if not self.names:
            return baseline
        twin = copy(baseline)
        twin.fields = [_with_names(field, self.names.get(field.name, [])) for field in baseline.fields]
        return twin

    def game(self, baseline: Game) -> Game:
        """Returns the patched game. Only in a process with `PATCH_ENVIRONMENT`; the file runs once."""
        if os.environ.get("RUMPUS_APART") != "1" or set(_loaded) - {self.sha256}:
            raise RumpusError(
                "A rules patch is played in separate processes, because it changes the rules of its process."
            )
        if self.sha256 not in _loaded:
            # A worker reads the file later than the plan did.
            text = _read(Path(self.path))
            if _hash(text) != self.sha256:
                raise BadRecord(f"{self.name} has changed since it was first played. Begin a new run with it.")
            module = sys.modules[MODULE] = ModuleType(MODULE)
            known = _topics(baseline)
            with mistakes_in(self):
                exec(compile(text, self.path, "exec"), vars(module))
            found = getattr(module, "game", baseline)
            if not isinstance(found, Game) or found.name != baseline.name:
                raise BadOption(
                    f"The `game` of {self.name} is not {baseline.title}. Make it an instance of a subclass."
                )
            with mistakes_in(self):
                new = [name for name in _topics(found) if name not in known]
            for field in found.fields:
                # An option that lists topics by name accepts the new topics.
                if new and field.kind == NAMES and field.choices and set(field.choices) <= set(known):
                    _added[field.name] = new
            _loaded[self.sha256] = RulesPatch(self.path, self.sha256, _added).baseline_game(found)
        return _loaded[self.sha256]


def added_names(rules_patch: RulesPatch, game: str) -> dict[str, list[str]]:
    """Job for a patch process: the names the file adds, by option."""
    rules_patch.game(find_game(game))
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
        return read_bounded(path, SMALL_FILE, "rules patch")
    except CannotRead as error:
        raise BadOption(str(error)) from None


@contextmanager
def mistakes_in(rules_patch: RulesPatch | None) -> Iterator[None]:
    """Turns exceptions caused by a patch into `BadOption`, with the line of its file."""
    try:
        yield
    except Exception as error:
        if rules_patch is None:
            raise
        told = _describe_mistake(rules_patch, error)
        if told is None:
            raise
        raise BadOption(told) from None


def _describe_mistake(rules_patch: RulesPatch, error: Exception) -> str | None:
    words = str(error) if isinstance(error, RumpusError) else f"{type(error).__name__}: {error}".rstrip(": ")
    if isinstance(error, SyntaxError) and error.filename == rules_patch.path:
        return f"{rules_patch.name}, line {error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame.lineno for frame in frames if frame.filename == rules_patch.path]
    if own:
        return f"{rules_patch.name}, line {own[-1]}: {words}"
    if isinstance(error, RumpusError):
        return None
    return f"{rules_patch.name} breaks the game, in {Path(frames[-1].filename).name}, line {frames[-1].lineno}: {words}"


def changed(kind: type) -> Callable[[Method], Method]:
    """Decorator for patch files: replaces the method of the same name in class `kind`."""

    def put(method: Method) -> Method:
        name = method.__name__
        if not callable(getattr(kind, name, None)):
            near = difflib.get_close_matches(name, [known for known in dir(kind) if known[0] != "_"], n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BadOption(f"a {kind.__name__} does nothing that is called {name!r}{hint}")
        setattr(kind, name, method)
        return method

    return put
