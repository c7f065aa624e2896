"""Parts of views that an author has exempted from a law."""

from __future__ import annotations

from collections.abc import Mapping

from rumpus.core.position import Json
from rumpus.testing.random_games import text_of


def without(plain: Json, omitted: Mapping[str, str], path: str = "") -> Json:
    """Returns a view without its omitted parts."""
    if isinstance(plain, dict):
        inside = {name: f"{path}.{name}" if path else name for name in plain}
        kept = [name for name in plain if inside[name] not in omitted]
        return {name: without(plain[name], omitted, inside[name]) for name in kept}
    if isinstance(plain, list):
        parts = [without(value, omitted, path) for value in plain]
        for name in omitted:
            if name == f"{path} order":
                parts.sort(key=text_of)
            elif name.startswith(f"{path}[") and name.endswith(":]"):
                del parts[int(name[len(path) + 1 : -2]) :]
        return parts
    return plain
