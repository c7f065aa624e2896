"""`rumpus lab`: run, report, compare, worth, effects, exact, tune."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from rumpus.cli.commands.progress import progress_bar
from rumpus.cli.lab.compare import compare
from rumpus.cli.lab.effects import effects
from rumpus.cli.lab.options import (
    AsJson,
    GameName,
    Jobs,
    LineUp,
    On,
    Options,
    Seed,
    Tables,
    VariantFile,
    Without,
    changes_of,
    lineups_of,
    variant_of,
)
from rumpus.cli.lab.value import worth
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.system.files import write_whole
from rumpus.lab.reports.wording import among, who_played
from rumpus.lab.simulation.manifest import RUNS
from rumpus.lab.simulation.workers import working

if TYPE_CHECKING:
    from rumpus.lab.experiments.tuning import Trial

app = typer.Typer(help="Games by the ten thousand: what the rules do, with error bars.", no_args_is_help=True)


@app.command()
def run(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many.")] = 1000,
    players: LineUp = "",
    strengths: Tables = "",
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
    from rumpus.lab.simulation.plan import Plan
    from rumpus.lab.simulation.rows import check_variant
    from rumpus.lab.simulation.runs import Run

    if as_json:
        from rumpus.lab.reports.run_report import report_of
    file, found = variant_of(variant, find_game(game))
    changes = changes_of(found, option, without=without)
    lineups = lineups_of(players, strengths)
    plans = [Plan(found, changes, lineup, games, seed, not own_openings, file) for lineup in lineups]
    runs: list[Run] = []
    console = Console(stderr=True)
    with working(jobs, on, apart=file is not None) as workers:
        for plan in plans:
            check_variant(plan, workers)
            folder = out / plan.players[0] if out is not None and len(plans) > 1 else out
            this = Run.begin(folder or RUNS / plan.name(), plan)
            try:
                with progress_bar(f"{found.title}, {among(plan.players)}", as_json) as bar:
                    this.play(workers, bar.count)
            except KeyboardInterrupt:
                left = sum(len(chunk) for chunk in this.missing())
                console.print(f"Stopped with {left:,} games to go; the same command goes on from here.")
                raise typer.Exit(130) from None
            runs.append(this)
    if as_json:
        print(json.dumps(report_of(runs).plain()))
        return
    for this in runs:
        console.print(f"{this.plan.games:,} games are in {this.folder}.")
    console.print(f"Read them: rumpus lab report {' '.join(str(this.folder) for this in runs)}")


@app.command()
def report(
    folders: Annotated[list[Path], typer.Argument(help="The folder of a run; of several, each is shown beside it.")],
    out: Annotated[Path | None, typer.Option(help="The page to write; default report.html in the folder.")] = None,
    ladder: Annotated[int, typer.Option(help="Also play a ladder of bots, so many games a rung (luck or skill?).")] = 0,
    jobs: Jobs = 0,
    as_json: AsJson = False,
) -> None:
    """Write the page that a designer reads."""
    from rumpus.lab.reports.run_report import report_of, skill_steps
    from rumpus.lab.simulation.runs import Run

    runs = [Run.open(folder) for folder in folders]
    with working(jobs) as workers:
        steps = skill_steps(runs[0].plan, ladder, workers) if ladder else []
    made = report_of(runs, steps)
    if as_json:
        print(json.dumps(made.plain()))
        return
    path = out or folders[0] / "report.html"
    write_whole(path, made.html())
    console = Console()
    for flag in made.flags:
        console.print(f"⚑  {flag}")
    console.print(f"The report is {path}")


app.command()(compare)
app.command()(worth)
app.command()(effects)


@app.command()
def exact(
    game: GameName,
    option: Options = None,
    variant: VariantFile = None,
    out: Annotated[Path | None, typer.Option(help="The page to write; default GAME-exact.html.")] = None,
) -> None:
    """The same kind of report without a single game, for games that can be solved."""
    from rumpus.lab.reports.exact import exact_html

    if variant is not None:
        raise BadOption(
            "an exact report is made by a solver that knows the rulebook's rules alone: "
            f"`rumpus lab run {game} --variant {variant}` plays the changed ones"
        )
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
    players: LineUp = "",
    strengths: Tables = "",
    option: Options = None,
    variant: VariantFile = None,
    games: Annotated[int, typer.Option(help="Games per table that is tried, and per strength.")] = 4_000,
    tables: Annotated[int, typer.Option(help="Tables to try at most.", min=2, max=10_000)] = 60,
    seed: Seed = "tune",
    jobs: Jobs = 0,
    on: On = "",
    as_json: AsJson = False,
) -> None:
    """Search for numbers that reach a target, at every strength that is named."""
    from rumpus.lab.experiments.tuning import Target
    from rumpus.lab.experiments.tuning import tune as search

    aim, lineups = Target(target), lineups_of(players, strengths)
    file, found = variant_of(variant, find_game(game))
    console = Console(stderr=True)

    def told(trial: Trial, best: Trial) -> None:
        if not as_json:
            words = ", ".join(f"{name} = {value}" for name, value in trial.changes.items())
            mark = " ← best so far" if trial is best else ""
            off = f"{aim.shown(trial.misfit)} all in all, {aim.shown(trial.distance)} at worst"
            console.print(f"{words}: off by {off}{mark}")

    with working(jobs, on, apart=file is not None) as workers:
        numbers = [name.strip() for name in may_change.split(",") if name.strip()]
        changes = changes_of(found, option)
        result = search(found, changes, aim, numbers, lineups, workers, games, tables, seed, told, file)
    if as_json:
        print(json.dumps(result.plain()))
        return
    words = ", ".join(f"{name} = {value}" for name, value in result.best.changes.items())
    verdict = "The target is reached" if result.reached else "The target is not reached; the best table found"
    output = Console()
    output.print(who_played(lineups), style="dim")
    output.print(f"{verdict}: {words}", style="bold")
    first, last = result.trials[0], result.again
    output.print(
        f"At first it was off by {aim.shown(first.misfit)} all in all and {aim.shown(first.distance)} at worst; under "
        f"fresh deals the best is by {aim.shown(last.misfit)} and {aim.shown(last.distance)}. {len(result.trials)} "
        f"tables and {result.games:,} games were played."
    )
