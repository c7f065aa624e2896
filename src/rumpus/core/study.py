"""What is to be learned from exact solutions, as plain data that a page can draw."""

from __future__ import annotations

from collections.abc import Sequence


class Grid:
    """A map: a value from 0 to 1 for every row and column, shown in percent unless there are words for it."""

    def __init__(
        self,
        title: str,
        rows: Sequence[str],
        columns: Sequence[str],
        values: Sequence[Sequence[float]],
        row_word: str = "",
        column_word: str = "",
        words: Sequence[Sequence[str]] | None = None,
        colours: Sequence[Sequence[str]] | None = None,
        top: float = 1.0,
    ) -> None:
        self.title = title
        self.rows = list(rows)
        self.columns = list(columns)
        self.values = [list(row) for row in values]
        self.row_word = row_word
        self.column_word = column_word
        self.words = None if words is None else [list(row) for row in words]
        """What stands in each cell instead of a percentage."""
        self.colours = None if colours is None else [list(row) for row in colours]
        """#rrggbb for each cell, where the value does not say it."""
        self.top = top
        """The value that has the last colour of the scale."""


class Finding:
    """A question, its maps, the answer in a sentence, and what of it is out of line."""

    def __init__(self, question: str, maps: Sequence[Grid], sentence: str, flags: Sequence[str] = ()) -> None:
        self.question = question
        self.maps = list(maps)
        self.sentence = sentence
        self.flags = list(flags)


class Study:
    """What an exact report says about a game."""

    def __init__(self, lead: Sequence[str], findings: Sequence[Finding]) -> None:
        self.lead = list(lead)
        self.findings = list(findings)
