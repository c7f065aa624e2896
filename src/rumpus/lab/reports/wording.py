"""Sentences shared by the lab's pages: players, changes, changes of sign."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from rumpus.lab.simulation.rules_patch import RulesPatch

Signs = Mapping[Hashable, tuple[str, int, str]]
"""Results of one experiment by key: name, sign and text."""


def among(players: Sequence[str]) -> str:
    """Short name of the players."""
    return players[0] if len(set(players)) == 1 else ", ".join(players)


def sign_change_flags(name: str, seen: Sequence[tuple[Sequence[str], int, str]]) -> list[str]:
    """A flag if the sign differs between players; `seen` holds players, sign and text."""
    good, bad = ([one for one in seen if one[1] == sign] for sign in (1, -1))
    if not good or not bad:
        return []
    told = ", ".join(f"{words} among {among(players)}" for players, _, words in (good[0], bad[0]))
    return [f"{name} changes sign with strength: {told}."]


def sign_flags(results: Sequence[tuple[Sequence[str], Signs]]) -> list[str]:
    """Flags of all results whose sign differs between players, in the order of the first."""
    return [
        flag
        for key, (name, _, _) in results[0][1].items()
        for flag in sign_change_flags(name, [(players, *signs[key][1:]) for players, signs in results if key in signs])
    ]


def players_text(tables: Sequence[Sequence[str]]) -> str:
    """Names the players. Every page starts with it: results hold for such players only."""
    words = [
        f"{names[0]} bots in every seat" if len(set(names)) == 1 else f"{', '.join(names)} bots by seat"
        for names in tables
    ]
    together = " and, in other games, ".join(words)
    return f"Played by {together}. The results hold for these bots; stronger or weaker players may get others."


def changes_text(changes: Mapping[str, object], rules_patch: RulesPatch | None = None) -> str:
    """Names the changed options and the rules patch."""
    if changes:
        words = "Changed options: " + ", ".join(f"{name} = {value}" for name, value in changes.items()) + "."
    else:
        words = "Standard rules." if rules_patch is None else "All options are standard."
    return words if rules_patch is None else f"The rules are changed by {rules_patch.name}. {words}"


def percent(fraction: float, digits: int = 0) -> str:
    """Formats a fraction: 48 %."""
    return f"{fraction * 100:.{digits}f} %"
