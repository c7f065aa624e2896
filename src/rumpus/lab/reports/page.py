"""HTML pages of the lab: self-contained, light and dark, for screen and paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct

STYLE = """
:root { color-scheme: light dark; --ink: #1f2937; --pale: #57606e; --paper: #fbfaf7; --card: #ffffff; --line: #e5e1d8;
  --flag: #c2410c; --cool: #2563eb; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e5e7eb; --pale: #a3abb8; --paper: #14161a; --card: #1d2026; --line: #30343c; --flag: #fb923c;
    --cool: #7aa7ff; }
}
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0.5rem 0 0.25rem; }
h2 { font-size: 1.2rem; margin: 0 0 0.75rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 1.25rem; margin: 1.25rem 0; overflow-x: auto; }
.pictures { display: flex; flex-wrap: wrap; gap: 0 1rem; }
figure { max-width: 100%; box-sizing: border-box; margin: 0 0 0.75rem; overflow-x: auto; }
svg { max-width: 100%; height: auto; fill: var(--ink); font: 12px system-ui, sans-serif; }
.title { font-size: 14px; font-weight: bold; }
.pale { fill: var(--pale); font-size: 11px; }
.cells { font: 11px ui-monospace, "DejaVu Sans Mono", Consolas, monospace; white-space: pre; }
path { fill: none; stroke-width: 1.5; }
g path { stroke-width: 1; }
.grid { stroke: var(--line); stroke-width: 1; }
.lattice { stroke: var(--card); stroke-width: 1; }
.even { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 4 3; }
.mark { stroke: var(--flag); }
.bars { fill: var(--cool); }
.wide { stroke-width: 2.5; }
path.cool { stroke: var(--cool); } circle.cool { fill: var(--cool); }
path.flagged { stroke: var(--flag); } circle.flagged { fill: var(--flag); }
path.dim { stroke: var(--pale); } circle.dim { fill: var(--pale); }
.say { font-size: 1.05rem; margin: 0; }
.flags { border-color: var(--flag); }
.flags li::marker { content: "⚑  "; color: var(--flag); }
table { border-collapse: collapse; margin-top: 0.75rem; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.3rem 0.75rem 0.3rem 0; vertical-align: top;
  border-bottom: 1px solid var(--line); }
details summary { cursor: pointer; min-height: 44px; display: flex; align-items: center; }
"""


class Section(Struct):
    """A question with charts, an answer in words, and a table."""

    title: str
    pictures: Sequence[str]
    sentence: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()

    def html(self) -> str:
        label = f"{escape(self.title)}: {escape(self.sentence)}"
        figures = "".join(f'<figure role="img" aria-label="{label}">{picture}</figure>' for picture in self.pictures)
        if figures:
            figures = f'<div class="pictures">{figures}</div>'
        table = self._table()
        if len(self.rows) > 14:
            table = f"<details><summary>All {len(self.rows)} rows</summary>{table}</details>"
        say = f'<p class="say">{escape(self.sentence)}</p>'
        return f"<section><h2>{escape(self.title)}</h2>{figures}{say}{table}</section>"

    def _table(self) -> str:
        if not self.rows:
            return ""
        head = "".join(f"<th>{escape(word)}</th>" for word in self.head)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def page(title: str, lead: Sequence[str], flags: Sequence[str], sections: Sequence[Section]) -> str:
    """The whole page. Flags come first."""
    intro = "".join(f"<p>{escape(line)}</p>" for line in lead)
    items = "".join(f"<li>{escape(flag)}</li>" for flag in flags) or "<li>Nothing.</li>"
    flagged = f'<section class="flags"><h2>Flags</h2><ul>{items}</ul></section>'
    body = "".join(section.html() for section in sections)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>{intro}{flagged}{body}</main></body></html>\n"
    )
