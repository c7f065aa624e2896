"""`./check` says what it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def check(*words: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "check", *words], cwd=ROOT, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", [["cat_brawk"], ["--quick"], ["cat_brawl", "--fast"], [""], ["--fast", "--fast"]])
def test_a_word_that_it_does_not_know_is_refused_in_one_sentence(words: list[str]) -> None:
    status, out, complaint = check(*words)
    assert (status, out) == (2, "")
    assert complaint.count("\n") == 1
    assert complaint.startswith(
        f"./check does not know {' '.join(words)!r}; it takes nothing, --fast, --coverage, or one of"
    )
    assert "cat_brawl" in complaint


def test_help_names_what_there_is() -> None:
    status, out, _ = check("--help")
    assert status == 0
    for word in ("./check GAME", "--fast", "--coverage"):
        assert word in out
