"""`./check` says what it takes, and compiles once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap

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
        f"./check does not know {' '.join(words)!r}; it takes nothing, --fast, docs, --coverage, or one of"
    )
    assert "cat_brawl" in complaint


def test_help_names_what_there_is() -> None:
    status, out, _ = check("--help")
    assert status == 0
    for word in ("./check GAME", "--fast", "./check docs", "--coverage"):
        assert word in out


def test_what_checking_leaves_among_the_sources_is_no_reason_to_compile_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src").mkdir()
    for name in ("pyproject.toml", "constraints.txt", "build_hook.py", "src/rules.py"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "CONSTRAINTS", tmp_path / "constraints.txt")
    before = bootstrap.fingerprint()
    for cache in (".ruff_cache", ".mypy_cache", "__pycache__"):
        (tmp_path / "src" / cache).mkdir()
        (tmp_path / "src" / cache / "found").write_text("nothing")
    assert bootstrap.fingerprint() == before
    (tmp_path / "src" / "rules.py").write_text("changed = True")
    assert bootstrap.fingerprint() != before
