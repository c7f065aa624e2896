"""Writes the pages of all published measurements: python -m tools.measurements FOLDER.

A page has a question, a note, a table, charts and the command that repeats it. The index is sorted by reader.
Only the index is in the navigation: fifty questions would bury the guides.
"""

from __future__ import annotations

import sys
from html import escape
from math import log10, nan
from pathlib import Path

from benchmarks.study import FOLDER, Row, Study, read_study
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.display_names import shortened
from rumpus.lab.reports.charts import IntervalLine, intervals
from rumpus.lab.reports.svg import ticks
from tools.game_pages import table_row
from tools.recorded_studies import FILES, recorded_studies
from tools.site_pages import fill

READERS = {
    "player": "Players",
    "host": "Hosts",
    "designer": "Designers",
    "researcher": "Researchers",
    "author": "Authors of games",
}
LOGARITHMIC_FROM = 50.0
"""Ratio of the largest to the smallest value from which an axis counts powers of ten."""
MAX_CHART_LABEL = 48
MAX_CHART_ROWS = 60
# Variables of the theme: a chart follows its light and dark mode.
STYLE = """<style>
.chart { margin: 1rem 0; overflow-x: auto; }
.chart svg { max-width: 100%; height: auto; fill: var(--color-foreground-primary); font: 12px sans-serif; }
.chart .title { font-size: 14px; font-weight: bold; }
.chart .pale { fill: var(--color-foreground-muted); font-size: 11px; }
.chart path { fill: none; stroke-width: 1.5; }
.chart .grid { stroke: var(--color-background-border); stroke-width: 1; }
.chart path.cool { stroke: var(--color-brand-content); }
.chart circle.cool { fill: var(--color-brand-content); }
</style>"""


def all_studies(folder: Path = FOLDER) -> list[Study]:
    """Returns every study, by name."""
    written = [read_study(path) for path in folder.glob("*.json") if path.name not in FILES]
    return sorted([*written, *recorded_studies(folder)], key=lambda study: study.study)


def write_pages(folder: Path) -> None:
    """Writes a page per study, and the index."""
    studies = all_studies()
    pages = {f"{study.study}.md": study_page(study) for study in studies}
    fill(folder, {**pages, "index.md": index_page(studies)})


def index_page(studies: list[Study]) -> str:
    lines = ["# Measurements", "", "```sh", "python -m tools.measurements FOLDER", "```", ""]
    lines += ["This writes these pages from the files in `measurements`."]
    lines += ["A page names command, date, machine and intervals where they are known.", ""]
    for reader, title in READERS.items():
        lines += [f"## {title}", ""]
        lines += [table_row("question", "figures"), table_row("---", "--:")]
        lines += [index_row(study) for study in studies if study.reader == reader]
        lines += [""]
    return "\n".join(lines)


def index_row(study: Study) -> str:
    return table_row(f"[{study.question}]({study.study}.md)", len(study.rows))


def study_page(study: Study) -> str:
    lines = ["---", "orphan: true", "---", "", f"# {study.question}", ""]
    if study.command:
        lines += ["```sh", study.command, "```", ""]
    lines += [study.note, "", *facts(study), "", *table(study), ""]
    drawn = charts(study)
    if drawn:
        lines += ["## Charts", "", "```{raw} html", STYLE, *drawn, "```", ""]
    title = READERS[study.reader]
    anchor = title.lower().replace(" ", "-")
    return "\n".join([*lines, f"More measurements: [{title}](index.md#{anchor}).", ""])


def facts(study: Study) -> list[str]:
    """What was measured where, and how to read intervals."""
    rules = ", ".join(f"{title_of(name)} {version}" for name, version in study.rules.items())
    said = [
        ("Rumpus", study.version),
        ("Rules", rules),
        ("Date", study.date),
        ("Machine", study.machine),
        ("Interval", study.interval if has_intervals(study.rows) else ""),
    ]
    return [f"- {name}: {text or 'not recorded'}" for name, text in said if text or name in ("Date", "Machine")]


def table(study: Study) -> list[str]:
    """The rows as a Markdown table, without columns that are empty throughout."""
    columns = {
        "game": [title_of(row.game) for row in study.rows],
        "what": [row.label for row in study.rows],
        "value": [value_text(row) for row in study.rows],
        "goal": [number(row.goal) for row in study.rows],
        "interval": [interval_text(row) for row in study.rows],
        "unit": [row.unit for row in study.rows],
        "n": ["" if row.n is None else f"{row.n:,}" for row in study.rows],
    }
    shown = {name: cells for name, cells in columns.items() if any(cells)}
    align = ["--:" if name in ("value", "goal", "interval", "n") else "---" for name in shown]
    rows = zip(*shown.values(), strict=True)
    return [table_row(*shown), table_row(*align), *(table_row(*cells) for cells in rows)]


def value_text(row: Row) -> str:
    """Returns the value, in bold if it misses the goal."""
    missed = row.value is not None and row.goal is not None and row.value < row.goal
    return f"**{number(row.value)}**" if missed else number(row.value)


def charts(study: Study) -> list[str]:
    """One interval chart per game and unit with at least two rows."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in study.rows:
        if row.value is not None:
            groups.setdefault((title_of(row.game), row.unit), []).append(row)
    return [
        chart(title, unit, rows, study.interval)
        for (title, unit), rows in groups.items()
        if 2 <= len(rows) <= MAX_CHART_ROWS
    ]


def chart(title: str, unit: str, rows: list[Row], interval: str) -> str:
    ends = [end for row in rows for end in (row.low, row.value, row.high) if end is not None]
    logarithmic = min(ends) > 0 and max(ends) / min(ends) >= LOGARITHMIC_FROM

    def place(value: float | None) -> float:
        return nan if value is None else log10(value) if logarithmic else value

    words = f"{unit}, as a power of ten" if logarithmic else unit
    words += f"; {interval}" if has_intervals(rows) else ""
    lines = [
        IntervalLine(shortened(row.label, MAX_CHART_LABEL), place(row.value), place(row.low), place(row.high), "cool")
        for row in rows
    ]
    marks = ticks(place(min(ends)), place(max(ends)))
    label = escape(f"{title}: {unit}".removeprefix(": "))
    return f'<figure class="chart" role="img" aria-label="{label}">{intervals(title, lines, marks, words, {})}</figure>'


def interval_text(row: Row) -> str:
    if row.low is None:
        return "" if row.high is None else f"up to {number(row.high)}"
    return f"from {number(row.low)}" if row.high is None else f"{number(row.low)} – {number(row.high)}"


def has_intervals(rows: list[Row]) -> bool:
    return any(interval_text(row) for row in rows)


def title_of(game: str | None) -> str:
    """Returns the title of a game; of an example that is not installed, its name."""
    return "" if game is None else find_game(game).title if game in game_names() else game


def number(value: float | None) -> str:
    """Formats a figure with a thousands separator and a minus sign."""
    return "" if value is None else f"{value:,.10g}".replace("-", "−")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.measurements FOLDER")
    write_pages(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
