"""A comparison as a page, at one strength or at several side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.lab import charts
from rumpus.lab.compare import Change, Comparison
from rumpus.lab.figures import shown
from rumpus.lab.lead import among, sign_change, who_played
from rumpus.lab.page import Section, page


def sign_flags(results: Sequence[Comparison]) -> list[str]:
    """Headline figures that rise among some players and fall among others."""
    flags: list[str] = []
    for change in results[0].headlines:
        same = [(result.players, result.like(change)) for result in results]
        seen = [(players, one.sure, one.shown) for players, one in same if one is not None]
        flags += sign_change(change.name, seen)
    return flags


def intervals_words(results: Sequence[Comparison]) -> str:
    pairs = ", ".join(f"{result.games:,}" for result in results)
    each = "" if len(results) == 1 else " for each strength by itself,"
    return (
        f"{pairs} pairs of games with the same deals. The headline intervals hold all together at "
        f"{(1 - results[0].error) * 100:g} %,{each} over every look at the growing data."
    )


def comparison_html(game: Game, words: str, results: Sequence[Comparison]) -> str:
    """Pictures of the headline differences, then every figure as a table."""
    sections = [section for result in results for section in _pictures(result, len(results) > 1)]
    head = ["", "figure"]
    for result in results:
        with_whom = "" if len(results) == 1 else f" ({among(result.players)})"
        head += [f"before{with_whom}", f"after{with_whom}", f"difference{with_whom}"]
    rows = []
    for change in results[0].changes:
        cells = [change.group, change.name]
        for result in results:
            one = result.like(change)
            cells += ["", "", ""] if one is None else _cells(one)
        rows.append(cells)
    sections.append(Section("Every figure", [], "Figures below the headlines are for exploring.", head, rows))
    lead = [who_played([result.players for result in results])]
    flags = sign_flags(results)
    for result in results:
        with_whom = "" if len(results) == 1 else f" among {among(result.players)}"
        lead.append(result.verdict if not with_whom else f"{among(result.players).capitalize()}: {result.verdict}")
        flags += [change.sentence + with_whom for change in result.headlines if change.seen]
    return page(f"{game.title}: what {words} does", [*lead, intervals_words(results)], flags, sections)


def _cells(change: Change) -> list[str]:
    mark = "  ⚑" if change.seen else ""
    return [shown(change.before, change.unit), shown(change.after, change.unit), change.shown + mark]


def _pictures(result: Comparison, several: bool) -> list[Section]:
    sections: list[Section] = []
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in result.headlines:
        groups.setdefault((change.group, change.unit), []).append(change)
    for (group, unit), changes in groups.items():
        title = group.capitalize() + (f", among {among(result.players)}" if several else "")
        picture = charts.differences(
            f"Change in {group}",
            [change.name for change in changes],
            [change.difference for change in changes],
            [change.seen for change in changes],
            unit,
        )
        seen = [change.sentence for change in changes if change.seen]
        sections.append(Section(title, [picture], "; ".join(seen) or "No difference seen."))
    return sections
