"""One module per group of commands, each with `add_to(app)`.

A module here imports nothing heavy at its top: it is loaded for `rumpus --help`, what its commands need only when one
of them runs.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

import typer

GROUPS = ("play", "serve", "replay", "library", "solve", "lab")
"""In the order in which `rumpus --help` shows them."""


class Group(Protocol):
    def add_to(self, app: typer.Typer) -> None:
        """Add the commands of this group."""


def load_groups() -> list[Group]:
    return [cast(Group, import_module(f"{__name__}.{name}")) for name in GROUPS]
