"""The first lines of every page of the lab: who played, and by which numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.lab.simulation.rules_patch import Variant


def among(players: Sequence[str]) -> str:
    """Whose games these are, in a word or two."""
    return players[0] if len(set(players)) == 1 else ", ".join(players)


def sign_change(name: str, seen: Sequence[tuple[Sequence[str], int, str]]) -> list[str]:
    """A sentence if it is surely good among some players and surely bad among others; `seen`: players, sign, words."""
    good, bad = ([one for one in seen if one[1] == sign] for sign in (1, -1))
    if not good or not bad:
        return []
    told = ", ".join(f"{words} among {among(players)}" for players, _, words in (good[0], bad[0]))
    return [f"{name} changes sign with strength: {told}."]


def who_played(tables: Sequence[Sequence[str]]) -> str:
    """The first line of every page: who sat at the tables, so that nobody takes it for the truth about all players."""
    words = [
        f"{names[0]} bots in every seat" if len(set(names)) == 1 else f"{', '.join(names)} bots by seat"
        for names in tables
    ]
    together = " and, apart from them, ".join(words)
    return f"Played by {together}. It holds for such players; stronger or weaker ones may find otherwise."


def changed_words(changes: Mapping[str, object], variant: Variant | None = None) -> str:
    """Which numbers are not the rulebook's, and whether the rules are."""
    words = "All numbers are the rulebook's."
    if changes:
        words = "Changed: " + ", ".join(f"{name} = {value}" for name, value in changes.items()) + "."
    return words if variant is None else f"The rules are changed by {variant.name}. {words}"
