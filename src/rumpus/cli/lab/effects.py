"""`rumpus lab effects`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from rumpus.cli.lab.options import LabRequest, lab_command

if TYPE_CHECKING:
    from rumpus.lab.experiments.sensitivity import Proposal

MAX_SHOWN = 25


@lab_command(omit=["players"])
def effects(
    request: LabRequest,
    target: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help='Find the single change that comes nearest to a target: "win rate of NAME within 2 points of 50".',
        ),
    ] = "",
    numbers: Annotated[
        str, typer.Option(metavar="NAMES", help="Options to change, separated by commas. Default: all numbers.")
    ] = "",
    deals: Annotated[int, typer.Option(help="Number of deals, each played twice.", min=10)] = 3_000,
    propose: Annotated[int, typer.Option(help="Number of changes to try for the target.", min=1, max=50)] = 3,
) -> None:
    """Measure the effect of +1 on every number, all numbers at once."""
    from rumpus.lab.experiments.measures import difference_text
    from rumpus.lab.experiments.sensitivity import check_deals, factors_of, sensitivity, try_out
    from rumpus.lab.experiments.tuning import Target
    from rumpus.lab.reports.experiment_page import effect_sign_flags as sign_flags
    from rumpus.lab.reports.experiment_page import effects_html, proposal_text
    from rumpus.lab.simulation.deals import check_rules_patch

    names = [name.strip() for name in numbers.split(",") if name.strip()]
    aim = Target(target) if target else None
    plans = request.plans(deals)
    factors = factors_of(plans[0], names)
    check_deals(plans[0], factors)
    results = []
    proposals: list[Proposal] = []
    with request.working() as workers:
        check_rules_patch(plans[0], workers)
        for plan in plans:
            with request.progress(f"deals, {plan.players[0]}") as bar:
                results.append(sensitivity(plan, factors, workers, bar.count))
        if aim is not None:
            proposals = results[0].proposals(aim, propose)
            with request.progress("games, to try changes out") as bar:
                try_out(results[0], aim, proposals, workers, bar.count)
            proposals.sort(key=lambda proposal: proposal.distance)

    def show(console: Console) -> None:
        for result in results:
            title = f"{request.game.title}: what +1 does, among {result.players[0]}"
            rows = Table("number", "figure", "per +1", title=title, title_justify="left")
            for effect in result.claimed[:MAX_SHOWN]:
                rows.add_row(effect.number, effect.measure, difference_text(effect.per_step, effect.unit))
            console.print(rows)
            more = len(result.claimed) - MAX_SHOWN
            if more > 0:
                console.print(f"… and {more} more; --out writes them all to a page.", style="dim")
            if not result.claimed:
                console.print(f"No option has a visible effect in {result.deals:,} deals.", style="bold")
        for flag in sign_flags(results):
            console.print(f"⚑  {flag}")
        for place, proposal in enumerate(proposals):
            assert aim is not None
            console.print(f"{place + 1}. {proposal_text(aim, proposal)}", style="bold" if not place else "")

    figures = {"strengths": [*(one.to_json() for one in results)], "proposals": [*(one.to_json() for one in proposals)]}
    request.publish(lambda: effects_html(request.game, results, aim, proposals), figures, show)
