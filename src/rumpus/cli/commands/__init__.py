"""One module per group of commands, each with `add_to(app)`.

Modules are imported for `rumpus --help`, so they import heavy dependencies inside functions.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

import typer
from typer.main import get_command

GROUPS = (
    "play",
    "tutorial",
    ".people",
    "serve",
    "replay",
    "review",
    "library",
    "strength",
    "train",
    "exploit",
    "solve",
    "authors",
)
"""Modules in the order of `rumpus --help`, as seen from here."""

LAZY_APPS = {
    "puzzles": (
        "rumpus.cli.commands.puzzles:app",
        "Play",
        "Puzzles: find the best move.",
    ),
    "store": ("rumpus.cli.commands.store:app", "Play", "Stored tables: back up, restore, copy, check, prune."),
    "admin": (
        "rumpus.cli.commands.admin:app",
        "Play",
        "A running server: visitors, tables, load; close tables, block addresses.",
    ),
    "lab": ("rumpus.cli.lab:app", "Find out", "Run thousands of games between bots and measure what the rules do."),
}
"""Typer apps too slow to import for `rumpus --help`: module, panel and help text by command."""


class CommandGroup(Protocol):
    def add_to(self, app: typer.Typer) -> None:
        """Adds the commands of this group."""


def load_groups() -> list[CommandGroup]:
    return [cast(CommandGroup, import_module(f".{name}", __name__)) for name in GROUPS]


def add_lazy_apps(app: typer.Typer) -> None:
    """Adds placeholders to `rumpus --help`; `load_lazy_app` loads the real app."""
    for name, (_, panel, words) in LAZY_APPS.items():
        app.command(name=name, help=words, rich_help_panel=panel)(lambda: None)


def load_lazy_app(name: str) -> Any:
    module, _, attribute = LAZY_APPS[name][0].partition(":")
    return get_command(getattr(import_module(module), attribute))
