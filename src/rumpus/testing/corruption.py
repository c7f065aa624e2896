"""Ways in which a save can be damaged: one at a time anywhere in it, or several together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rumpus.core.position import Plain
from rumpus.core.rng import Luck

HUGE: Final = 10**12
BEYOND_FLOATS: Final = 10**400
SEVERAL: Final = 3
"""So many single damages are put together at most."""
LONG: Final = 100_000
DEEP: Final = 200
NO_SAVES: Final[Sequence[Plain]] = (None, True, 7, "save", [], [[]], {}, {"": 1})
"""What is no save of any game."""

Path = tuple[str | int, ...]


def damaged_saves(plain: dict[str, Plain], luck: Luck, each: int) -> Iterator[tuple[str, Plain]]:
    """What was done, and the save after it: so many kinds of damage to each kind of place, drawn at random."""
    for nothing in NO_SAVES:
        yield f"{nothing!r} instead of a save", nothing
    for paths in _by_shape(plain):
        path = paths[luck.below(len(paths))]
        damages = _damages(value_at(plain, path))
        for _ in range(min(each, len(damages))):
            what, value = damages.pop(luck.below(len(damages)))
            yield f"{_words(path)} {what}", with_values(plain, path, [value])
        yield f"{_words(path)} left out", with_values(plain, path, [])
    for _ in range(each):
        yield _several(plain, luck)


def _several(plain: dict[str, Plain], luck: Luck) -> tuple[str, Plain]:
    """Two or three small damages at once: numbers one off, places exchanged, values gone; each alone might pass."""
    said: list[str] = []
    damaged: Plain = plain
    new: list[Plain]
    for _ in range(2 + luck.below(SEVERAL - 1)):
        paths = list(paths_in(damaged))
        if not paths:
            break
        path = paths[luck.below(len(paths))]
        value = value_at(damaged, path)
        if isinstance(value, int) and not isinstance(value, bool):
            what, new = f"as {value + luck.below(7) - 3}", [value + luck.below(7) - 3]
        elif isinstance(value, bool):
            what, new = "turned round", [not value]
        elif isinstance(value, list) and len(value) > 1:
            first, second = luck.below(len(value)), luck.below(len(value))
            mixed = value[:]
            mixed[first], mixed[second] = mixed[second], mixed[first]
            what, new = f"with {first} and {second} exchanged", [mixed]
        else:
            what, new = "left out", []
        said.append(f"{_words(path)} {what}")
        damaged = with_values(damaged, path, new)
    return ", ".join(said), damaged


def _damages(value: Plain) -> list[tuple[str, Plain]]:
    deep: Plain = 0
    for _ in range(DEEP):
        deep = [deep]
    damages: list[tuple[str, Plain]] = [
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
        ("as a long list", [0] * LONG),
        ("as a deep list", deep),
    ]
    if isinstance(value, bool):
        damages.append(("turned round", not value))
    elif isinstance(value, int):
        damages.append(("one more", value + 1))
        damages.append(("one less", value - 1))
        damages.append(("as a float", float(value)))
    elif isinstance(value, list) and value:
        damages.append(("with its first item many times over", [value[0]] * LONG))
        damages.append(("with its last item twice", [*value, value[-1]]))
        damages.append(("backwards", value[::-1]))
    elif isinstance(value, str):
        damages.append(("longer", value + "0"))
    return damages


def _by_shape(plain: Plain) -> list[list[Path]]:
    """Every place in it, those that differ only in their number in a list together."""
    shapes: dict[Path, list[Path]] = {}
    for path in paths_in(plain):
        shapes.setdefault(tuple("*" if isinstance(step, int) else step for step in path), []).append(path)
    return list(shapes.values())


def paths_in(plain: Plain, path: Path = ()) -> Iterator[Path]:
    """Every place in it."""
    if path:
        yield path
    if isinstance(plain, dict):
        for name, value in plain.items():
            yield from paths_in(value, (*path, name))
    elif isinstance(plain, list):
        for index, value in enumerate(plain):
            yield from paths_in(value, (*path, index))


def _words(path: Path) -> str:
    return ".".join(str(step) for step in path)


def value_at(plain: Plain, path: Path) -> Plain:
    for step in path:
        plain = _step(plain, step)
    return plain


def _step(plain: Plain, step: str | int) -> Plain:
    if isinstance(step, int):
        assert isinstance(plain, list)
        return plain[step]
    assert isinstance(plain, dict)
    return plain[step]


def with_values(plain: Plain, path: Path, values: list[Plain]) -> Plain:
    """The same with one value, or none at all, in that place."""
    step = path[0]
    if len(path) > 1:
        values = [with_values(_step(plain, step), path[1:], values)]
    if isinstance(step, int):
        assert isinstance(plain, list)
        return [*plain[:step], *values, *plain[step + 1 :]]
    assert isinstance(plain, dict)
    rest = {name: value for name, value in plain.items() if name != step}
    return {**rest, step: values[0]} if values else rest
