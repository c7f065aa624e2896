"""`tournament`, `ladder`, `benchmark` and `players`: the strength of bots."""

from __future__ import annotations

import json as json_format
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rumpus.cli.commands.common import Changes, GameName, Jobs, JsonOption, print_json
from rumpus.cli.commands.train import MAX_MINUTES
from rumpus.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rumpus.lab.simulation.workers import Workers
    from rumpus.lab.strength.benchmark import Benchmark
    from rumpus.lab.strength.ladder import Rung
    from rumpus.lab.strength.tournament import Crosstable


def add_to(app: typer.Typer) -> None:
    app.command(rich_help_panel="Bots", epilog="Example: rumpus tournament GAME --players greedy,normal --games 200")(
        tournament
    )
    app.command(rich_help_panel="Bots", epilog="Example: rumpus ladder --verify --games 10")(ladder)
    app.command(rich_help_panel="Bots", epilog="Example: rumpus benchmark normal --deals 20 --to .")(benchmark)
    app.command(rich_help_panel="Bots", epilog="Example: rumpus players GAME")(players)


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


def benchmark(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Player: a name, a file of weights, or module:Class of your own.")
    ],
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Game to play. Repeatable. Default: all.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals per row, each played from every seat.")] = 50,
    seed: Annotated[str, typer.Option(help="Seed, any text. Equal seeds give equal results.")] = "benchmark",
    attack: Annotated[
        float, typer.Option(help="Minutes of an attacker's training at each table for two; 0: none.")
    ] = 0,
    to: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Folder for the page and the JSON.")] = None,
    jobs: Jobs = 0,
    json: JsonOption = False,
) -> None:
    """Measure a player against a fixed panel in every game, with exact exploitability."""
    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.catalogue import find_game, game_names
    from rumpus.core.system.files import check_folder, write_whole
    from rumpus.lab.simulation.workers import working
    from rumpus.lab.strength.benchmark import run_benchmark
    from rumpus.players.weights import load_weights

    if not 0 <= attack <= MAX_MINUTES:
        raise BadOption(f"Cannot train attackers for {attack:g} minutes. Choose 0 to {MAX_MINUTES:,}.")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # where a user's own module lies
    if to is not None:
        check_folder(to)
    wanted = [find_game(name).name for name in game or game_names()]
    if player.endswith(".npz") and not game:
        wanted = [find_game(load_weights(Path(player.removeprefix("learned:"))).game).name]
    with working(jobs) as workers, progress_bar(player) as bar:
        found = run_benchmark(player, wanted, deals, seed, workers, bar.count)
    if attack:
        _attack(found, attack, jobs)
    if to is not None:
        stem = "benchmark-" + re.sub(r"[^a-z0-9]+", "-", player.lower()).strip("-")
        write_whole(to / f"{stem}.json", json_format.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n")
        write_whole(to / f"{stem}.md", found.page())
    if json:
        print_json(found.to_json())
    else:
        print(found.page(), end="")


def _attack(found: Benchmark, minutes: float, jobs: int) -> None:
    """Trains an attacker at each table for two without an exact value, and adds its row."""
    from rumpus.cli.commands.progress import progress_bar
    from rumpus.core.catalogue import find_game
    from rumpus.lab.strength.benchmark import AttackRow, use_player
    from rumpus.training.exploiter import train_exploiters
    from rumpus.training.stand_in import choose_stand_in
    from rumpus.training.trainer import TrainingPlan

    name, count = use_player(found.player), jobs or os.cpu_count() or 1
    tables = {(row.game, str(row.options)): row for row in found.rows if row.seats == 2}
    for row in tables.values():
        game = find_game(row.game)
        stand_in = choose_stand_in(name, game, row.options, found.seed)
        with progress_bar(game.title) as bar:
            plan = TrainingPlan(minutes, found.seed, count, on_progress=bar.fraction)
            attacked = train_exploiters(name, game, row.options, plan, 1, stand_in.name if stand_in else "")
        low, high = attacked.rate.interval
        found.attacks.append(
            AttackRow(
                row.game, row.version, row.options, minutes, count, len(attacked.points),
                round(attacked.rate.rate, 4), round(low, 4), round(high, 4),
            )
        )  # fmt: skip


def players(game: GameName, option: Changes = None, json: JsonOption = False) -> None:
    """List the built-in players, and what decides for each with these options."""
    from rumpus.core.catalogue import find_game
    from rumpus.core.errors import RumpusError
    from rumpus.core.options import parse_changes
    from rumpus.players.catalogue import find_player, player_names

    found = find_game(game)
    options = found.options(parse_changes(option or []))
    engines: dict[str, str] = {}
    for name in player_names():
        try:
            engines[name] = find_player(name, found, options, "which engine?", timed=False).engine()
        except RumpusError as error:
            engines[name] = f"cannot play: {error}"
    if json:
        print_json(engines)
        return
    width = max(map(len, engines))
    for name, engine in engines.items():
        print(f"{name:{width}}  {engine}")
