"""`rumpus lab effects`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from rumpus.cli.commands.progress import progress_bar
from rumpus.cli.lab.options import Asked, with_asked
from rumpus.core.system.files import write_whole
from rumpus.lab.reports.wording import who_played

if TYPE_CHECKING:
    from rumpus.lab.experiments.sensitivity import Proposal

MOST_SHOWN = 25


@with_asked
def effects(
    asked: Asked,
    target: Annotated[
        str, typer.Option(help='Which single change brings it nearest? "win rate of NAME within 2 points of 50".')
    ] = "",
    numbers: Annotated[str, typer.Option(help="Only these numbers, with commas; none named means all.")] = "",
    deals: Annotated[int, typer.Option(help="Deals, each played twice.", min=10)] = 3_000,
    propose: Annotated[int, typer.Option(help="So many changes are tried out for the target.", min=1, max=50)] = 3,
) -> None:
    """What one more or less of every number does, all of them at once."""
    from rumpus.lab.experiments.measures import shown_difference
    from rumpus.lab.experiments.sensitivity import check_deals, levers_of, sensitivity, try_out
    from rumpus.lab.experiments.tuning import Target
    from rumpus.lab.reports.experiment_page import effect_sign_flags as sign_flags
    from rumpus.lab.reports.experiment_page import effects_html, proposal_words
    from rumpus.lab.simulation.rows import check_variant

    names = [name.strip() for name in numbers.split(",") if name.strip()]
    aim = Target(target) if target else None
    plans = [asked.plan(strength, deals) for strength in asked.strengths]
    levers = levers_of(plans[0], names)
    check_deals(plans[0], levers)
    results = []
    proposals: list[Proposal] = []
    with asked.working() as workers:
        check_variant(plans[0], workers)
        for plan in plans:
            with progress_bar(f"deals, {plan.players[0]}", asked.as_json) as bar:
                results.append(sensitivity(plan, levers, workers, bar.count))
        if aim is not None:
            proposals = results[0].proposals(aim, propose)
            with progress_bar("games, to try changes out", asked.as_json) as bar:
                try_out(results[0], aim, proposals, workers, bar.count)
            proposals.sort(key=lambda proposal: proposal.off)
    if asked.out is not None:
        write_whole(asked.out, effects_html(asked.game, results, aim, proposals))
    if asked.as_json:
        told = [result.plain() for result in results]
        print(json.dumps({"strengths": told, "proposals": [proposal.plain() for proposal in proposals]}))
        return
    console = Console()
    console.print(who_played([result.players for result in results]), style="dim")
    for result in results:
        title = f"{asked.game.title}: what +1 does, among {result.players[0]}"
        rows = Table("number", "figure", "per +1", title=title, title_justify="left")
        for effect in result.claimed[:MOST_SHOWN]:
            rows.add_row(effect.number, effect.figure, shown_difference(effect.per_step, effect.unit))
        console.print(rows)
        more = len(result.claimed) - MOST_SHOWN
        if more > 0:
            console.print(f"… and {more} more; --out writes them all to a page.", style="dim")
        if not result.claimed:
            console.print(f"No number is seen to do anything in {result.deals:,} deals.", style="bold")
    for flag in sign_flags(results):
        console.print(f"⚑  {flag}")
    for place, proposal in enumerate(proposals):
        assert aim is not None
        console.print(f"{place + 1}. {proposal_words(aim, proposal)}", style="bold" if not place else "")
    if asked.out is not None:
        console.print(f"The page is {asked.out}")
