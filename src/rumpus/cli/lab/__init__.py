"""`rumpus lab`: run, report, matchups, compare, value, restrict, effects, exact, tune."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from rumpus.cli.commands.common import INTERRUPTED, Changes, GameName, JsonOption
from rumpus.cli.commands.progress import progress_bar
from rumpus.cli.lab.compare import compare
from rumpus.cli.lab.effects import effects
from rumpus.cli.lab.options import Jobs, LabRequest, PatchFile, changes_of, lab_command
from rumpus.cli.lab.value import restrict, value
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.system.files import check_file, check_folder, write_whole
from rumpus.lab.reports.wording import among, players_text
from rumpus.lab.simulation.manifest import RUNS
from rumpus.lab.simulation.workers import working

if TYPE_CHECKING:
    from rumpus.lab.experiments.tuning import Trial

app = typer.Typer(
    help="Run thousands of games between bots and measure what the rules do.",
    no_args_is_help=True,
    add_completion=False,
)


@app.command(epilog="Example: rumpus lab run GAME --games 10000 --strengths greedy,normal")
@lab_command()
def run(
    request: LabRequest,
    games: Annotated[int, typer.Option(help="Number of games.")] = 1000,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Folder of the run. Default: a new one in runs/.")
    ] = None,
    own_openings: Annotated[
        bool, typer.Option(help="Let the bots choose cats and squads. Default: at random.")
    ] = False,
) -> None:
    """Play many games and store their figures. The same command resumes a stopped run."""
    from rumpus.lab.simulation.deals import check_rules_patch
    from rumpus.lab.simulation.runs import Run

    if request.as_json:
        from rumpus.lab.reports.run_report import report_of
    plans = request.plans(games, not own_openings)
    runs: list[Run] = []
    if out is None:
        folders = [RUNS / plan.name() for plan in plans]
    else:
        folders = [out] if len(plans) == 1 else [out / plan.players[0] for plan in plans]
    for folder in folders:
        check_folder(folder, create=True)
    console = Console(stderr=True)
    with request.working() as workers:
        for plan, folder in zip(plans, folders, strict=True):
            check_rules_patch(plan, workers)
            this = Run.begin(folder, plan)
            try:
                with request.progress(f"{request.game.title}, {among(plan.players)}") as bar:
                    this.play(workers, bar.count)
            except KeyboardInterrupt:
                left = sum(len(chunk) for chunk in this.missing())
                console.print(f"Stopped with {left:,} games to go; the same command continues.")
                raise typer.Exit(INTERRUPTED) from None
            runs.append(this)
    if request.as_json:
        print(json.dumps(report_of(runs).to_json()))
        return
    for this in runs:
        console.print(f"{this.plan.games:,} games are in {this.folder}.")
    console.print(f"Read them: rumpus lab report {' '.join(str(this.folder) for this in runs)}")


@app.command(epilog="Example: rumpus lab report runs/FOLDER")
def report(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDERS", help="Folders of runs, shown side by side.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Page to write. Default: report.html in the first folder.")
    ] = None,
    ladder: Annotated[
        int,
        typer.Option(help="Games per rung of a ladder of bots, to tell luck from skill. 0: no ladder.", min=0),
    ] = 0,
    jobs: Jobs = 0,
    as_json: JsonOption = False,
) -> None:
    """Write the report of a run as a page."""
    from rumpus.lab.reports.run_report import report_of, skill_steps
    from rumpus.lab.simulation.runs import Run

    page = out or folders[0] / "report.html"
    runs = [Run.open(folder) for folder in folders]
    if not as_json:
        check_file(page)
    with working(jobs) as workers:
        steps = skill_steps(runs[0].plan, ladder, workers) if ladder else []
    made = report_of(runs, steps)
    if as_json:
        print(json.dumps(made.to_json()))
        return
    _write_report(page, made.html(), made.flags)


@app.command(epilog="Example: rumpus lab matchups runs/FOLDER --out matchups.json")
def matchups(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDERS", help="Folders of runs with two seats, in the order to show.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="File to write; a game ships it in its folder.")] = Path(
        "matchups.json"
    ),
) -> None:
    """Write who beats whom in runs, for a game's own folder."""
    import msgspec

    from rumpus.lab.reports.matchups import matchup_table
    from rumpus.lab.simulation.runs import Run

    check_file(out)
    tables = [matchup_table(run.plan, run.rows()) for run in map(Run.open, folders)]
    write_whole(out, msgspec.json.format(msgspec.json.encode(tables), indent=1).decode() + "\n")
    Console().print(f"The match-ups are in {out}.")


def _write_report(path: Path, html: str, flags: Sequence[str]) -> None:
    write_whole(path, html)
    console = Console()
    for flag in flags:
        console.print(f"⚑  {flag}")
    console.print(f"The report is {path}")


app.command(epilog="Example: rumpus lab compare GAME --change NUMBER=9")(compare)
app.command(epilog="Example: rumpus lab value GAME --of KIND --out witches.html")(value)
app.command(epilog="Example: rumpus lab restrict GAME CARD")(restrict)
app.command(epilog="Example: rumpus lab effects GAME --out numbers.html")(effects)


@app.command(epilog="Example: rumpus lab exact GAME -o OPTION=20")
def exact(
    game: GameName,
    option: Changes = None,
    rules_patch: PatchFile = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Page to write. Default: GAME-exact.html.")] = None,
) -> None:
    """Write an exact report of a solved game, without playing."""
    from rumpus.lab.reports.exact import exact_html

    if rules_patch is not None:
        raise BadOption(
            "An exact report is made by a solver that knows the standard rules alone. "
            f"`rumpus lab run {game} --patch {rules_patch}` plays the changed ones."
        )
    found = find_game(game)
    page = out or Path(f"{found.name}-exact.html")
    check_file(page)
    changes = changes_of(found, option)
    with progress_bar(f"{found.title}, solved") as bar:
        text, flags = exact_html(found, changes, bar.fraction)
    _write_report(page, text, flags)


@app.command(
    epilog='Example: rumpus lab tune GAME --may-change NUMBER,NUMBER --target "win rate of every cat within 2 points"'
)
@lab_command(seed="tune", omit=["without", "out"])
def tune(
    request: LabRequest,
    target: Annotated[
        str,
        typer.Option(
            metavar="TEXT", help='Target, such as "win rate of every cat within 2 points" or "length 8 to 12".'
        ),
    ],
    may_change: Annotated[str, typer.Option(metavar="NAMES", help="Options that may change, separated by commas.")],
    games: Annotated[int, typer.Option(help="Games per candidate and strength.")] = 4_000,
    tables: Annotated[int, typer.Option(help="Maximum number of candidate tables.", min=2, max=10_000)] = 60,
) -> None:
    """Search for numbers to reach a target, at every strength named."""
    from rumpus.lab.experiments.tuning import Target
    from rumpus.lab.experiments.tuning import tune as search

    aim = Target(target)
    progress = Console(stderr=True)

    def show_trial(trial: Trial, best: Trial) -> None:
        if not request.as_json:
            words = ", ".join(f"{name} = {value}" for name, value in trial.changes.items())
            mark = " ← best so far" if trial is best else ""
            off = f"{aim.text_of(trial.rms_distance)} overall, {aim.text_of(trial.max_distance)} at worst"
            progress.print(f"{words}: off by {off}{mark}")

    numbers = [name.strip() for name in may_change.split(",") if name.strip()]
    with request.working() as workers:
        result = search(
            request.game,
            request.changes,
            aim,
            numbers,
            request.lineups,
            workers,
            games=games,
            most_tables=tables,
            seed=request.seed,
            progress=show_trial,
            rules_patch=request.rules_patch,
        )
    if request.as_json:
        print(json.dumps(result.to_json()))
        return
    words = ", ".join(f"{name} = {value}" for name, value in result.best.changes.items())
    verdict = "The target is reached" if result.reached else "The target is not reached; the best table found"
    output = Console()
    output.print(players_text(request.lineups), style="dim")
    output.print(f"{verdict}: {words}", style="bold")
    first, last = result.trials[0], result.validation
    output.print(
        f"At first it was off by {aim.text_of(first.rms_distance)} all in all and "
        f"{aim.text_of(first.max_distance)} at worst; under fresh deals the best is by "
        f"{aim.text_of(last.rms_distance)} and {aim.text_of(last.max_distance)}. "
        f"{len(result.trials)} tables and {result.games:,} games were played."
    )
