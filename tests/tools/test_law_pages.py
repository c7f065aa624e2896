"""The generated reference of the laws."""

from __future__ import annotations

from rumpus.testing.laws import LAWS
from tools.law_pages import law_pages


def test_the_reference_says_what_each_law_means() -> None:
    lines = law_pages()["laws.md"].splitlines()
    titles = [number for number, line in enumerate(lines) if line.startswith("## ")]
    assert [lines[number].removeprefix("## ") for number in titles] == [law.name for law in LAWS]
    assert all(lines[number + 2] for number in titles)
