"""A review on a console: the curve, then for each seat what a friend would say, and every verdict worth a line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rumpus.core.words import counted
from rumpus.review.report import Review, SeatReview, percent, points
from rumpus.review.verdicts import BEST, DOUBT, FINE, MISTAKEN, SURE, UNCLEAR, Judgement
from rumpus.terminal.drawing import paper

BARS = "▁▂▃▄▅▆▇█"
STYLES = {BEST: "green", FINE: "", DOUBT: "yellow", MISTAKEN: "red", UNCLEAR: "dim"}


def show(review: Review, console: Console | None = None) -> None:
    console = console or paper()
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
    """A line of blocks, one a chance."""
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
    told = [verdict for verdict in review.verdicts if verdict.seat == side.seat]
    if told:
        console.print(_verdicts(told))
    console.print(
        Text(f"{counted(side.silent, 'decision')} of {side.decisions} went without saying or mattered little.", "dim")
    )


def _verdicts(told: Sequence[Judgement]) -> Table:
    grid = Table(box=None, padding=(0, 1))
    grid.add_column("after", justify="right")
    grid.add_column("")
    grid.add_column("you chose")
    grid.add_column("to win", justify="right")
    grid.add_column("the best other")
    grid.add_column("gain", justify="right")
    for one in told:
        grid.add_row(
            str(one.number),
            Text(one.verdict, style=STYLES[one.verdict]),
            Text(one.says),
            percent(one.chance),
            Text(one.other),
            f"{points(one.gain)} ± {max(1, round(100 * SURE * one.error))}" if one.error else points(one.gain),
        )
    return grid
