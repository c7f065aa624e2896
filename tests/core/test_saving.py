"""Fields listed once: what they write, and that nothing else is read back."""

from __future__ import annotations

import json
from typing import Final

import pytest

from rumpus.core.errors import BadRecord
from rumpus.core.position import Json
from rumpus.core.saving import fields, lists, mapping, mappings, restore, restore_row, rows, saved, saved_row, wholes


class Mouse:
    def __init__(self) -> None:
        self.holes = 2
        self.fear = -1
        self.asleep = False
        self.cheese: list[int] = [3, 1]
        self.ears: list[bool] = [True, False]
        self.friends: list[list[int]] = [[1], []]


MOUSE: Final = [
    *fields("holes", high=9),
    *fields("fear", low=-1, high=5),
    *fields("asleep?"),
    *fields("cheese*", high=100, max_length=4),
    *fields("ears?* friends**", high=7, length=2),
]
ROW: Final = [*fields("holes", high=9), *fields("asleep?"), *fields("cheese*", high=100, max_length=4)]


def plain_mouse() -> dict[str, Json]:
    mouse = Mouse()
    mouse.holes, mouse.asleep, mouse.cheese = 7, True, [4]
    return saved(mouse, MOUSE)


def test_a_thing_is_saved_by_the_names_of_its_fields_and_comes_back_whole() -> None:
    plain = plain_mouse()
    assert plain == {"holes": 7, "fear": -1, "asleep": True, "cheese": [4], "ears": [True, False], "friends": [[1], []]}
    mouse = Mouse()
    restore(mouse, json.loads(json.dumps(plain)), MOUSE)
    assert vars(mouse) == plain
    assert saved(mouse, MOUSE) == plain


def test_what_is_saved_shares_no_list_with_the_thing() -> None:
    mouse = Mouse()
    plain = saved(mouse, MOUSE)
    mouse.cheese.append(9)
    mouse.friends[0].append(5)
    assert plain["cheese"] == [3, 1]
    assert plain["friends"] == [[1], []]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("holes", None),
        ("holes", "7"),
        ("holes", 7.0),
        ("holes", True),
        ("holes", -1),
        ("holes", 10),
        ("holes", 10**12),
        pytest.param("holes", 10**5000, id="holes-longer than Python prints"),
        ("holes", [7]),
        ("fear", -2),
        ("asleep", 1),
        ("asleep", None),
        ("cheese", 4),
        ("cheese", "4"),
        ("cheese", {"0": 4}),
        ("cheese", [4, None]),
        ("cheese", [4, False]),
        ("cheese", [101]),
        ("cheese", [1, 2, 3, 4, 5]),
        ("cheese", [0] * 1_000_000),
        ("ears", [True]),
        ("ears", [True, 1]),
        ("friends", [[1], [], []]),
        ("friends", [[1], 2]),
        ("friends", [[1], [8]]),
        ("friends", [[1], [0] * 1_000_000]),
    ],
)
def test_what_does_not_fit_is_refused_by_name(name: str, value: Json) -> None:
    with pytest.raises(BadRecord, match=f"This saved game is damaged: '{name}' holds") as refused:
        restore(Mouse(), {**plain_mouse(), name: value}, MOUSE)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("name", [field.name for field in MOUSE])
def test_a_missing_field_is_refused_by_name(name: str) -> None:
    plain = plain_mouse()
    del plain[name]
    with pytest.raises(BadRecord, match=f"'{name}' is missing"):
        restore(Mouse(), plain, MOUSE)


@pytest.mark.parametrize("plain", [None, 5, "mouse", [], [("holes", 7)], True])
def test_what_is_no_mapping_at_all_is_refused(plain: Json) -> None:
    with pytest.raises(BadRecord, match="not a mapping"):
        restore(Mouse(), plain, MOUSE)
    with pytest.raises(BadRecord, match="'mice' is not a mapping"):
        mapping(plain, "mice")


def test_parts_are_as_many_mappings_as_belong() -> None:
    assert mappings({"mice": [{"a": 1}, {}]}, "mice", 2) == [{"a": 1}, {}]
    with pytest.raises(BadRecord, match="'mice' holds a list of 2 instead of 3"):
        mappings({"mice": [{}, {}]}, "mice", 3)
    with pytest.raises(BadRecord, match="'mice' is not a mapping"):
        mappings({"mice": [{}, 4]}, "mice", 2)


def test_a_row_is_bare_numbers_and_ends_in_the_list() -> None:
    mouse = Mouse()
    mouse.asleep = True
    assert saved_row(mouse, ROW) == [2, 1, 3, 1]
    other = Mouse()
    restore_row(other, [5, 0, 8, 9, 10], ROW, "mice")
    assert (other.holes, other.asleep, other.cheese) == (5, False, [8, 9, 10])
    restore_row(other, [5, 1], ROW, "mice")
    assert (other.asleep, other.cheese) == (True, [])


@pytest.mark.parametrize(
    "row", [None, 3, {}, [], [5], [5, 2], [10, 0], [5, 0, -1], [5, 0, None], [5, True], [5, 0, 1, 2, 3, 4, 5]]
)
def test_a_damaged_row_is_refused(row: Json) -> None:
    with pytest.raises(BadRecord, match="mice"):
        restore_row(Mouse(), row, ROW, "mice")


def test_a_row_without_a_list_has_its_exact_length() -> None:
    with pytest.raises(BadRecord, match="mice"):
        restore_row(Mouse(), [5, 0, 0], ROW[:2], "mice")


def test_single_things_can_be_read_too() -> None:
    assert wholes({"a": [1, 2]}, "a", high=2) == [1, 2]
    assert lists({"a": [[1], []]}, "a") == [[1], []]
    assert rows({"a": [[1], 7]}, "a", length=2) == [[1], 7]
    with pytest.raises(BadRecord, match="'a' holds something that is not a list"):
        rows({"a": None}, "a")
