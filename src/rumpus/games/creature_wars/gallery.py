"""Writes the witches into RULES.md, and a page for the docs, from the catalogue.

Run `python -m rumpus.games.creature_wars.gallery` in the repository's root after changing a witch.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from rumpus.games.creature_wars.rules.cards import TIER_LEVELS
from rumpus.games.creature_wars.rules.lettering import TIER_NAMES
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE, all_witches
from rumpus.games.creature_wars.words import unwritten_names

BEGIN: Final = "<!-- witches: begin -->"
END: Final = "<!-- witches: end -->"
RULES: Final = Path("src/rumpus/games/creature_wars/RULES.md")


def levels(tier: int) -> str:
    """For the Sacred tier: `levels 4 to 6`."""
    return f"levels {TIER_LEVELS[tier]} to {TIER_LEVELS[tier] + 2}"


def entry(tier: int, witch: Witch) -> str:
    """Formats a witch as a clause of the rules."""
    return f"**{witch.clause} {witch.name}.** *{TIER_NAMES[tier]}, {levels(tier)}.* {full_text(witch)}"


def full_text(witch: Witch) -> str:
    """Returns her text and rulings."""
    return f"{witch.text} {witch.rulings}".rstrip()


def entries() -> str:
    """Returns the chapter of RULES.md between the markers."""
    parts = [
        BEGIN,
        "## The witches",
        "Every witch has base strength 3 and fights after her spell unless her words say otherwise. "
        '"You" are her player. '
        "Chance picks the targets (CW-65), only cards in hands are meant (CW-67), "
        "and without a target nothing happens (CW-66).",
    ]
    for tier, witches in enumerate(CATALOGUE):
        parts.append(f"### {TIER_NAMES[tier]} witches, {levels(tier)}")
        parts += [entry(tier, witch) for witch in witches]
    return "\n\n".join([*parts, END])


def rules_with_witches(rules: str) -> str:
    """Replaces the chapter between the markers."""
    before, _, rest = rules.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + entries() + after


def page() -> str:
    """Returns the docs page: a table per tier, then names without a spell."""
    lines = [
        "# The witches of Creature Wars",
        "",
        "```sh",
        "rumpus cards creature_wars dragon",
        'rumpus cards creature_wars "Kind Witch"',
        "rumpus cards creature_wars --not-in-play",
        "```",
        "",
        "The first command searches for a word, the second shows one witch.",
        f"There are {len(all_witches())}.",
        "Each has base strength 3, casts her spell when she is played, and then fights.",
        'The [rules](rules/creature_wars.md) say how; "you" are her player.',
    ]
    for tier, witches in enumerate(CATALOGUE):
        lines += [
            "",
            f"## {TIER_NAMES[tier]}, {levels(tier)}: {len(witches)}",
            "",
            "| | witch | what she does |",
            "|---|---|---|",
        ]
        lines += [f"| {witch.clause} | **{witch.name}** | {full_text(witch)} |" for witch in witches]
    unwritten = unwritten_names()
    lines += ["", f"## Unwritten: {sum(map(len, unwritten))}", "", "Known by name only; they are never dealt (CW-7)."]
    for tier, names in enumerate(unwritten):
        lines += ["", f"{TIER_NAMES[tier]}: {', '.join(names)}."]
    return "\n".join([*lines, ""])


def main(words: list[str]) -> int:
    root = Path(words[0]) if words else Path()
    rules = root / RULES
    if not rules.is_file():
        print(f"Cannot find {rules}. Run this in the root of the repository.", file=sys.stderr)
        return 2
    rules.write_text(rules_with_witches(rules.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
