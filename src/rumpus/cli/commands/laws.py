"""`laws`: whether a game keeps what every game promises."""

from __future__ import annotations

from typing import Annotated

import typer

from rumpus.cli.commands.common import GameName, Json, print_json

BROKEN = 1


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Write your own")(laws)


def laws(
    game: GameName,
    law: Annotated[str, typer.Option(metavar="WORDS", help="Only laws with these words in their names.")] = "",
    games: Annotated[int, typer.Option(help="Random games for each law and variant.", min=1, max=100_000)] = 3,
    list_: Annotated[bool, typer.Option("--list", help="Only says what the laws are.")] = False,
    json: Json = False,
) -> None:
    """Try a game by the laws: copies, saves, words, secrets, dreams, features. Says what is wrong, and where."""
    import time

    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.catalogue import find_game
    from rumpus.terminal.drawing import paper
    from rumpus.testing.runner import laws_named, try_game

    found, wanted = find_game(game), laws_named(law)
    console = paper()
    if list_:
        for listed in wanted:
            console.print(listed.name, style="bold")
            console.print(f"  {listed.means}", markup=False, highlight=False)
        return
    variants = found.variants()
    began = time.monotonic()
    with progress_bar(found.title, quiet=json) as bar:
        broken = try_game(found, wanted, variants, games, lambda done, of, name: bar.share(done / of, name))
    if json:
        told = [{"law": one.law, "sentence": one.sentence, "place": one.place, "where": one.where} for one in broken]
        tried = {"laws": len(wanted), "variants": len(variants), "games": games}
        print_json({"game": found.name, **tried, "broken": told})
    else:
        for one in broken:
            console.print(one.law, style="bold red", markup=False)
            console.print(f"  {one.finding}", markup=False, highlight=False)
            console.print(f"  seen in {one.where}", style="dim", markup=False, highlight=False)
        verdict = f"{len(broken)} of {_counted(len(wanted), 'law')} broken" if broken else "Every law is kept"
        tried_by = f"{_counted(len(wanted), 'law')}, {_counted(len(variants), 'variant')}, "
        took = f"{_counted(games, 'game')} each, {time.monotonic() - began:.1f} s"
        console.print(f"{verdict} in {found.title}: {tried_by}{took}.", style="bold", highlight=False)
    if broken:
        raise typer.Exit(BROKEN)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
