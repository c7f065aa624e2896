"""`tournament` and `ladder`: measure the strength of bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Changes, GameName, Jobs, JsonOption, print_json
from rumpus.cli.commands.train import MAX_MINUTES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rumpus.lab.simulation.workers import Workers
    from rumpus.lab.strength.ladder import Rung
    from rumpus.lab.strength.tournament import Crosstable


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Bots", epilog="Example: rumpus tournament GAME --players greedy,normal --games 200")(
        tournament
    )
    app.command(rich_help_panel="Bots", epilog="Example: rumpus ladder --verify --games 10")(ladder)


def tournament(
    game: GameName,
    players: Annotated[str, typer.Option(metavar="NAMES", help="Players, separated by commas.")] = (
        "random,greedy,normal"
    ),
    games: Annotated[int, typer.Option(help="Minimum number of games per group of players.")] = 100,
    option: Changes = None,
    seed: Annotated[str, typer.Option(help="Seed, any text. Equal seeds give equal games.")] = "1",
    jobs: Jobs = 0,
    json: JsonOption = False,
) -> None:
    """Let bots play each other: all seatings, common deals, ratings and win rates with intervals."""
    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.catalogue import find_game
    from rumpus.core.options import parse_changes
    from rumpus.lab.simulation.workers import working
    from rumpus.lab.strength.tournament import run_tournament
    from rumpus.players import split_names

    found, changes, names = find_game(game), parse_changes(option or []), split_names(players)
    with working(jobs) as workers, progress_bar(found.title) as bar:
        table = run_tournament(found, changes, names, games, seed, workers, bar.count)
    if json:
        print_json(table.to_json())
    else:
        _print_table(table, found.title)


def ladder(
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Game to play; other rows stay. Repeatable. Default: all.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games per row. With --verify: games of each row to repeat.")
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Play games of the ladder again and compare each.")] = False,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0.01, max=MAX_MINUTES, help="Time limit in minutes. Plays all rows in turn, at most --games each."
        ),
    ] = None,
    continue_: Annotated[
        bool, typer.Option("--continue", help="With --minutes: add games to the existing rows; bots must be unchanged.")
    ] = False,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder of ladder.json.")] = Path("measurements"),
    jobs: Jobs = 0,
) -> None:
    """Play every game's ladder of bots and write it, or play it again and compare."""
    from rumpus.core.catalogue import find_game, game_names
    from rumpus.core.system.files import check_folder
    from rumpus.lab.simulation.workers import working
    from rumpus.lab.strength import ladder as files
    from rumpus.lab.strength.schedule import play_within

    path = out / "ladder.json"
    wanted = [find_game(name).name for name in game or game_names()]
    if not verify:
        check_folder(out)
    with working(jobs) as workers:
        if verify:
            _verify([rung for rung in files.read_json(path) if rung.game in wanted], games, workers)
            return
        rungs = files.read_json(path) if path.exists() else []
        if minutes is not None:
            others = [rung for rung in rungs if rung.game not in wanted]
            fresh = [rung for name in wanted for rung in files.rungs_of(find_game(name), 0)]
            before = {(rung.game, rung.weaker, rung.stronger): rung for rung in rungs if continue_}
            fresh = [before.get((rung.game, rung.weaker, rung.stronger), rung) for rung in fresh]

            def write(played: Sequence[Rung]) -> None:
                files.write_json(path, sorted([*others, *played], key=lambda rung: rung.game))

            play_within(fresh, games or files.GAMES, 60 * minutes, workers, write)
            for rung in fresh:
                _print_rung(rung)
            wanted = []
        for name in wanted:
            fresh = files.rungs_of(find_game(name), games or files.GAMES)
            for rung in fresh:
                rung.outcomes = files.letters(_play(rung, rung.games, workers))
                _print_rung(rung)
            rungs = [rung for rung in rungs if rung.game != name] + fresh
            rungs.sort(key=lambda rung: rung.game)
            files.write_json(path, rungs)
    print(f"{path} is written.")


def _play(rung: Rung, games: int, workers: Workers) -> Crosstable:
    from rumpus.cli.commands.progress import progress_bar

    with progress_bar(f"{rung.game}: {rung.stronger} and {rung.weaker}") as bar:
        return rung.play(games, workers, bar.count)


def _verify(rungs: list[Rung], games: int | None, workers: Workers) -> None:
    from rumpus.core.errors import BadRecord
    from rumpus.lab.strength.ladder import differences, letters

    for rung in rungs:
        count = min(games or rung.games, rung.games)
        table = _play(rung, count, workers)
        wrong = differences(rung, letters(table))
        if wrong:
            raise BadRecord(
                f"{rung.game}: {len(wrong)} of {len(table.outcomes)} games of {rung.stronger} and {rung.weaker} "
                f"differ; the first is number {wrong[0]}. Repeat with `{rung.command()}`."
            )
        _print_rung(rung, f": {len(table.outcomes)} games replayed, all identical")
    if not rungs:
        raise BadRecord("The ladder has no rows for these games.")


def _print_rung(rung: Rung, suffix: str = "") -> None:
    weak, strong = rung.rates()
    if rung.alone:
        print(f"{rung.game}: {rung.stronger} wins {strong.text}, {rung.weaker} {weak.text}{suffix}")
    else:
        print(f"{rung.game}: {rung.stronger} beats {rung.weaker} in {strong.text}{suffix}")


def _print_table(table: Crosstable, title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from rumpus.stats.estimates import Z95

    console = Console(highlight=False)
    order = sorted(range(len(table.names)), key=lambda i: -table.entrants[i].rate.rate)
    grid = Table(title=f"{title}: {len(table.outcomes):,} games, seed {table.seed}", title_justify="left")
    grid.add_column("player")
    for heading in ("games", "wins", "draws", "win rate (95 %)", "rating"):
        grid.add_column(heading, justify="right")
    for i in order:
        one = table.entrants[i]
        rating = "" if one.rating is None else f"{one.rating[0]:.1f} ± {Z95 * one.rating[1]:.1f}"
        grid.add_row(one.name, f"{one.games:,}", f"{one.wins:,}", f"{one.draws:,}", one.rate.text, rating)
    console.print(grid)
    if table.seats < 2 or len(order) < 2:
        return
    cross = Table(title="how often the row finished ahead of the column", title_justify="left")
    cross.add_column("")
    for j in order:
        cross.add_column(table.names[j], justify="right")
    for i in order:
        cross.add_row(table.names[i], *[table.versus(i, j).text if table.met[i][j] else "" for j in order])
    console.print(cross)
