"""`rumpus lab`: run, report, compare, worth, effects, exact, tune."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from rumpus.core.catalogue import find_game
from rumpus.core.files import write_whole
from rumpus.lab.arguments import (
    AsJson,
    GameName,
    Jobs,
    On,
    Options,
    PageOut,
    Players,
    Seed,
    VariantFile,
    Without,
    changes_of,
    variant_of,
)
from rumpus.lab.effects_command import effects
from rumpus.lab.lead import who_played
from rumpus.lab.manifest import RUNS
from rumpus.lab.progress import progress_bar
from rumpus.lab.workers import working
from rumpus.lab.worth_command import worth

if TYPE_CHECKING:
    from rumpus.lab.tune import Trial

app = typer.Typer(help="Games by the ten thousand: what the rules do, with error bars.", no_args_is_help=True)


@app.command()
def run(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many.")] = 1000,
    players: Players = "greedy",
    option: Options = None,
    without: Without = None,
    variant: VariantFile = None,
    seed: Seed = "lab",
    out: Annotated[Path | None, typer.Option(help="The run's folder; default runs/ and a name.")] = None,
    jobs: Jobs = 0,
    on: On = "",
    own_openings: Annotated[bool, typer.Option(help="Let the bots choose cats and squads, not chance.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play many games and keep their figures; a run that was stopped goes on where it was."""
    from rumpus.lab.plan import Plan
    from rumpus.lab.rows import check_variant
    from rumpus.lab.run import Run

    if as_json:
        from rumpus.lab.report import Report
    found = find_game(game)
    changes, file = changes_of(found, option, without=without), variant_of(variant)
    plan = Plan(found, changes, players.split(","), games, seed, not own_openings, file)
    console = Console(stderr=True)
    with working(jobs, on, apart=file is not None) as workers:
        check_variant(plan, workers)
        this = Run.begin(out or RUNS / plan.name(), plan)
        try:
            with progress_bar(found.title, as_json) as bar:
                this.play(workers, bar.count)
        except KeyboardInterrupt:
            left = sum(len(chunk) for chunk in this.missing())
            console.print(f"Stopped with {left:,} games to go; the same command goes on from here.")
            raise typer.Exit(130) from None
    if as_json:
        print(json.dumps(Report(plan, this.rows()).plain()))
    else:
        console.print(f"{plan.games:,} games are in {this.folder}. Read them: rumpus lab report {this.folder}")


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="The folder of a run.")],
    out: Annotated[Path | None, typer.Option(help="The page to write; default report.html in the folder.")] = None,
    ladder: Annotated[int, typer.Option(help="Also play a ladder of bots, so many games a rung (luck or skill?).")] = 0,
    jobs: Jobs = 0,
    as_json: AsJson = False,
) -> None:
    """Write the page that a designer reads."""
    from rumpus.lab.report import Report
    from rumpus.lab.run import Run
    from rumpus.lab.skill import skill_steps

    this = Run.open(folder)
    with working(jobs) as workers:
        steps = skill_steps(this.plan, ladder, workers) if ladder else []
    made = Report(this.plan, this.rows(), steps)
    if as_json:
        print(json.dumps(made.plain()))
        return
    path = out or folder / "report.html"
    write_whole(path, made.html())
    console = Console()
    for flag in made.flags:
        console.print(f"⚑  {flag}")
    console.print(f"The report is {path}")


@app.command()
def compare(
    game: GameName,
    change: Annotated[list[str] | None, typer.Option(help="What to change, name=value; may be given again.")] = None,
    table: Annotated[Path | None, typer.Option(help="Changes from a JSON file.")] = None,
    without: Without = None,
    variant: VariantFile = None,
    players: Players = "greedy",
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
    from rumpus.lab.compare import compare as play_pairs
    from rumpus.lab.comparison_page import comparison_html
    from rumpus.lab.figures import shown, shown_difference
    from rumpus.lab.plan import Plan

    found = find_game(game)
    base, changes = changes_of(found, option), changes_of(found, change, table, without)
    lineup = Plan(found, {**base, **changes}, players.split(","), games, seed).players
    file = variant_of(variant)
    with (
        working(jobs, on) as workers,
        working(jobs, on, apart=True) if file is not None else nullcontext() as apart,
        progress_bar("pairs of games", as_json) as bar,
    ):
        result = play_pairs(
            found,
            base,
            changes,
            players.split(","),
            workers,
            games,
            seed,
            error,
            precision / 100,
            bar.count,
            variant=file,
            apart=apart,
        )
    words = ", ".join(
        ([f"the rules of {file.name}"] if file is not None else [])
        + [f"without {thing}" for thing in without or []]
        + [f"{name} = {value}" for name, value in changes.items() if not without or not isinstance(value, list)]
    )
    if out is not None:
        write_whole(out, comparison_html(found, words, lineup, result))
    if as_json:
        print(json.dumps(result.plain()))
        return
    console = Console()
    console.print(who_played([lineup]), style="dim")
    rows = Table("figure", "before", "after", "difference", title=f"{found.title} with {words}", title_justify="left")
    for one in result.changes if everything else result.headlines:
        style = "bold" if one.seen else "dim"
        name = f"{one.group.removeprefix('win rate by ')}: {one.name}"
        before, after = shown(one.before, one.unit), shown(one.after, one.unit)
        rows.add_row(name, before, after, shown_difference(one.difference, one.unit), style=style)
    console.print(rows)
    console.print(result.verdict, style="bold")
    console.print(
        f"{result.games:,} pairs of games with the same deals; headline intervals hold all together at "
        f"{(1 - result.error) * 100:g} %.",
        style="dim",
    )
    if out is not None:
        console.print(f"The page is {out}")


app.command()(worth)
app.command()(effects)


@app.command()
def exact(
    game: GameName,
    option: Options = None,
    out: Annotated[Path | None, typer.Option(help="The page to write; default GAME-exact.html.")] = None,
) -> None:
    """The same kind of report without a single game, for games that can be solved."""
    from rumpus.lab.exact import exact_html

    found = find_game(game)
    changes = changes_of(found, option)
    with progress_bar(f"{found.title}, solved") as bar:
        text, flags = exact_html(found, changes, bar.share)
    path = out or Path(f"{found.name}-exact.html")
    write_whole(path, text)
    console = Console()
    for flag in flags:
        console.print(f"⚑  {flag}")
    console.print(f"The report is {path}")


@app.command()
def tune(
    game: GameName,
    target: Annotated[str, typer.Option(help='As in "win rate of every cat within 2 points" or "length 8 to 12".')],
    may_change: Annotated[str, typer.Option(help="The numbers that may change, with commas.")],
    players: Players = "greedy",
    option: Options = None,
    games: Annotated[int, typer.Option(help="Games per table that is tried.")] = 4_000,
    tables: Annotated[int, typer.Option(help="Tables to try at most.", min=2, max=10_000)] = 60,
    seed: Seed = "tune",
    jobs: Jobs = 0,
    on: On = "",
    as_json: AsJson = False,
) -> None:
    """Search for numbers that reach a target."""
    from rumpus.lab.target import Target
    from rumpus.lab.tune import tune as search

    found = find_game(game)
    console = Console(stderr=True)
    aim = Target(target)

    def told(trial: Trial, best: Trial) -> None:
        if not as_json:
            words = ", ".join(f"{name} = {value}" for name, value in trial.changes.items())
            mark = " ← best so far" if trial is best else ""
            off = f"{aim.shown(trial.misfit)} all in all, {aim.shown(trial.distance)} at worst"
            console.print(f"{words}: off by {off}{mark}")

    with working(jobs, on) as workers:
        numbers = [name.strip() for name in may_change.split(",") if name.strip()]
        result = search(
            found, changes_of(found, option), aim, numbers, players.split(","), workers, games, tables, seed, told
        )
    if as_json:
        print(json.dumps(result.plain()))
        return
    words = ", ".join(f"{name} = {value}" for name, value in result.best.changes.items())
    verdict = "The target is reached" if result.reached else "The target is not reached; the best table found"
    output = Console()
    output.print(who_played([players.split(",")]), style="dim")
    output.print(f"{verdict}: {words}", style="bold")
    first, last = result.trials[0], result.again
    output.print(
        f"At first it was off by {aim.shown(first.misfit)} all in all and {aim.shown(first.distance)} at worst; under "
        f"fresh deals the best is by {aim.shown(last.misfit)} and {aim.shown(last.distance)}. {len(result.trials)} "
        f"tables and {result.games:,} games were played."
    )
