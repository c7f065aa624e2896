"""Pages of experiments: comparisons, values of treatments, restrictions and sensitivity."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.solver import Grid
from rumpus.lab.experiments.comparison import Comparison, MeasureDifference
from rumpus.lab.experiments.measures import difference_text, value_text
from rumpus.lab.experiments.restriction import RestrictionEffect
from rumpus.lab.experiments.sensitivity import FactorEffect, Proposal, Sensitivity
from rumpus.lab.experiments.treatments import Pair, TreatmentEffects
from rumpus.lab.experiments.tuning import Target
from rumpus.lab.reports import charts
from rumpus.lab.reports.page import Section, page
from rumpus.lab.reports.svg import grid_svg
from rumpus.lab.reports.wording import Signs, among, changes_text, percent, players_text, sign_flags
from rumpus.stats.estimates import Estimate
from rumpus.stats.multiple_testing import FALSE_DISCOVERY_RATE
from rumpus.stats.regression import POINTS


def experiment_page(
    game: Game,
    question: str,
    players: Sequence[Sequence[str]],
    lead: Sequence[str],
    flags: Sequence[str],
    sections: Sequence[Section],
) -> str:
    """Page of any experiment: players and headline, flags, then sections."""
    return page(f"{game.title}: {question}", [players_text(players), *lead], flags, sections)


def marked(text: str, flagged: bool) -> str:
    return f"{text}  ⚑" if flagged else text


def points_text(estimate: Estimate) -> str:
    return difference_text(estimate, POINTS)


def comparison_sign_flags(results: Sequence[Comparison]) -> list[str]:
    """Headline measures with opposite changes among different players."""

    def signs(result: Comparison) -> Signs:
        return {(one.group, one.name): (one.name, one.difference.sign, one.text) for one in result.headlines}

    return sign_flags([(result.players, signs(result)) for result in results])


def intervals_text(results: Sequence[Comparison]) -> str:
    pairs = ", ".join(f"{result.pairs:,}" for result in results)
    each = "" if len(results) == 1 else "; each strength counts by itself"
    return (
        f"{pairs} pairs of games with the same deals. All headline intervals together have "
        f"{(1 - results[0].alpha) * 100:g} % confidence, valid at every interim analysis{each}."
    )


def comparison_html(game: Game, words: str, results: Sequence[Comparison]) -> str:
    """Page of a comparison: charts of the headlines, then a table of all measures."""
    several = len(results) > 1
    sections = [section for result in results for section in _headline_sections(result, several)]
    head = ["", "figure"]
    for result in results:
        with_whom = f" ({among(result.players)})" if several else ""
        head += [f"before{with_whom}", f"after{with_whom}", f"difference{with_whom}"]
    rows = []
    for first in results[0].differences:
        rows.append([first.group, first.name])
        for result in results:
            rows[-1] += _cells(result.matching(first))
    sections.append(Section("All figures", [], "Figures below the headlines are exploratory.", head, rows))
    lead, flags = [], comparison_sign_flags(results)
    for result in results:
        with_whom = f" among {among(result.players)}" if several else ""
        lead.append(f"{among(result.players).capitalize()}: {result.verdict}" if several else result.verdict)
        flags += [one.sentence + with_whom for one in result.headlines if one.significant]
    players = [result.players for result in results]
    return experiment_page(game, f"effect of {words}", players, [*lead, intervals_text(results)], flags, sections)


def _cells(one: MeasureDifference | None) -> list[str]:
    if one is None:
        return ["", "", ""]
    return [value_text(one.before, one.unit), value_text(one.after, one.unit), marked(one.text, one.significant)]


def _headline_sections(result: Comparison, several: bool) -> list[Section]:
    sections: list[Section] = []
    groups: dict[tuple[str, str], list[MeasureDifference]] = {}
    for one in result.headlines:
        groups.setdefault((one.group, one.unit), []).append(one)
    for (group, unit), members in groups.items():
        title = group.capitalize() + (f", among {among(result.players)}" if several else "")
        seen = "; ".join(one.sentence for one in members if one.significant) or "No difference seen."
        lines = [(one.name, one.difference, one.significant) for one in members]
        sections.append(Section(title, [charts.differences(f"Change in {group}", lines, unit)], seen))
    return sections


MAX_LINES, LINES_PER_END = 40, 15
"""Lines of a chart at most; of more, the best and worst `LINES_PER_END` are drawn."""


def value_flags(results: Sequence[TreatmentEffects]) -> list[str]:
    """Treatments with a sign by strength, then those out of line."""

    def signs(effects: TreatmentEffects) -> Signs:
        return {one.name: (one.name, one.holding.sign, points_text(one.holding)) for one in effects.effects}

    found = sign_flags([(effects.players, signs(effects)) for effects in results])
    for effects in results:
        with_whom = f" among {effects.players[0]}" if len(results) > 1 else ""
        for effect in sorted(effects.flagged, key=lambda effect: -abs(effect.holding.value)):
            found.append(f"{effect.name}: {points_text(effect.holding)} for the player who has it{with_whom}.")
    return found


def pair_text(pair: Pair) -> str:
    return f"{pair.one} and {pair.two}: {points_text(pair.together)} more together than the sum of both"


def value_html(game: Game, changed: str, results: Sequence[TreatmentEffects], pairs: Sequence[Pair]) -> str:
    """Page of treatment effects: a chart per strength, a table, and the tested pairs."""
    kind = results[0].treatments.kind
    sections = [_effects_section(effects) for effects in results]
    head = [kind]
    for effects in results:
        head += [f"has it ({effects.players[0]})", f"faces it ({effects.players[0]})"]
    rows = []
    for effect in results[0].effects:
        cells = [effect.name]
        for effects in results:
            one = effects.of(effect.name)
            cells += [marked(points_text(one.holding), one.flagged), points_text(one.facing)]
        rows.append(cells)
    sentence = "Ordered by the value to the player who has it. Each 95 % interval holds by itself."
    sections.append(Section(f"Value of every {kind}", [], sentence, head, rows))
    if pairs:
        sections.append(_pairs(pairs))
    lead = [
        f"Win rate with each {kind} minus win rate with another {kind} at random, in the same deal with the same "
        f"luck: {sum(effects.games for effects in results):,} games of "
        f"{sum(effects.deals for effects in results):,} deals. {changed}"
    ]
    flags = value_flags(results) + [pair_text(pair) + "." for pair in pairs if pair.claimed]
    players = [effects.players for effects in results]
    return experiment_page(game, f"what a {kind} is worth", players, lead, flags, sections)


def _effects_section(effects: TreatmentEffects) -> Section:
    some = effects.effects
    best, worst = some[0], some[-1]
    kind = effects.treatments.kind
    chart = f"Win rate with each {kind} minus win rate with another"
    if len(some) > MAX_LINES:
        some = some[:LINES_PER_END] + some[-LINES_PER_END:]
        chart += f": the {LINES_PER_END} best and the {LINES_PER_END} worst"
    sentence = (
        f"Best to have: {best.name} ({points_text(best.holding)}); worst: {worst.name} ({points_text(worst.holding)}). "
        f"{effects.games:,} games."
    )
    lines = [(effect.name, effect.holding, effect.flagged) for effect in some]
    title = f"Which {kind} wins, among {effects.players[0]} bots?"
    return Section(title, [charts.differences(chart, lines, POINTS)], sentence)


def _pairs(pairs: Sequence[Pair]) -> Section:
    lines = [(f"{pair.one} + {pair.two}", pair.together, pair.claimed) for pair in pairs]
    rows = [
        [pair.one, pair.two, marked(points_text(pair.together), pair.claimed), f"{pair.p_value:.2g}"] for pair in pairs
    ]
    found = "; ".join(pair_text(pair) for pair in pairs if pair.claimed) or "No pair is worth more than the sum of both"
    sentence = (
        f"{found}. The {len(pairs)} most promising pairs were tested on fresh deals. At most "
        f"{percent(FALSE_DISCOVERY_RATE)} of the flagged pairs are expected to be false (Benjamini and Hochberg)."
    )
    head = ["", "", "together", "p-value"]
    picture = charts.differences("Together minus the sum of both", lines, POINTS)
    return Section("Which work together?", [picture], sentence, head, rows)


def restriction_text(found: RestrictionEffect, several: bool = False) -> str:
    """Sentence about the value of being allowed something."""
    with_whom = f" among {found.players[0]}" if several else ""
    often = f"a player wants it in {percent(found.wanted)} of {found.deals:,} deals"
    if not found.wanted:
        return f"{found.name}{with_whom}: no player wants it in any of {found.deals:,} deals"
    return (
        f"{found.name}{with_whom}: {points_text(found.value)} for a player who may use it; {often}, and then it is "
        f"worth {points_text(found.when_wanted)}"
    )


def restriction_html(game: Game, changed: str, found: Sequence[RestrictionEffect]) -> str:
    """Page of restrictions, most valuable first."""
    several = len({one.players[0] for one in found}) > 1
    ordered = sorted(found, key=lambda one: -one.value.value)
    names = [f"{one.name} ({one.players[0]})" if several else one.name for one in ordered]
    lines = [(name, one.value, one.value.significant) for name, one in zip(names, ordered, strict=True)]
    rows = []
    for name, one in zip(names, ordered, strict=True):
        when_wanted = points_text(one.when_wanted) if one.wanted else ""
        rows.append([name, points_text(one.value), percent(one.wanted), when_wanted, f"{one.deals:,}"])
    sentence = (
        "Every deal was played twice with the same luck; in the second game one player may not use it. Each 95 % "
        "interval holds by itself."
    )
    head = ["forbidden", "value", "deals in which a player wants it", "value in those", "deals"]
    flags = [restriction_text(one, several) + "." for one in ordered if one.value.significant]
    picture = charts.differences("Win rate with it minus win rate without it", lines, POINTS)
    section = Section("What is it worth?", [picture], sentence, head, rows)
    players = list(dict.fromkeys(tuple(one.players) for one in found))
    return experiment_page(game, "value of cards and moves", players, [changed], flags, [section])


MAX_ROWS = 40
"""Numbers in the map at most; the table has all."""
FULL_COLOUR_EFFECT = 0.10
"""Effect per step with the strongest colour of the map."""


def effect_text(effect: FactorEffect) -> str:
    return f"{effect.number} +1: {effect.measure} {difference_text(effect.per_step, effect.unit)}"


def effect_sign_flags(found: Sequence[Sensitivity]) -> list[str]:
    """Effects claimed with opposite signs at different strengths."""

    def sign(one: FactorEffect) -> tuple[str, int, str]:
        direction = 1 if one.per_step.value > 0 else -1
        return f"{one.number} +1: {one.measure}", direction, difference_text(one.per_step, one.unit)

    def signs(result: Sensitivity) -> Signs:
        return {(one.number, one.group, one.measure): sign(one) for one in result.claimed}

    return sign_flags([(result.players, signs(result)) for result in found])


def proposal_text(target: Target, proposal: Proposal) -> str:
    change = f"{proposal.number} {proposal.before} → {proposal.after}"
    words = f"{change}: predicted to miss the target by {target.text_of(proposal.expected)}"
    if not proposal.measures:
        return words + "."
    words += f", measured {target.text_of(proposal.distance)} on fresh deals"
    if len(proposal.measures) > 1:
        return words + "."
    [measure] = proposal.measures
    half_width = value_text(measure.estimate().half_width, measure.unit)
    return f"{words}: {measure.name} {value_text(measure.value, measure.unit)} (± {half_width})."


def effects_html(game: Game, found: Sequence[Sensitivity], target: Target | None, proposals: Sequence[Proposal]) -> str:
    """Page of a sensitivity analysis: the target's answer, then a map and a table per strength."""
    sections = [] if target is None else [_answer(target, proposals)]
    for one in found:
        sections += [_map(one), _table(one)]
    deals = sum(one.deals for one in found)
    changed = changes_text(found[0].plan.options.changed(), found[0].plan.rules_patch)
    lead = [
        f"{2 * deals:,} games: each of {deals:,} deals was played with every option nudged up or down at random, and "
        f"again with the opposite changes. {changed} Each 95 % interval holds by itself. At most "
        f"{percent(FALSE_DISCOVERY_RATE)} of the flagged effects are expected to be false (Benjamini and Hochberg)."
    ]
    flags = effect_sign_flags(found) + [
        effect_text(effect) + "." for effect in found[0].claimed if effect.headline and effect.unit == POINTS
    ]
    return experiment_page(game, "effect of every option", [one.players for one in found], lead, flags[:20], sections)


def _answer(target: Target, proposals: Sequence[Proposal]) -> Section:
    rows = []
    for one in proposals:
        played = target.text_of(one.distance) if one.measures else "not measured"
        rows.append([one.number, f"{one.before} → {one.after}", target.text_of(one.expected), played])
    best = f"Best single change: {proposal_text(target, proposals[0])}" if proposals else "No option is known to help."
    head = ["option", "change", "predicted miss", "measured miss"]
    return Section(f"Which single change gives {target.text}?", [], best, head, rows)


def _map(found: Sensitivity) -> Section:
    rates = [measure for measure in found.measures if measure.unit == POINTS and measure.headline]
    shown = [effect.number for effect in found.effects if effect.unit == POINTS and effect.headline]
    numbers = list(dict.fromkeys(shown))[:MAX_ROWS]
    values = [[_shade(found.of(number, measure)) for measure in rates] for number in numbers]
    words = [[_cell(found.of(number, measure)) for measure in rates] for number in numbers]
    columns = [str(number) for number in range(1, len(rates) + 1)]
    picture = grid_svg(Grid("Points of win rate per step", numbers, columns, values, "", "", words))
    named = ", ".join(f"{number} {measure.name}" for number, measure in enumerate(rates, 1))
    sentence = "; ".join(effect_text(effect) for effect in found.claimed[:3]) or "No option has a visible effect"
    title = f"What does one more of each option do, among {found.players[0]} bots?"
    return Section(title, [picture], f"{sentence}. Columns: {named}.")


def _shade(effect: FactorEffect) -> float:
    return min(1.0, max(0.0, 0.5 + effect.per_step.value / (2 * FULL_COLOUR_EFFECT))) if effect.claimed else 0.5


def _cell(effect: FactorEffect) -> str:
    return f"{effect.per_step.value * 100:+.1f}".replace("-", "−") if effect.claimed else "·"


def _table(found: Sensitivity) -> Section:
    rows = []
    for effect in found.effects:
        measure = f"{effect.group.removeprefix('win rate by ')}: {effect.measure}"
        rows.append([effect.number, measure, marked(difference_text(effect.per_step, effect.unit), effect.claimed)])
    sentence = f"The clearest effects first; {len(found.claimed)} of {len(found.effects)} are flagged."
    title = f"Every effect, among {found.players[0]} bots"
    return Section(title, [], sentence, ["option", "figure", "per +1"], rows)
