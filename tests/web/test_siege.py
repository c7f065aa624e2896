"""A short siege; `python -m benchmarks.siege` is the long one."""

from __future__ import annotations

import pytest

from benchmarks.siege import arguments, siege


@pytest.mark.soak
def test_honest_people_play_on_while_everybody_attacks() -> None:
    # A crowded machine makes everybody wait; that nothing is lost, leaked or used up holds on any.
    words = ["--minutes", "0.5", "--tables", "20", "--strength", "0.3", "--pace", "2", "--p99", "30"]
    assert siege(arguments().parse_args(words)) == []
