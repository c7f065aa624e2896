"""A comparison as a page."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.lab import charts
from rumpus.lab.compare import Change, Comparison
from rumpus.lab.figures import shown, shown_difference
from rumpus.lab.lead import who_played
from rumpus.lab.page import Section, page


def comparison_html(game: Game, words: str, players: Sequence[str], result: Comparison) -> str:
    """Pictures of the headline differences, then every figure as a table."""
    sections: list[Section] = []
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in result.headlines:
        groups.setdefault((change.group, change.unit), []).append(change)
    for (group, unit), changes in groups.items():
        picture = charts.differences(
            f"Change in {group}",
            [change.name for change in changes],
            [change.difference for change in changes],
            [change.seen for change in changes],
            unit,
        )
        seen = [change.sentence for change in changes if change.seen]
        sections.append(Section(group.capitalize(), [picture], "; ".join(seen) or "No difference seen."))
    rows = [
        [
            change.group,
            change.name,
            shown(change.before, change.unit),
            shown(change.after, change.unit),
            shown_difference(change.difference, change.unit) + ("  ⚑" if change.seen else ""),
        ]
        for change in result.changes
    ]
    head = ["", "figure", "before", "after", "difference"]
    sections.append(Section("Every figure", [], "Figures below the headlines are for exploring.", head, rows))
    lead = [
        who_played([players]),
        result.verdict,
        f"{result.games:,} pairs of games with the same deals. The headline intervals hold all together at "
        f"{(1 - result.error) * 100:g} %, over every look at the growing data.",
    ]
    flags = [change.sentence for change in result.headlines if change.seen]
    return page(f"{game.title}: what {words} does", lead, flags, sections)
