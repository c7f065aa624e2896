"""`rumpus lab compare`."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from rumpus.cli.commands.progress import Bar, Patience, progress_bar
from rumpus.cli.lab.options import (
    AsJson,
    GameName,
    Jobs,
    LineUp,
    On,
    Options,
    PageOut,
    Seed,
    Tables,
    VariantFile,
    Without,
    changes_of,
    lineups_of,
    variant_of,
)
from rumpus.core.catalogue import find_game
from rumpus.core.system.files import write_whole
from rumpus.lab.reports.wording import among, who_played
from rumpus.lab.simulation.workers import working


def compare(
    game: GameName,
    change: Annotated[list[str] | None, typer.Option(help="What to change, name=value; may be given again.")] = None,
    table: Annotated[Path | None, typer.Option(help="Changes from a JSON file.")] = None,
    without: Without = None,
    variant: VariantFile = None,
    players: LineUp = "",
    strengths: Tables = "",
    option: Options = None,
    games: Annotated[int, typer.Option(help="Pairs of games at most.")] = 16_000,
    precision: Annotated[float, typer.Option(help="Stop when every headline rate is known to ± so many points.")] = 1.5,
    error: Annotated[float, typer.Option(help="The chance that any headline figure claims too much.")] = 0.05,
    seed: Seed = "compare",
    jobs: Jobs = 0,
    on: On = "",
    out: PageOut = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every figure, not only the headlines.")] = False,
    as_json: AsJson = False,
) -> None:
    """Change a number, or the rules, and see what it does, with an error bar."""
    from rumpus.lab.experiments.comparison import compare as play_pairs
    from rumpus.lab.experiments.measures import shown
    from rumpus.lab.reports.experiment_page import comparison_html, intervals_words, sign_flags
    from rumpus.lab.simulation.plan import Plan

    found, lineups = find_game(game), lineups_of(players, strengths)
    file, changed = variant_of(variant, found)
    base, changes = changes_of(found, option), changes_of(changed, change, table, without)
    for lineup in lineups:  # before anything is shown that looks like work
        Plan(changed, {**base, **changes}, lineup, games, seed)
    results = []
    why = (
        f"It ends sooner once every headline rate is known to ± {precision:g} points (--precision; twice as "
        "many points need a quarter of the games)."
    )
    with working(jobs, on) as workers, working(jobs, on, apart=True) if file else nullcontext() as apart:
        for lineup in lineups:
            with progress_bar(f"pairs of games, {among(lineup)}", as_json) as bar:
                patience = Patience(bar.say, "games", why)

                def count(done: int, total: int, bar: Bar = bar, patience: Patience = patience) -> None:
                    bar.count(done, total)
                    patience.count(done, total)

                results.append(
                    play_pairs(
                        found,
                        base,
                        changes,
                        lineup,
                        workers,
                        games,
                        seed,
                        error,
                        precision / 100,
                        count,
                        variant=file,
                        apart=apart,
                    )
                )
    words = ", ".join(
        ([f"the rules of {file.name}"] if file else [])
        + [f"without {thing}" for thing in without or []]
        + [f"{name} = {value}" for name, value in changes.items() if not without or not isinstance(value, list)]
    )
    if out is not None:
        write_whole(out, comparison_html(found, words, results))
    if as_json:
        print(json.dumps({"strengths": [result.plain() for result in results]}))
        return
    console = Console()
    console.print(who_played([result.players for result in results]), style="dim")
    rows = Table("figure", title=f"{found.title} with {words}", title_justify="left")
    for result in results:
        if len(results) == 1:
            rows.add_column("before")
            rows.add_column("after")
        rows.add_column("difference" if len(results) == 1 else among(result.players))
    for one in results[0].changes if everything else results[0].headlines:
        same = [result.like(one) for result in results]
        cells = [shown(one.before, one.unit), shown(one.after, one.unit)] if len(results) == 1 else []
        cells += ["" if other is None else other.shown for other in same]
        style = "bold" if any(other is not None and other.seen for other in same) else "dim"
        rows.add_row(f"{one.group.removeprefix('win rate by ')}: {one.name}", *cells, style=style)
    console.print(rows)
    for flag in sign_flags(results):
        console.print(f"⚑  {flag}", style="bold")
    for result in results:
        console.print(
            result.verdict if len(results) == 1 else f"{among(result.players)}: {result.verdict}", style="bold"
        )
    console.print(intervals_words(results), style="dim")
    if out is not None:
        console.print(f"The page is {out}")
