"""`new`, `dev` and `laws`: commands for game authors."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from rumpus.cli.commands.common import GameName, JsonOption, print_json
from rumpus.core.errors import RumpusError

BROKEN = 1


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Write your own", epilog="Example: rumpus new moon_owls")(new)
    app.command(rich_help_panel="Write your own", epilog="Example: rumpus dev moon_owls")(dev)
    app.command(rich_help_panel="Write your own", epilog="Example: rumpus laws GAME --games 10")(laws)


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name: small letters, digits and underscores, such as moon_owls.")
    ],
    folder: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Folder to create. Default: the name, here.")
    ] = None,
) -> None:
    """Create a playable game package with rules, tests, a drawing and a lesson."""
    from rumpus.devtools.new import make

    place = Path(name) if folder is None else folder
    made = make(name, place)
    python = command_name(sys.executable, "python")
    rumpus = command_name(str(Path(sys.executable).with_name("rumpus")), "rumpus")
    rumpus = rumpus if rumpus == "rumpus" else f"{python} -m rumpus"
    typer.echo(f"{name} is a game: {len(made)} files in {place}.\n")
    typer.echo(f"  cd {place}")
    typer.echo(f"  {rumpus} dev    # plays it, and reloads on every save")
    typer.echo(f"  {python} -m pytest    # checks the engine's rules, the clauses and the lesson")
    typer.echo(
        f"  {python} -m pip install -e .    # from then on `rumpus play {name}`, and everything else a game can do"
    )


def command_name(path: str, name: str) -> str:
    """The plain name if the shell finds this program by it, else the full path."""
    found = shutil.which(name)
    return name if found is not None and Path(found).parent.samefile(Path(path).parent) else path


def dev(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="Folder of a game package, or one file.")] = Path(),
    game: Annotated[str, typer.Option(metavar="GAME", help="Game to serve, if the package has several.")] = "",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=1, max=65535)] = 8484,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the table in the browser.")] = True,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play at the table of a `rumpus dev` in another terminal.")
    ] = False,
) -> None:
    """Serve a game while you write it; the table follows every save of its files."""
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


def laws(
    game: GameName,
    law: Annotated[str, typer.Option(metavar="WORDS", help="Check only laws with these words in their name.")] = "",
    games: Annotated[
        int, typer.Option(help="Random games per law and configuration; some laws play more.", min=1, max=100_000)
    ] = 3,
    list_: Annotated[bool, typer.Option("--list", help="List the laws.")] = False,
    json: JsonOption = False,
) -> None:
    """Check a game against the laws: copies, saves, words, secrets, sampled worlds, features."""
    import time

    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.catalogue import find_game
    from rumpus.terminal.drawing import plain_console
    from rumpus.testing.law import BrokenLaw, Tally, counted
    from rumpus.testing.runner import check_game, find_laws

    found, wanted = find_game(game), find_laws(law)
    console = plain_console()
    if list_:
        for listed in wanted:
            console.print(listed.name, style="bold")
            console.print(f"  {listed.means}", markup=False, highlight=False)
        return
    variants = found.configurations()
    began = time.monotonic()
    with progress_bar(found.title, quiet=json) as bar:
        tallies: dict[str, Tally] = {}
        broken = check_game(
            found, wanted, variants, games, lambda done, of, name: bar.fraction(done / of, name), tallies
        )
    if json:
        violations = [
            {"law": one.law, "sentence": one.sentence, "place": one.place, "where": one.where} for one in broken
        ]
        tried = {"laws": len(wanted), "variants": len(variants), "games": games}
        played = {name: vars(tally) for name, tally in tallies.items()}
        print_json({"game": found.name, **tried, "broken": violations, "played": played})
    else:
        alike: dict[str, list[BrokenLaw]] = {}
        for one in broken:
            alike.setdefault(one.finding, []).append(one)
        for finding, (first, *more) in alike.items():
            console.print(first.law, style="bold red", markup=False)
            console.print(f"  {finding}", markup=False, highlight=False)
            console.print(f"  seen in {first.where}", style="dim", markup=False, highlight=False)
            if more:
                console.print(f"  The same breaks {counted(len(more), 'more law')}.", style="dim", highlight=False)
        for name, tally in tallies.items():
            console.print(f"{name}: {tally}", style="dim", markup=False, highlight=False)
        verdict = f"{len(broken)} of {counted(len(wanted), 'law')} broken" if broken else "All laws kept"
        whole = sum(tally.games for tally in tallies.values())
        tried_by = f"{counted(len(wanted), 'law')}, {counted(len(variants), 'variant')}, "
        took = f"{counted(whole, 'game')}, {time.monotonic() - began:.1f} s"
        console.print(f"{verdict} in {found.title}: {tried_by}{took}.", style="bold", highlight=False)
    if broken:
        raise typer.Exit(BROKEN)


def how_to_install(name: str) -> str:
    """Returns how to install the game of this folder; empty without one."""
    from rumpus.core.catalogue import game_names
    from rumpus.devtools.packages import find_package

    for folder in (Path.cwd(), *Path.cwd().parents):
        try:
            package = find_package(folder, name)
        except RumpusError:
            continue
        if package.name == name and name not in game_names():
            place = "." if folder == Path.cwd() else shlex.quote(str(folder))
            install = f"{command_name(sys.executable, 'python')} -m pip install -e {place}"
            return f"The game {name!r} is here, but not installed. Run `{install}` first."
    return ""
