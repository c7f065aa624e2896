"""`tournament` and `ladder`: how strong the bots are, with error bars, and so that anyone can check it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Changes, GameName, Json, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rumpus.lab.simulation.workers import Workers
    from rumpus.lab.strength.ladder import Rung
    from rumpus.lab.strength.tournament import Crosstable
    from rumpus.stats.estimates import Rate

Jobs = Annotated[int, typer.Option(min=0, max=256, help="Processes; 0 is one per core. The result is the same.")]


def add_to(app: typer.Typer) -> None:
    panel = "Bots"
    app.command(rich_help_panel=panel)(tournament)
    app.command(rich_help_panel=panel)(ladder)


def tournament(
    game: GameName,
    players: Annotated[str, typer.Option(help="Who enters: random,greedy,normal,search:2000 …")] = (
        "random,greedy,normal"
    ),
    games: Annotated[int, typer.Option(help="At least so many games for every group that meets.")] = 100,
    option: Changes = None,
    seed: Annotated[str, typer.Option(help="Any text: the same seed gives the same table.")] = "1",
    jobs: Jobs = 0,
    json: Json = False,
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
        print_json(table.plain())
    else:
        _show(table, found.title)


def ladder(
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Only this game; the rest of the ladder stays.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games per row; with --verify, so many of each.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Play the ladder again and compare, game by game.")] = False,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, help="Play all rows side by side for so long, at most --games each.")
    ] = None,
    more: Annotated[
        bool, typer.Option("--more", help="With --minutes: go on from what is there; the bots must be the same.")
    ] = False,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="Where ladder.md and its files are.")] = Path("docs"),
    jobs: Jobs = 0,
) -> None:
    """Play every game's ladder of bots and write it down, or play it again and compare."""
    from rumpus.core.catalogue import find_game, game_names
    from rumpus.lab.simulation.workers import working
    from rumpus.lab.strength import ladder as paper
    from rumpus.lab.strength.schedule import play_within

    path = to / "ladder.json"
    wanted = [find_game(name).name for name in game or game_names()]
    with working(jobs) as workers:
        if verify:
            _verify([rung for rung in paper.read_json(path) if rung.game in wanted], games, workers)
            return
        rungs = paper.read_json(path) if path.exists() else []
        if minutes is not None:
            others = [rung for rung in rungs if rung.game not in wanted]
            fresh = [rung for name in wanted for rung in paper.rungs_of(find_game(name), 0)]
            before = {(rung.game, rung.weaker, rung.stronger): rung for rung in rungs if more}
            fresh = [before.get((rung.game, rung.weaker, rung.stronger), rung) for rung in fresh]

            def keep(played: Sequence[Rung]) -> None:
                paper.write_json(path, sorted([*others, *played], key=lambda rung: rung.game))

            play_within(fresh, games or paper.GAMES, 60 * minutes, workers, keep)
            paper.write_pages(to, paper.read_json(path))
            for rung in fresh:
                _say(rung)
            wanted = []
        for name in wanted:
            fresh = paper.rungs_of(find_game(name), games or paper.GAMES)
            for rung in fresh:
                rung.outcomes = paper.letters(_played(rung, rung.games, workers))
                _say(rung)
            rungs = [rung for rung in rungs if rung.game != name] + fresh
            rungs.sort(key=lambda rung: rung.game)
            paper.write_pages(to, rungs)
    print(f"{to / 'ladder.md'} is written.")


def _played(rung: Rung, games: int, workers: Workers) -> Crosstable:
    from rumpus.cli.commands.progress import progress_bar

    with progress_bar(f"{rung.game}: {rung.stronger} and {rung.weaker}") as bar:
        return rung.play(games, workers, bar.count)


def _verify(rungs: list[Rung], games: int | None, workers: Workers) -> None:
    from rumpus.core.errors import BadRecord
    from rumpus.lab.strength.ladder import differences, letters

    for rung in rungs:
        count = min(games or rung.games, rung.games)
        table = _played(rung, count, workers)
        wrong = differences(rung, letters(table))
        if wrong:
            raise BadRecord(
                f"{rung.stronger} and {rung.weaker} in {rung.game} went otherwise in {len(wrong)} of "
                f"{len(table.outcomes)} games (the first is number {wrong[0]}): `{rung.command()}`"
            )
        _say(rung, f": {len(table.outcomes)} games played again, all the same")
    if not rungs:
        raise BadRecord("the ladder has no rows for that")


def _say(rung: Rung, more: str = "") -> None:
    weak, strong = rung.rates()
    if rung.alone:
        print(f"{rung.game}: {rung.stronger} wins {_rate(strong)}, {rung.weaker} {_rate(weak)}{more}")
    else:
        print(f"{rung.game}: {rung.stronger} beats {rung.weaker} in {_rate(strong)}{more}")


def _rate(rate: Rate) -> str:
    low, high = rate.interval
    return f"{100 * rate.rate:.1f} % ({100 * low:.1f} – {100 * high:.1f})"


def _show(table: Crosstable, title: str) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    order = sorted(range(len(table.names)), key=lambda i: -table.entrants[i].rate.rate)
    grid = Table(title=f"{title}: {len(table.outcomes):,} games, seed {table.seed}", title_justify="left")
    grid.add_column("player")
    for heading in ("games", "wins", "draws", "win rate (95 %)", "rating"):
        grid.add_column(heading, justify="right")
    for i in order:
        one = table.entrants[i]
        rating = "" if one.rating is None else f"{one.rating[0]:.1f} ± {1.96 * one.rating[1]:.1f}"
        grid.add_row(one.name, f"{one.games:,}", f"{one.wins:,}", f"{one.draws:,}", _rate(one.rate), rating)
    console.print(grid)
    if table.seats < 2 or len(order) < 2:
        return
    cross = Table(title="how often the row finished ahead of the column", title_justify="left")
    cross.add_column("")
    for j in order:
        cross.add_column(table.names[j], justify="right")
    for i in order:
        cross.add_row(table.names[i], *[_rate(table.versus(i, j)) if table.met[i][j] else "" for j in order])
    console.print(cross)
