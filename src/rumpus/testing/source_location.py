"""Places in a game's source, such as `rules.py:41`; empty for compiled code."""

from __future__ import annotations

import inspect
import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from rumpus.core.game import Game
from rumpus.core.position import Position


def short(file: str, line: int) -> str:
    return f"{Path(file).name}:{line}"


def is_authors(module: str, game: Game) -> bool:
    """True if a module belongs to the game's package."""
    homes = [kind.__module__ for kind in type(game).__mro__]
    own = [name.rpartition(".")[0] or name for name in homes if not _is_ours(name)]
    return any(module == home or module.startswith(home + ".") for home in own)


def _is_ours(module: str) -> bool:
    return module == "builtins" or (module.startswith("rumpus.") and not module.startswith("rumpus.games."))


def source_of(thing: object, method: str, position: object = None) -> str:
    """Returns the place of a method of this object, or else of this position, unless compiled or ours."""
    for owner in (thing, position):
        found = getattr(type(owner), method, None)
        code = getattr(inspect.unwrap(found) if callable(found) else None, "__code__", None)
        if code is not None and not _is_ours(getattr(found, "__module__", "")):
            return short(code.co_filename, code.co_firstlineno)
    return ""


class EventPlaces:
    """Finds the source line of each event by repeating an action with tracing."""

    def __init__(self, game: Game, position: Position | None = None) -> None:
        self.game = game
        self.position = position
        self.places: list[str] = []
        self._before: dict[FrameType, int] = {}

    def of(self, act: Callable[[], object], index: int) -> str:
        """Returns the place of the event with this index, by default in the first position of the locals."""
        if self.position is not None:
            self.position.take_events()
        tracing = sys.gettrace()
        sys.settrace(self._trace)
        try:
            act()
        finally:
            sys.settrace(tracing)
        return self.places[index] if index < len(self.places) else ""

    def _trace(self, frame: FrameType, what: str, _: object) -> Any:
        if self.position is None:
            here = [value for value in frame.f_locals.values() if isinstance(value, Position)]
            self.position = next((position for position in here if getattr(position, "events", None)), None)
        events = self.position.events if self.position is not None else None
        if events:
            for event in events[len(self.places) :]:
                self.places.append(self._place(frame, what, event.kind))
        self._before[frame] = frame.f_lineno
        return self._trace

    def _place(self, frame: FrameType | None, what: str, kind: str) -> str:
        """Returns the innermost line of the game with this event kind, else the innermost line."""
        innermost = ""
        line = self._before.get(frame, 0) if frame is not None and what == "line" else 0
        while frame is not None:
            if is_authors(str(frame.f_globals.get("__name__", "")), self.game):
                file, at = frame.f_code.co_filename, line or frame.f_lineno
                innermost = innermost or short(file, at)
                for near in (at, at - 1, at + 1, at - 2, at + 2):
                    if f'"{kind}"' in linecache.getline(file, near):
                        return short(file, near)
            frame, line = frame.f_back, 0
        return innermost
