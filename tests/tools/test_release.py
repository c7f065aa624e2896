"""A tag is released if package, changelog and citation name its version; its notes are the changelog's section."""

from __future__ import annotations

import re

import pytest

import rumpus
from tools import release

CHANGELOG = """# Changelog

## [Unreleased]

## [1.10.0] - 2027-02-01

- Ten.

## 1.1.0

### Fixed

- One.

[Unreleased]: elsewhere
"""
MAX_WORDS = 900
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@pytest.mark.parametrize(
    ("version", "notes"),
    [
        ("1.10.0", "- Ten."),
        ("1.1.0", "### Fixed\n\n- One."),
        ("1.1", ""),
        ("1.10", ""),
        ("0.1.0", ""),
        ("Unreleased", ""),
        ("1x10.0", ""),
    ],
)
def test_notes_are_the_section_of_the_version(version: str, notes: str) -> None:
    assert release.release_notes(version, CHANGELOG) == notes


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.argv", ["release", *words])
    status = release.main()
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_the_present_version_can_be_released(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(monkeypatch, capsys, f"v{rumpus.__version__}")
    assert (status, err) == (0, "")
    assert out.startswith("Records, saves")


def test_another_version_is_refused_with_every_file_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(monkeypatch, capsys, "v99.0.0")
    assert (status, out) == (1, "")
    assert f"src/rumpus/__init__.py says {rumpus.__version__}" in err
    assert "CITATION.cff says" in err
    assert "CHANGELOG.md has no such section" in err
    assert run(monkeypatch, capsys, "0.2.0")[0] == 2


def test_the_changelog_is_kept() -> None:
    changelog = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, *versions = re.findall(r"^## (.+)$", changelog, re.M)
    assert newest == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", version) for version in versions)
    assert len(release.release_notes("0.2.0", changelog).split()) <= MAX_WORDS
    assert set(re.findall(r"^#### (.+)$", changelog, re.M)) <= KINDS


def test_the_wheel_builder_is_named_with_its_minor_version() -> None:
    """cibuildwheel has tags such as v3.3, but none for a major version alone."""
    workflow = (release.ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert re.findall(r"pypa/cibuildwheel@v\d+\.\d+$", workflow, re.M)
