"""`rumpus lab compare`."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from rumpus.cli.commands.common import INTERRUPTED
from rumpus.cli.commands.progress import Bar, SlowNotice
from rumpus.cli.lab.options import LabRequest, Without, changes_of, lab_command
from rumpus.lab.reports.wording import among
from rumpus.lab.simulation.workers import working


@lab_command(seed="compare")
def compare(
    request: LabRequest,
    change: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Change an option in the second arm. Repeatable.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="JSON file of changes: an object of names and values.")
    ] = None,
    without: Without = None,
    games: Annotated[int, typer.Option(help="Maximum number of pairs of games.")] = 16_000,
    precision: Annotated[
        float, typer.Option(help="Stop when every headline rate is known to ± this many points.")
    ] = 1.5,
    error: Annotated[float, typer.Option(help="Probability of claiming any difference where there is none.")] = 0.05,
    everything: Annotated[bool, typer.Option("--all", help="Show all figures, not only the headline ones.")] = False,
) -> None:
    """Change a number or the rules, and measure the effect in paired deals."""
    from rumpus.lab.experiments.comparison import ComparisonStopped
    from rumpus.lab.experiments.comparison import compare as play_pairs
    from rumpus.lab.experiments.measures import value_text
    from rumpus.lab.reports.experiment_page import comparison_html, comparison_sign_flags, intervals_text

    found, file, base = request.rulebook_game, request.rules_patch, request.changes
    changes = changes_of(request.game, change, table, without)
    request.changes = {**base, **changes}
    request.plans(games)  # refuses wrong arguments before anything is shown that looks like work
    results, stopped = [], False
    why = (
        f"It stops once every main rate is known to ± {precision:g} points (--precision; twice as "
        "many points need a quarter of the games)."
    )
    with working(request.jobs, request.on) as workers, request.working() if file else nullcontext() as patch_workers:
        for lineup in request.lineups:
            with request.progress(f"pairs of games, {among(lineup)}") as bar:
                patience = SlowNotice(bar.say, "games", why)

                def count(done: int, total: int, bar: Bar = bar, patience: SlowNotice = patience) -> None:
                    bar.count(done, total)
                    patience.count(done, total)

                try:
                    result = play_pairs(
                        found,
                        base,
                        changes,
                        lineup,
                        workers,
                        max_pairs=games,
                        seed=request.seed,
                        alpha=error,
                        precision=precision / 100,
                        progress=count,
                        rules_patch=file,
                        patch_workers=patch_workers,
                    )
                except ComparisonStopped as stop:
                    result, stopped = stop.result, True
                results.append(result)
            if stopped:
                break
    words = ", ".join(
        ([f"the rules of {file.name}"] if file else [])
        + [f"without {thing}" for thing in without or []]
        + [f"{name} = {value}" for name, value in changes.items() if not without or not isinstance(value, list)]
    )

    def show(console: Console) -> None:
        if stopped:
            console.print(f"Stopped after {results[-1].pairs:,} pairs of games.")
        rows = Table("figure", title=f"{found.title} with {words}", title_justify="left")
        for result in results:
            if len(results) == 1:
                rows.add_column("before")
                rows.add_column("after")
            rows.add_column("difference" if len(results) == 1 else among(result.players))
        for one in results[0].differences if everything else results[0].headlines:
            same = [result.matching(one) for result in results]
            cells = [value_text(one.before, one.unit), value_text(one.after, one.unit)] if len(results) == 1 else []
            cells += ["" if other is None else other.text for other in same]
            style = "bold" if any(other is not None and other.significant for other in same) else "dim"
            rows.add_row(f"{one.group.removeprefix('win rate by ')}: {one.name}", *cells, style=style)
        console.print(rows)
        for flag in comparison_sign_flags(results):
            console.print(f"⚑  {flag}", style="bold")
        for result in results:
            with_whom = "" if len(results) == 1 else f"{among(result.players)}: "
            console.print(with_whom + result.verdict, style="bold")
        console.print(intervals_text(results), style="dim")

    figures = [result.to_json() for result in results]
    request.publish(lambda: comparison_html(found, words, results), {"strengths": [*figures]}, show)
    if stopped:
        raise typer.Exit(INTERRUPTED)
