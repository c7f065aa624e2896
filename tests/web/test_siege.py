"""A short siege; `python -m benchmarks.siege` is the long one."""

from __future__ import annotations

import pytest

from benchmarks.siege import arguments, siege

# A crowded machine makes everybody wait; that nothing is lost, leaked or used up holds on any.
SHORT = ["--minutes", "0.5", "--tables", "20", "--strength", "0.3", "--pace", "2", "--p99", "30", "--late", "1000000"]


@pytest.mark.soak
@pytest.mark.parametrize(
    "words", [SHORT, pytest.param([*SHORT, "--servers", "2"], marks=pytest.mark.database)], ids=["sqlite", "postgresql"]
)
def test_honest_people_play_on_while_everybody_attacks(words: list[str]) -> None:
    assert siege(arguments().parse_args(words)) == []
