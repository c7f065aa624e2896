"""What every number does, as a page."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.study import Grid
from rumpus.lab.effects import Effect, Proposal, Sensitivity
from rumpus.lab.figures import shown, shown_difference
from rumpus.lab.grid import grid_svg
from rumpus.lab.lead import changed_words, sign_change, who_played
from rumpus.lab.page import Section, page
from rumpus.lab.target import Target
from rumpus.stats.multiple_testing import FALSE_SHARE
from rumpus.stats.regression import POINTS

MOST_ROWS = 40
"""Numbers in a picture; the table has all."""
FULL_COLOUR = 0.10
"""A step that does this much, up or down, has the last colour of the scale."""


def effect_words(effect: Effect) -> str:
    return f"{effect.number} +1: {effect.figure} {shown_difference(effect.per_step, effect.unit)}"


def sign_flags(found: Sequence[Sensitivity]) -> list[str]:
    """Effects that are claimed for one strength with one sign and for another with the other."""
    flags: list[str] = []
    for effect in found[0].claimed:
        seen = [
            (result.players, 1 if same.per_step.value > 0 else -1, shown_difference(same.per_step, same.unit))
            for result in found
            for same in result.claimed
            if (same.number, same.group, same.figure) == (effect.number, effect.group, effect.figure)
        ]
        flags += sign_change(f"{effect.number} +1: {effect.figure}", seen)
    return flags


def proposal_words(target: Target, proposal: Proposal) -> str:
    words = (
        f"{proposal.number} {proposal.before} → {proposal.after}: off by {target.shown(proposal.expected)} by reckoning"
    )
    if not proposal.figures:
        return words + "."
    rates = ", ".join(
        f"{figure.name} {shown(figure.value, figure.unit)} (± {shown(figure.estimate().half, figure.unit)})"
        for figure in proposal.figures[:1]
    )
    played = f", {target.shown(proposal.off)} when played under fresh deals"
    return words + played + (f": {rates}." if len(proposal.figures) == 1 else ".")


def effects_html(game: Game, found: Sequence[Sensitivity], target: Target | None, proposals: Sequence[Proposal]) -> str:
    """The answer to the target if there is one, then a map for each strength, and every effect as a table."""
    sections: list[Section] = []
    if target is not None:
        sections.append(_answer(target, proposals))
    for one in found:
        sections.append(_map(one))
        sections.append(_table(one))
    deals = sum(one.deals for one in found)
    changed = changed_words(found[0].plan.options.changed(), found[0].plan.variant)
    lead = [
        who_played([one.players for one in found]),
        f"{2 * deals:,} games: {deals:,} deals, each with a table in which every number is one more or one less by the "
        f"toss of a coin, and with its opposite. {changed} Each interval holds "
        f"at 95 % by itself; what is marked is claimed by Benjamini and Hochberg's rule, by which at most "
        f"{FALSE_SHARE:.0%} of the claims are expected to be false.",
    ]
    flags = sign_flags(found) + [
        effect_words(effect) + "." for effect in found[0].claimed if effect.headline and effect.unit == POINTS
    ]
    return page(f"{game.title}: what every number does", lead, flags[:20], sections)


def _answer(target: Target, proposals: Sequence[Proposal]) -> Section:
    rows = [
        [
            proposal.number,
            f"{proposal.before} → {proposal.after}",
            target.shown(proposal.expected),
            target.shown(proposal.off) if proposal.figures else "not played",
        ]
        for proposal in proposals
    ]
    best = f"The single change that comes nearest: {proposal_words(target, proposals[0])}" if proposals else "None."
    head = ["number", "change", "off by, reckoned", "off by, played"]
    return Section(f"Which single change: {target.text}?", [], best, head, rows)


def _map(found: Sensitivity) -> Section:
    rates = [figure for figure in found.figures if figure.unit == POINTS and figure.headline]
    numbers = list(
        dict.fromkeys(effect.number for effect in found.effects if effect.unit == POINTS and effect.headline)
    )
    numbers = numbers[:MOST_ROWS]
    values = [[_shade(found.of(number, figure)) for figure in rates] for number in numbers]
    words = [[_cell(found.of(number, figure)) for figure in rates] for number in numbers]
    columns = [str(number) for number in range(1, len(rates) + 1)]
    picture = grid_svg(Grid("Points of the win rate per step", numbers, columns, values, "", "", words))
    named = ", ".join(f"{number} {figure.name}" for number, figure in enumerate(rates, 1))
    clearest = [effect for effect in found.effects if effect.claimed][:3]
    sentence = "; ".join(effect_words(effect) for effect in clearest) or "No number is seen to do anything"
    title = f"What does one more do, among {found.players[0]}?"
    return Section(title, [picture], f"{sentence}. Columns: {named}.")


def _shade(effect: Effect) -> float:
    return min(1.0, max(0.0, 0.5 + effect.per_step.value / (2 * FULL_COLOUR))) if effect.claimed else 0.5


def _cell(effect: Effect) -> str:
    return f"{effect.per_step.value * 100:+.1f}".replace("-", "−") if effect.claimed else "·"


def _table(found: Sensitivity) -> Section:
    rows = [
        [
            effect.number,
            f"{effect.group.removeprefix('win rate by ')}: {effect.figure}",
            shown_difference(effect.per_step, effect.unit) + ("  ⚑" if effect.claimed else ""),
        ]
        for effect in found.effects
    ]
    sentence = f"The clearest first, {len(found.claimed)} of {len(found.effects)} claimed."
    return Section(f"Every effect, among {found.players[0]}", [], sentence, ["number", "figure", "per +1"], rows)
