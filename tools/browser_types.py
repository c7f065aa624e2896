"""Generates TypeScript types of the protocol from its messages, and the phrases of the chat.

python -m tools.browser_types        writes static/js/protocol.d.ts and static/js/table/phrases.js
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct

from rumpus.review.report import OpenReview, OwnReview
from rumpus.service.info import GameInfo, HowInfo, TopicInfo
from rumpus.service.runtime import protocol as m
from rumpus.service.tables.lobby import LobbyRow
from rumpus.table import phrases as words
from rumpus.table.replay import ReplayFrame
from rumpus.table.seat_view import LogLine
from rumpus.table.table_view import TableView

FOLDER = Path(__file__).parents[1] / "src" / "rumpus" / "web" / "static" / "js"
FILE = FOLDER / "protocol.d.ts"
PHRASES_FILE = FOLDER / "table" / "phrases.js"
PHRASES_HEAD = "/** Phrases of the chat by id. Made by `python -m tools.browser_types`; not to be edited. */\n"
HEAD = "// Made from the messages of the server by `python -m tools.browser_types`; not to be edited.\n"
# Types inside messages and HTTP answers.
PAYLOADS = (TableView, LogLine, LobbyRow, ReplayFrame, GameInfo, HowInfo, TopicInfo, OwnReview, OpenReview)
# Fields that are encoded before their message, with their types.
ENCODED: dict[tuple[type[Struct], str], str] = {
    (m.TableUpdate, "sheet"): "TableView",
    (m.Log, "lines"): "LogLine[]",
    (m.Tables, "tables"): "LobbyRow[]",
    (m.LobbyNews, "tables"): "LobbyRow[]",
    (m.Frames, "frames"): "ReplayFrame[]",
    (m.Reviewed, "own"): "OwnReview",
    (m.Reviewed, "open"): "OpenReview",
}
# Types that depend on the game.
OPEN = {"Json": Any, "View": dict[str, Any]}
BASIC: dict[object, str] = {str: "string", bool: "boolean", int: "number", float: "number", NoneType: "null"}


def protocol() -> str:
    """The types of all messages in both directions, and of their contents."""
    client, server = get_args(m.AnyClientMessage), get_args(m.AnyServerMessage)
    found: dict[str, type[Struct]] = {}
    for kind in (*client, *server, *PAYLOADS):
        for inside in _structs(kind):
            if found.setdefault(inside.__name__, inside) is not inside:
                raise ValueError(f"Two different types are called {inside.__name__}. Rename one.")
    both = [
        f"/** {about} */\nexport type {name} =\n  | {joined};\n"
        for name, about, joined in (
            ("AnyClientMessage", "Whatever a client may say.", "\n  | ".join(kind.__name__ for kind in client)),
            ("AnyServerMessage", "Whatever the server may say.", "\n  | ".join(kind.__name__ for kind in server)),
        )
    ]
    return "\n".join([HEAD, *both, *(_interface(kind) for kind in found.values())])


def _structs(kind: Any) -> Iterator[type[Struct]]:
    """Yields all structs in this type, itself included."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
        for inside in get_type_hints(kind, localns=OPEN).values():
            yield from _structs(inside)
    else:
        for inside in get_args(kind):
            yield from _structs(inside)


def _interface(kind: type[Struct]) -> str:
    hints = get_type_hints(kind, localns=OPEN)
    lines = [*_about(kind), f"export interface {kind.__name__} {{"]
    config = kind.__struct_config__
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    names, sent, defaults = kind.__struct_fields__, kind.__struct_encode_fields__, kind.__struct_defaults__
    needed = [NODEFAULT] * (len(names) - len(defaults))
    for name, key, default in zip(names, sent, [*needed, *defaults], strict=True):
        type_ = ENCODED.get((kind, name)) or _type(hints[name])
        # A client may omit a field with a default, and the server does.
        lines.append(f"  {key}{'' if default is NODEFAULT else '?'}: {type_};")
    return "\n".join([*lines, "}", ""])


def _about(kind: type[Struct]) -> list[str]:
    words = " ".join((kind.__dict__.get("__doc__") or "").split())
    return textwrap.wrap(f"/** {words} */", 118, subsequent_indent=" * ") if words else []


def _type(kind: Any) -> str:
    """A type in TypeScript."""
    if kind in BASIC:
        return BASIC[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin is list:
        inside = _type(inner[0])
        return f"({inside})[]" if "|" in inside else f"{inside}[]"
    if origin is dict:
        return f"Record<string, {_type(inner[1])}>"
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(_type(one) for one in inner))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind.__name__
    return "any"


def phrases() -> str:
    """The emotes, phrases and reasons for a report, with their words."""
    lists = {"EMOTES": words.EMOTES, "PHRASES": words.PHRASES, "REPORT_REASONS": words.REPORT_REASONS}
    rows = {name: "".join(f'  {id}: "{text}",\n' for id, text in found.items()) for name, found in lists.items()}
    return "\n".join([PHRASES_HEAD, *(f"export const {name} = {{\n{row}}};\n" for name, row in rows.items())])


def main() -> None:
    for path, text in ((FILE, protocol()), (PHRASES_FILE, phrases())):
        path.write_text(text, encoding="utf-8")
        print(f"Wrote {path.name}.")


if __name__ == "__main__":
    main()
