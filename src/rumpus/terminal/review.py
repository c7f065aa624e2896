"""Prints a review: curve, summary per seat and verdicts."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rumpus.core.words import counted
from rumpus.players.player import percent
from rumpus.review.report import Review, SeatReview, points
from rumpus.review.verdicts import BEST, DOUBT, FINE, MISTAKE_VERDICT, UNCLEAR, Z_SURE, Verdict
from rumpus.terminal.drawing import plain_console

BARS = "▁▂▃▄▅▆▇█"
STYLES = {BEST: "green", FINE: "", DOUBT: "yellow", MISTAKE_VERDICT: "red", UNCLEAR: "dim"}


def show(review: Review, console: Console | None = None) -> None:
    console = console or plain_console()
    console.print(Text("Who was going to win", style="bold"))
    how = "by the exact solution" if review.exact else "estimated"
    console.print(Text(f"After each move, from 0 to 100 %, {how}.", style="dim"))
    grid = Table(box=None, show_header=False, padding=(0, 1), collapse_padding=True)
    for seat, name in enumerate(review.players):
        grid.add_row(Text(name), Text("as known"), Text(bars([point.own(seat) for point in review.curve])))
        grid.add_row("", Text("open"), Text(bars([point.open[seat] for point in review.curve]), style="dim"))
    console.print(grid)
    for side in review.seats:
        _show_seat(console, review, side)


def bars(chances: Sequence[float]) -> str:
    """A line of block characters, one per probability."""
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances)


def _show_seat(console: Console, review: Review, side: SeatReview) -> None:
    console.print()
    console.print(Rule(Text(side.name, style="cyan"), align="left", characters="-"))
    console.print(Text(side.summary, style="bold"))
    error = round(100 * 2 * side.luck_error)
    console.print(f"Luck {points(side.luck)} (± {error}), play {points(side.play)}, the others {points(side.others)}.")
    if side.turning:
        console.print(f"It turned at {', '.join(f'move {number}' for number in side.turning)}.")
    for number, moment in enumerate(side.moments, 1):
        console.print(Text(f"{number}. Move {moment.number} ({points(moment.shift)}): {moment.text}"))
    verdicts = [verdict for verdict in review.verdicts if verdict.seat == side.seat]
    if verdicts:
        console.print(_verdicts(verdicts))
    console.print(
        Text(f"{counted(side.silent, 'decision')} of {side.decisions} went without saying or mattered little.", "dim")
    )


def _verdicts(verdicts: Sequence[Verdict]) -> Table:
    grid = Table(box=None, padding=(0, 1))
    grid.add_column("after", justify="right")
    grid.add_column("")
    grid.add_column("you chose")
    grid.add_column("to win", justify="right")
    grid.add_column("the best other")
    grid.add_column("gain", justify="right")
    for one in verdicts:
        grid.add_row(
            str(one.number),
            Text(one.verdict, style=STYLES[one.verdict]),
            Text(one.says),
            percent(one.chance),
            Text(one.other),
            f"{points(one.gain)} ± {max(1, round(100 * Z_SURE * one.error))}" if one.error else points(one.gain),
        )
    return grid
