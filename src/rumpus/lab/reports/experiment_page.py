"""A comparison as a page, at one strength or at several side by side.

What things are worth, as a page.

What every number does, as a page.
"""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.solver import Grid
from rumpus.lab.experiments.comparison import Change, Comparison
from rumpus.lab.experiments.measures import shown, shown_difference
from rumpus.lab.experiments.restriction import Forbidding
from rumpus.lab.experiments.sensitivity import Effect, Proposal, Sensitivity
from rumpus.lab.experiments.treatments import Pair, Valuation, Worth
from rumpus.lab.experiments.tuning import Target
from rumpus.lab.reports import charts
from rumpus.lab.reports.page import Section, page
from rumpus.lab.reports.svg import grid_svg
from rumpus.lab.reports.wording import among, changed_words, sign_change, who_played
from rumpus.stats.estimates import Estimate
from rumpus.stats.multiple_testing import FALSE_SHARE
from rumpus.stats.regression import POINTS


def sign_flags(results: Sequence[Comparison]) -> list[str]:
    """Headline figures that rise among some players and fall among others."""
    flags: list[str] = []
    for change in results[0].headlines:
        same = [(result.players, result.like(change)) for result in results]
        seen = [(players, one.sure, one.shown) for players, one in same if one is not None]
        flags += sign_change(change.name, seen)
    return flags


def intervals_words(results: Sequence[Comparison]) -> str:
    pairs = ", ".join(f"{result.games:,}" for result in results)
    each = "" if len(results) == 1 else " for each strength by itself,"
    return (
        f"{pairs} pairs of games with the same deals. The headline intervals hold all together at "
        f"{(1 - results[0].error) * 100:g} %,{each} over every look at the growing data."
    )


def comparison_html(game: Game, words: str, results: Sequence[Comparison]) -> str:
    """Pictures of the headline differences, then every figure as a table."""
    sections = [section for result in results for section in _pictures(result, len(results) > 1)]
    head = ["", "figure"]
    for result in results:
        with_whom = "" if len(results) == 1 else f" ({among(result.players)})"
        head += [f"before{with_whom}", f"after{with_whom}", f"difference{with_whom}"]
    rows = []
    for change in results[0].changes:
        cells = [change.group, change.name]
        for result in results:
            one = result.like(change)
            cells += ["", "", ""] if one is None else _cells(one)
        rows.append(cells)
    sections.append(Section("Every figure", [], "Figures below the headlines are for exploring.", head, rows))
    lead = [who_played([result.players for result in results])]
    flags = sign_flags(results)
    for result in results:
        with_whom = "" if len(results) == 1 else f" among {among(result.players)}"
        lead.append(result.verdict if not with_whom else f"{among(result.players).capitalize()}: {result.verdict}")
        flags += [change.sentence + with_whom for change in result.headlines if change.seen]
    return page(f"{game.title}: what {words} does", [*lead, intervals_words(results)], flags, sections)


def _cells(change: Change) -> list[str]:
    mark = "  ⚑" if change.seen else ""
    return [shown(change.before, change.unit), shown(change.after, change.unit), change.shown + mark]


def _pictures(result: Comparison, several: bool) -> list[Section]:
    sections: list[Section] = []
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in result.headlines:
        groups.setdefault((change.group, change.unit), []).append(change)
    for (group, unit), changes in groups.items():
        title = group.capitalize() + (f", among {among(result.players)}" if several else "")
        picture = charts.differences(
            f"Change in {group}",
            [change.name for change in changes],
            [change.difference for change in changes],
            [change.seen for change in changes],
            unit,
        )
        seen = [change.sentence for change in changes if change.seen]
        sections.append(Section(title, [picture], "; ".join(seen) or "No difference seen."))
    return sections


MOST_LINES, EITHER_END = 40, 15
"""A picture has no more lines than this: of more things, so many of the best and of the worst are drawn."""


def points(estimate: Estimate) -> str:
    return shown_difference(estimate, POINTS)


def flags_of(valuations: Sequence[Valuation]) -> list[str]:
    """What is out of line, and first of all what one strength likes and another does not."""
    found: list[str] = []
    for worth in valuations[0].worths:
        signs = [(valuation.players, valuation.of(worth.name)) for valuation in valuations]
        found += sign_change(worth.name, [(players, one.sure, points(one.holding)) for players, one in signs])
    for valuation in valuations:
        among = f" among {valuation.players[0]}" if len(valuations) > 1 else ""
        for worth in sorted(valuation.flagged, key=lambda worth: -abs(worth.holding.value)):
            found.append(f"{worth.name}: {points(worth.holding)} for whoever has it{among}.")
    return found


def pair_words(pair: Pair) -> str:
    return f"{pair.one} and {pair.two}: {points(pair.together)} more together than one by one"


def worth_html(game: Game, changed: str, valuations: Sequence[Valuation], pairs: Sequence[Pair]) -> str:
    """A picture for each strength, the table of all things by effect, and the pairs that were tested."""
    kind = valuations[0].gifts.kind
    sections = [_picture(valuation) for valuation in valuations]
    head = [kind]
    for valuation in valuations:
        head += [f"has it ({valuation.players[0]})", f"faces it ({valuation.players[0]})"]
    rows = []
    for worth in valuations[0].worths:
        cells = [worth.name]
        for valuation in valuations:
            one = valuation.of(worth.name)
            cells += [points(one.holding) + ("  ⚑" if one.flagged else ""), points(one.facing)]
        rows.append(cells)
    sentence = "Ordered by what it does for whoever has it; each with its own 95 % interval."
    sections.append(Section("All of them", [], sentence, head, rows))
    if pairs:
        sections.append(_pairs(pairs))
    lead = [
        who_played([valuation.players for valuation in valuations]),
        f"The chance to win with each {kind}, less that with another {kind}, taken at random, in the same deal with "
        f"the same luck: {sum(valuation.games for valuation in valuations):,} games of "
        f"{sum(valuation.deals for valuation in valuations):,} deals. {changed}",
    ]
    flags = flags_of(valuations) + [pair_words(pair) + "." for pair in pairs if pair.claimed]
    return page(f"{game.title}: what a {kind} is worth", lead, flags, sections)


def _picture(valuation: Valuation) -> Section:
    some: list[Worth] = valuation.worths
    kind = valuation.gifts.kind
    title = f"Chance to win with each {kind}, against another"
    if len(some) > MOST_LINES:
        some = some[:EITHER_END] + some[-EITHER_END:]
        title += f": the {EITHER_END} best and the {EITHER_END} worst"
    picture = charts.differences(
        title,
        [worth.name for worth in some],
        [worth.holding for worth in some],
        [worth.flagged for worth in some],
        POINTS,
    )
    best, worst = valuation.worths[0], valuation.worths[-1]
    sentence = (
        f"Best to have: {best.name} ({points(best.holding)}); worst: {worst.name} ({points(worst.holding)}). "
        f"{valuation.games:,} games."
    )
    return Section(f"Which {kind} wins, among {valuation.players[0]}?", [picture], sentence)


def _pairs(pairs: Sequence[Pair]) -> Section:
    picture = charts.differences(
        "More together than one by one",
        [f"{pair.one} + {pair.two}" for pair in pairs],
        [pair.together for pair in pairs],
        [pair.claimed for pair in pairs],
        POINTS,
    )
    rows = [
        [pair.one, pair.two, points(pair.together) + ("  ⚑" if pair.claimed else ""), f"{pair.chance:.2g}"]
        for pair in pairs
    ]
    claimed = [pair for pair in pairs if pair.claimed]
    found = "; ".join(pair_words(pair) for pair in claimed) or "No pair is seen to do more than its parts"
    sentence = (
        f"{found}. The {len(pairs)} pairs that stood out most were tested under fresh deals; by Benjamini and "
        f"Hochberg's rule at most {FALSE_SHARE:.0%} of those claimed are expected to be false."
    )
    head = ["", "", "together", "chance of this if there were nothing"]
    return Section("Which go together?", [picture], sentence, head, rows)


def forbidden_words(found: Forbidding, several: bool = False) -> str:
    """What it is worth to be allowed something, and what it is worth where one wants it."""
    with_whom = f" among {found.players[0]}" if several else ""
    often = f"in {found.wanted:.0%} of {found.deals:,} deals a side wants it"
    if not found.wanted:
        return f"{found.name}{with_whom}: in none of {found.deals:,} deals does a side want it"
    return (
        f"{found.name}{with_whom}: {points(found.worth)} to be allowed it; {often}, and there it makes "
        f"{points(found.when_wanted)}"
    )


def forbidden_html(game: Game, changed: str, found: Sequence[Forbidding]) -> str:
    """A picture and a table of what was forbidden, the dearest first."""
    several = len({one.players[0] for one in found}) > 1
    ordered = sorted(found, key=lambda one: -one.worth.value)
    names = [f"{one.name} ({one.players[0]})" if several else one.name for one in ordered]
    sure = [one.sure for one in ordered]
    picture = charts.differences("To be allowed it", names, [one.worth for one in ordered], sure, POINTS)
    rows = [
        [name, points(one.worth), f"{one.wanted:.0%}", points(one.when_wanted) if one.wanted else "", f"{one.deals:,}"]
        for name, one in zip(names, ordered, strict=True)
    ]
    sentence = (
        "Every deal was played twice with the same luck, and the second time one side was forbidden it. Each interval "
        "holds at 95 % by itself."
    )
    head = ["forbidden", "worth", "deals in which a side wants it", "worth in those", "deals"]
    lead = [who_played(list(dict.fromkeys(tuple(one.players) for one in found))), changed]
    flags = [forbidden_words(one, several) + "." for one in ordered if one.sure]
    return page(
        f"{game.title}: what it is worth to be allowed it",
        lead,
        flags,
        [Section("What is it worth to be allowed it?", [picture], sentence, head, rows)],
    )


MOST_ROWS = 40
"""Numbers in a picture; the table has all."""
FULL_COLOUR = 0.10
"""A step that does this much, up or down, has the last colour of the scale."""


def effect_words(effect: Effect) -> str:
    return f"{effect.number} +1: {effect.figure} {shown_difference(effect.per_step, effect.unit)}"


def effect_sign_flags(found: Sequence[Sensitivity]) -> list[str]:
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
    flags = effect_sign_flags(found) + [
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
