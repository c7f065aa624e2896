"""What things are worth, as a page."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.lab import charts
from rumpus.lab.figures import shown_difference
from rumpus.lab.forbidden import Forbidding
from rumpus.lab.lead import sign_change, who_played
from rumpus.lab.page import Section, page
from rumpus.lab.pairs import Pair
from rumpus.lab.worth import Valuation, Worth
from rumpus.stats.estimates import Estimate
from rumpus.stats.multiple_testing import FALSE_SHARE
from rumpus.stats.regression import POINTS

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
