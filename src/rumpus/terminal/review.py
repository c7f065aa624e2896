"""Prints a review: summary, key moments and verdicts of each seat, then the winning chances."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rumpus.core.words import counted, sentence
from rumpus.players.player import percent
from rumpus.review.moments import moment_at
from rumpus.review.report import Review, SeatReview, signed_percent
from rumpus.review.verdicts import BEST, DOUBT, FINE, MISTAKE_VERDICT, UNCLEAR, Z_SURE, Verdict, verdict_word
from rumpus.terminal.drawing import plain_console

BARS = "▁▂▃▄▅▆▇█"
STYLES = {BEST: "green", FINE: "", DOUBT: "yellow", MISTAKE_VERDICT: "red", UNCLEAR: "dim"}


def show(review: Review, moments: Sequence[str], console: Console | None = None) -> None:
    """`moments`: where the match is after every number of moves."""
    console = console or plain_console()
    for side in review.seats:
        _show_seat(console, review, side, moments)
        console.print()
    console.print(Text("Winning chances", style="bold"))
    how = "exact" if review.exact else "estimated"
    ends = f"{sentence(moment_at(moments, 0))} to {moment_at(moments, review.moves)}"
    console.print(Text(f"{ends}, from 0 to 100 %, {how}.", style="dim"))
    grid = Table(box=None, show_header=False, padding=(0, 1), collapse_padding=True)
    for seat, name in enumerate(review.players):
        grid.add_row(Text(name), Text("as known"), Text(bars([point.own(seat) for point in review.curve])))
        opened = bars([point.open[seat] for point in review.curve])
        grid.add_row("", Text("if all cards were known"), Text(opened, style="dim"))
    console.print(grid)


def bars(chances: Sequence[float]) -> str:
    """A line of block characters, one per probability."""
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances)


def _show_seat(console: Console, review: Review, side: SeatReview, moments: Sequence[str]) -> None:
    console.print(Rule(Text(side.name, style="cyan"), align="left", characters="-"))
    console.print(Text(side.summary, style="bold"))
    error = round(100 * 2 * side.luck_error)
    if error:
        console.print(Text(f"Luck is estimated to within {error} %.", style="dim"))
    if side.moments:
        console.print(Text("Key moments", style="bold"))
    for number, moment in enumerate(side.moments, 1):
        console.print(Text(f"{number}. {moment.text} ({signed_percent(moment.shift)})"))
    if side.turning:
        turned = dict.fromkeys(moment_at(moments, number) for number in side.turning)
        console.print(f"Winning chances turned: {'; '.join(turned)}.")
    verdicts = [verdict for verdict in review.verdicts if verdict.seat == side.seat]
    if verdicts:
        console.print(_verdicts(verdicts, moments))
    console.print(Text(f"{side.silent} of {counted(side.decisions, 'decision')} forced or without effect.", "dim"))


def _verdicts(verdicts: Sequence[Verdict], moments: Sequence[str]) -> Table:
    grid = Table(box=None, padding=(0, 1))
    grid.add_column("when")
    grid.add_column("")
    grid.add_column("you chose")
    grid.add_column("to win", justify="right")
    grid.add_column("best other")
    grid.add_column("gain", justify="right")
    for one in verdicts:
        gain, error = signed_percent(one.gain), max(1, round(100 * Z_SURE * one.error))
        grid.add_row(
            moment_at(moments, one.number),
            Text(verdict_word(one), style=STYLES[one.verdict]),
            Text(one.says),
            percent(one.chance),
            Text(one.other),
            f"{gain} ± {error}" if one.error else gain,
        )
    return grid
