"""`rumpus lab worth`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from rumpus.cli.commands.progress import progress_bar
from rumpus.cli.lab.options import Asked, with_asked
from rumpus.core.errors import BadOption
from rumpus.core.system.files import write_whole
from rumpus.lab.reports.wording import changed_words, who_played

if TYPE_CHECKING:
    from rumpus.lab.experiments.treatments import Pair


@with_asked
def worth(
    asked: Asked,
    of: Annotated[str, typer.Option(help="The kind of thing: witch, cat, card …; empty for the game's first.")] = "",
    precision: Annotated[float, typer.Option(help="Stop when each is known to ± so many points.")] = 2.0,
    deals: Annotated[int, typer.Option(help="Deals at most; each is played up to twelve times.", min=2)] = 20_000,
    pairs: Annotated[int, typer.Option(help="Also look for things that work together, and test so many.", min=0)] = 0,
    pair_deals: Annotated[int, typer.Option(help="Fresh deals by which each pair is tested.", min=2)] = 500,
    forbid: Annotated[
        list[str] | None,
        typer.Option(help="What is it worth to be allowed this? It is forbidden to one side; may be given again."),
    ] = None,
) -> None:
    """What a card, a cat, a character is worth: the same deal with it and with another in its place."""
    if forbid:
        if of or pairs:
            raise BadOption("--forbid takes something away and --of and --pairs give something: ask for one at a time")
        _forbid(asked, forbid, precision, deals)
        return
    from rumpus.lab.experiments.treatments import check_worth, find_pairs, value
    from rumpus.lab.reports.experiment_page import flags_of, pair_words, points, worth_html

    tested: list[Pair] = []
    each = 2 if pairs else 1
    valuations = []
    with asked.working() as workers:
        for strength in asked.strengths:  # before anything is shown that looks like work
            check_worth(asked.plan(strength, deals), of, precision / 100, each, workers)
        for strength in asked.strengths:
            with progress_bar(f"deals, {strength}", asked.as_json) as bar:
                plan = asked.plan(strength, deals)
                valuations.append(value(plan, of, workers, precision / 100, each, bar.count))
        if pairs:
            with progress_bar("deals, to test pairs", asked.as_json) as bar:
                plan = asked.plan(asked.strengths[-1], pair_deals)
                tested = find_pairs(plan, valuations[-1], workers, pairs, bar.count)
    if asked.out is not None:
        changed = changed_words(asked.changes, asked.variant)
        write_whole(asked.out, worth_html(asked.game, changed, valuations, tested))
    if asked.as_json:
        told = [valuation.plain() for valuation in valuations]
        print(json.dumps({"strengths": told, "pairs": [pair.plain() for pair in tested]}))
        return
    console = Console()
    console.print(who_played([valuation.players for valuation in valuations]), style="dim")
    first = valuations[0]
    rows = Table(first.gifts.kind, title=f"{asked.game.title}: points of the chance to win", title_justify="left")
    for valuation in valuations:
        rows.add_column(f"has it ({valuation.players[0]})")
        rows.add_column("faces it")
    for thing in first.worths:
        all_of_it = [valuation.of(thing.name) for valuation in valuations]
        cells = [cell for one in all_of_it for cell in (points(one.holding), points(one.facing))]
        rows.add_row(thing.name, *cells, style="bold" if any(one.flagged for one in all_of_it) else "")
    console.print(rows)
    for flag in flags_of(valuations):
        console.print(f"⚑  {flag}")
    for pair in tested:
        console.print(f"{'⚑' if pair.claimed else ' '}  {pair_words(pair)} (p = {pair.chance:.2g}).")
    games = sum(valuation.games for valuation in valuations)
    console.print(f"{games:,} games; every interval holds at 95 % by itself.", style="dim")
    if first.widest > precision / 100:
        console.print(
            f"The widest is ± {first.widest * 100:.1f} points: --deals {deals:,} did not suffice for ± {precision:g}.",
            style="dim",
        )
    if asked.out is not None:
        console.print(f"The page is {asked.out}")


def _forbid(asked: Asked, names: list[str], precision: float, deals: int) -> None:
    from rumpus.lab.experiments.restriction import check_forbidden, forbid
    from rumpus.lab.reports.experiment_page import forbidden_html, forbidden_words

    if not 0 < precision < 100:
        raise BadOption("the precision lies between 0 and 100 points")
    plans = [asked.plan(strength, deals) for strength in asked.strengths]
    wanted = [check_forbidden(plans[0], name) for name in names]
    found = []
    with asked.working() as workers:
        for plan in plans:
            for name in wanted:
                with progress_bar(f"deals without {name}, {plan.players[0]}", asked.as_json) as bar:
                    found.append(forbid(plan, name, workers, precision / 100, bar.count))
    if asked.out is not None:
        changed = changed_words(asked.changes, asked.variant)
        write_whole(asked.out, forbidden_html(asked.game, changed, found))
    if asked.as_json:
        print(json.dumps({"forbidden": [one.plain() for one in found]}))
        return
    console = Console()
    console.print(who_played([plan.players for plan in plans]), style="dim")
    for one in found:
        console.print(forbidden_words(one, len(plans) > 1), style="bold" if one.sure else "")
    console.print("Each deal was played twice with the same luck; every interval holds at 95 % by itself.", style="dim")
    if asked.out is not None:
        console.print(f"The page is {asked.out}")
