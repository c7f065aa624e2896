"""`lab`: games by the ten thousand."""

from __future__ import annotations

import typer


def add_to(app: typer.Typer) -> None:
    from rumpus.lab.command import app as lab

    app.add_typer(lab, name="lab", rich_help_panel="Find out")
