"""`rumpus lab value` and `rumpus lab restrict`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from rumpus.cli.lab.options import LabRequest, lab_command
from rumpus.core.errors import BadOption

if TYPE_CHECKING:
    from rumpus.lab.experiments.treatments import Pair


@lab_command(omit=["players"])
def value(
    request: LabRequest,
    of: Annotated[
        str, typer.Option(metavar="KIND", help="Kind to value: witch, cat, card … Default: the game's first.")
    ] = "",
    precision: Annotated[float, typer.Option(help="Stop when each value is known to ± this many points.")] = 2.0,
    deals: Annotated[
        int, typer.Option(help="Maximum number of deals, each played up to twelve times.", min=2)
    ] = 20_000,
    pairs: Annotated[int, typer.Option(help="Number of pairs to test that may work together.", min=0)] = 0,
    pair_deals: Annotated[int, typer.Option(help="Fresh deals per tested pair.", min=2)] = 500,
) -> None:
    """Measure the value of cards, cats or characters, in equal deals."""
    from rumpus.lab.experiments.treatments import check_value, find_pairs, value
    from rumpus.lab.reports.experiment_page import pair_text, points_text, value_flags, value_html

    tested: list[Pair] = []
    each = 2 if pairs else 1
    results = []
    plans = request.plans(deals)
    with request.working() as workers:
        for plan in plans:  # before anything is shown that looks like work
            check_value(plan, of, precision / 100, each, workers)
        for plan in plans:
            with request.progress(f"deals, {plan.players[0]}") as bar:
                results.append(value(plan, of, workers, precision / 100, each, bar.count))
        if pairs:
            with request.progress("deals, to test pairs") as bar:
                tested = find_pairs(request.plans(pair_deals)[-1], results[-1], workers, pairs, bar.count)

    def show(console: Console) -> None:
        first = results[0]
        title = f"{request.game.title}: points of the chance to win"
        rows = Table(first.treatments.kind, title=title, title_justify="left")
        for effects in results:
            rows.add_column(f"has it ({effects.players[0]})")
            rows.add_column("faces it")
        for thing in first.effects:
            all_of_it = [effects.of(thing.name) for effects in results]
            cells = [cell for one in all_of_it for cell in (points_text(one.holding), points_text(one.facing))]
            rows.add_row(thing.name, *cells, style="bold" if any(one.flagged for one in all_of_it) else "")
        console.print(rows)
        for flag in value_flags(results):
            console.print(f"⚑  {flag}")
        for pair in tested:
            console.print(f"{'⚑' if pair.claimed else ' '}  {pair_text(pair)} (p = {pair.p_value:.2g}).")
        games = sum(effects.games for effects in results)
        console.print(f"{games:,} games; every interval holds at 95 % by itself.", style="dim")
        if first.widest > precision / 100:
            short = f"--deals {deals:,} did not suffice for ± {precision:g}."
            console.print(f"The widest is ± {first.widest * 100:.1f} points: {short}", style="dim")

    figures = {"strengths": [*(one.to_json() for one in results)], "pairs": [*(pair.to_json() for pair in tested)]}
    request.publish(lambda: value_html(request.game, request.changed, results, tested), figures, show)


@lab_command(omit=["players"])
def restrict(
    request: LabRequest,
    names: Annotated[
        list[str], typer.Argument(metavar="NAMES", help="Cards or moves; in each deal one side may not play them.")
    ],
    precision: Annotated[float, typer.Option(help="Stop when each value is known to ± this many points.")] = 2.0,
    deals: Annotated[int, typer.Option(help="Maximum number of deals, each played twice.", min=2)] = 20_000,
) -> None:
    """Measure the value of being allowed a card or move."""
    from rumpus.lab.experiments.restriction import check_restriction, restrict
    from rumpus.lab.reports.experiment_page import restriction_html, restriction_text

    if not 0 < precision < 100:
        raise BadOption(f"The precision must lie between 0 and 100 points, not {precision:g}.")
    plans = request.plans(deals)
    wanted = [check_restriction(plans[0], name) for name in names]
    found = []
    with request.working() as workers:
        for plan in plans:
            for name in wanted:
                with request.progress(f"deals without {name}, {plan.players[0]}") as bar:
                    found.append(restrict(plan, name, workers, precision / 100, bar.count))

    def show(console: Console) -> None:
        for one in found:
            console.print(restriction_text(one, len(plans) > 1), style="bold" if one.value.significant else "")
        held = "Each deal was played twice with the same luck; every interval holds at 95 % by itself."
        console.print(held, style="dim")

    figures = {"forbidden": [*(one.to_json() for one in found)]}
    request.publish(lambda: restriction_html(request.game, request.changed, found), figures, show)
