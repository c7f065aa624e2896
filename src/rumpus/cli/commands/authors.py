"""`new` and `dev`: for whoever writes a game of their own."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Write your own")(new)
    app.command(rich_help_panel="Write your own")(dev)


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and underscores: moon_owls.")],
    folder: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Where to put it; without it a folder of that name, here.")
    ] = None,
) -> None:
    """Make a game of your own: a package that can be played at once, with rules, tests, a drawing and a lesson."""
    from rumpus.devtools.new import make

    place = Path(name) if folder is None else folder
    made = make(name, place)
    python = spoken(sys.executable, "python")
    rumpus = spoken(str(Path(sys.executable).with_name("rumpus")), "rumpus")
    rumpus = rumpus if rumpus == "rumpus" else f"{python} -m rumpus"
    typer.echo(f"{name} is a game: {len(made)} files in {place}.\n")
    typer.echo(f"  cd {place}")
    typer.echo(f"  {rumpus} dev    # plays it, and follows every save")
    typer.echo(f"  {python} -m pytest    # the laws, the clauses of its rules, its lesson")
    typer.echo(
        f"  {python} -m pip install -e .    # from then on `rumpus play {name}`, and whatever else a game can do"
    )


def spoken(path: str, name: str) -> str:
    """The plain name where it leads to this very program in this terminal, else the whole path."""
    found = shutil.which(name)
    return name if found is not None and Path(found).parent.samefile(Path(path).parent) else path


def dev(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The folder of a game package, or one file.")] = Path(),
    game: Annotated[str, typer.Option(help="Which, where the package offers several.")] = "",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8484,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the table in the browser.")] = True,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play here at the table of a `rumpus dev` in another terminal.")
    ] = False,
) -> None:
    """Serve a game while you write it: every save is on the table within two seconds, or what is wrong with it."""
    import tempfile

    if terminal:
        from rumpus.cli.commands.follow import follow

        follow(port)
        return
    from rumpus.devtools.dev import develop
    from rumpus.devtools.packages import find_package

    package = find_package(path, game)
    with tempfile.TemporaryDirectory(prefix="rumpus-dev-") as folder:
        develop(package, port, open_ and sys.stdout.isatty(), Path(folder))
