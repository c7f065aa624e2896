"""Damages saves, for tests of loading: one place at a time, or several together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rumpus.core.position import Json
from rumpus.core.rng import Rng

HUGE: Final = 10**12
BEYOND_FLOATS: Final = 10**400
MAX_COMBINED: Final = 3
"""Maximum number of combined damages."""
LONG_LIST: Final = 100_000
NESTING_DEPTH: Final = 200
NO_SAVES: Final[Sequence[Json]] = (None, True, 7, "save", [], [[]], {}, {"": 1})
"""JSON data that is no save of any game."""

Path = tuple[str | int, ...]


def damaged_saves(plain: dict[str, Json], rng: Rng, each: int) -> Iterator[tuple[str, Json]]:
    """Yields damaged saves with descriptions: `each` random damages per kind of place."""
    for nothing in NO_SAVES:
        yield f"{nothing!r} instead of a save", nothing
    for paths in _by_shape(plain):
        path = paths[rng.below(len(paths))]
        damages = _damages(value_at(plain, path))
        for _ in range(min(each, len(damages))):
            what, value = damages.pop(rng.below(len(damages)))
            yield f"{_dotted(path)} {what}", with_values(plain, path, [value])
        yield f"{_dotted(path)} left out", with_values(plain, path, [])
    for _ in range(each):
        yield _combined_damage(plain, rng)


def _combined_damage(plain: dict[str, Json], rng: Rng) -> tuple[str, Json]:
    """Combines two or three small damages, each of which might pass alone."""
    said: list[str] = []
    damaged: Json = plain
    new: list[Json]
    for _ in range(2 + rng.below(MAX_COMBINED - 1)):
        paths = list(paths_in(damaged))
        if not paths:
            break
        path = paths[rng.below(len(paths))]
        value = value_at(damaged, path)
        if isinstance(value, int) and not isinstance(value, bool):
            what, new = f"as {value + rng.below(7) - 3}", [value + rng.below(7) - 3]
        elif isinstance(value, bool):
            what, new = "turned round", [not value]
        elif isinstance(value, list) and len(value) > 1:
            first, second = rng.below(len(value)), rng.below(len(value))
            mixed = value[:]
            mixed[first], mixed[second] = mixed[second], mixed[first]
            what, new = f"with {first} and {second} exchanged", [mixed]
        else:
            what, new = "left out", []
        said.append(f"{_dotted(path)} {what}")
        damaged = with_values(damaged, path, new)
    return ", ".join(said), damaged


def _damages(value: Json) -> list[tuple[str, Json]]:
    deep: Json = 0
    for _ in range(NESTING_DEPTH):
        deep = [deep]
    damages: list[tuple[str, Json]] = [
        ("as nothing", None),
        ("as a yes", True),
        ("as half a number", 0.5),
        ("as a word", "x"),
        ("as 0", 0),
        ("as -1", -1),
        ("as a huge number", HUGE),
        ("as a hugely negative number", -HUGE),
        ("as a number beyond all floats", BEYOND_FLOATS),
        ("as no number", float("nan")),
        ("as an infinite number", float("inf")),
        ("as half a sign", "\ud800"),
        ("as an empty list", []),
        ("as an empty mapping", {}),
        ("as a long list", [0] * LONG_LIST),
        ("as a deep list", deep),
    ]
    if isinstance(value, bool):
        damages.append(("turned round", not value))
    elif isinstance(value, int):
        damages.append(("one more", value + 1))
        damages.append(("one less", value - 1))
        damages.append(("as a float", float(value)))
    elif isinstance(value, list) and value:
        damages.append(("with its first item many times over", [value[0]] * LONG_LIST))
        damages.append(("with its last item twice", [*value, value[-1]]))
        damages.append(("backwards", value[::-1]))
    elif isinstance(value, str):
        damages.append(("longer", value + "0"))
    return damages


def _by_shape(plain: Json) -> list[list[Path]]:
    """Groups all paths that differ only in list indices."""
    shapes: dict[Path, list[Path]] = {}
    for path in paths_in(plain):
        shapes.setdefault(tuple("*" if isinstance(step, int) else step for step in path), []).append(path)
    return list(shapes.values())


def paths_in(plain: Json, path: Path = ()) -> Iterator[Path]:
    """Yields the path of every value."""
    if path:
        yield path
    if isinstance(plain, dict):
        for name, value in plain.items():
            yield from paths_in(value, (*path, name))
    elif isinstance(plain, list):
        for index, value in enumerate(plain):
            yield from paths_in(value, (*path, index))


def _dotted(path: Path) -> str:
    return ".".join(str(step) for step in path)


def value_at(plain: Json, path: Path) -> Json:
    for step in path:
        plain = _step(plain, step)
    return plain


def _step(plain: Json, step: str | int) -> Json:
    if isinstance(step, int):
        assert isinstance(plain, list)
        return plain[step]
    assert isinstance(plain, dict)
    return plain[step]


def with_values(plain: Json, path: Path, values: list[Json]) -> Json:
    """Replaces the value at a path by one value, or removes it."""
    step = path[0]
    if len(path) > 1:
        values = [with_values(_step(plain, step), path[1:], values)]
    if isinstance(step, int):
        assert isinstance(plain, list)
        return [*plain[:step], *values, *plain[step + 1 :]]
    assert isinstance(plain, dict)
    rest = {name: value for name, value in plain.items() if name != step}
    return {**rest, step: values[0]} if values else rest
