"""One module per group of commands, each with `add_to(app)`.

A module here imports nothing heavy at its top: it is loaded for `rumpus --help`, what its commands need only when one
of them runs.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

import typer
from typer.main import get_command

GROUPS = (
    "play",
    "learn",
    "serve",
    "replay",
    "review",
    "library",
    "strength",
    "train",
    "exploit",
    "solve",
    "authors",
    "laws",
)
"""In the order in which `rumpus --help` shows them."""

LATER = {
    "puzzles": (
        "rumpus.cli.commands.puzzles:app",
        "Play",
        "One move is much better than all others: which? Find, solve.",
    ),
    "store": ("rumpus.cli.commands.store:app", "Play", "Tables that are kept: back up, restore, copy, check, forget."),
    "admin": ("rumpus.cli.commands.admin:app", "Play", "A running server: who is here, tables, load, close, block."),
    "lab": ("rumpus.cli.lab:app", "Find out", "Games by the ten thousand: what the rules do, with error bars."),
}
"""Whole Typer apps that are too heavy to load for `rumpus --help`: where they are, in which panel, and their help."""


class CommandGroup(Protocol):
    def add_to(self, app: typer.Typer) -> None:
        """Add the commands of this group."""


def load_groups() -> list[CommandGroup]:
    return [cast(CommandGroup, import_module(f"{__name__}.{name}")) for name in GROUPS]


def add_later_ones(app: typer.Typer) -> None:
    """A line in `rumpus --help` for each of them; `load_later` brings the real one when it is called."""
    for name, (_, panel, words) in LATER.items():
        app.command(name=name, help=words, rich_help_panel=panel)(lambda: None)


def load_later(name: str) -> Any:
    module, _, attribute = LATER[name][0].partition(":")
    return get_command(getattr(import_module(module), attribute))
