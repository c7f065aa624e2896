"""The report of a run: one self-contained page with charts, sentences and flags."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import NormalDist

import numpy as np
from msgspec import Struct, to_builtins

from rumpus.core.errors import BadOption, BadRecord, RumpusError
from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.core.position import Json
from rumpus.lab.experiments.measures import (
    deal_fraction,
    luck_fraction,
    measures_of,
    percent_text,
    rate_text,
    value_text,
)
from rumpus.lab.reports import charts
from rumpus.lab.reports.luck_sources import SHOWN_UNIT, LuckSources
from rumpus.lab.reports.matchups import Matchups, Pick, picks_text
from rumpus.lab.reports.page import Section, page
from rumpus.lab.reports.wording import among, changes_text, percent, players_text, sign_change_flags
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow
from rumpus.lab.simulation.runs import Run
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.tournament import run_tournament
from rumpus.players.catalogue import find_player
from rumpus.stats.estimates import Estimate, Rate
from rumpus.stats.regression import POINTS, Measure

OUT_OF_LINE = 0.03
"""A rate is flagged if its interval lies farther than this from the fair rate."""
NEGLIGIBLE = 0.05
"""Largest distance of an interval from the fair rate without much effect."""
MAX_LONGEST_FRACTION = 0.05
"""Fraction of games of maximal length; above it a limit seems to end them."""
LONG_FACTOR = 1.5
"""Factor over the median of a long game."""
SECONDS_PER_DECISION = 8
"""Seconds a person takes per decision (assumed)."""
MAX_LINES, LINES_PER_END = 40, 10
"""Lines of a chart at most; of more, the best and worst `LINES_PER_END` are drawn."""
SEAT_GROUPS = ("seat", "player")
"""Groups of win rates other than identities."""
MEASURE_LABELS = {
    "decided after": "decided at (share of the game)",
    "farthest behind": "largest deficit overcome",
    "best less second best": "margin of the best move",
    "options": "legal moves",
}
"""Labels of measures whose names in files are older."""
MIN_SEATS = 50
"""Fewest seats with an action for a chart of its win rate."""


class SkillStep(Struct):
    """Two bots of neighbouring strength, and the stronger one's rate of finishing ahead."""

    stronger: str
    weaker: str
    ahead: Rate


def skill_text(steps: Sequence[SkillStep]) -> str:
    """One sentence, supported by all intervals."""
    signs, told = [], []
    for step in steps:
        low, high = step.ahead.interval
        signs.append((low > 0.5) - (high < 0.5))
        rate = f"{percent(step.ahead.rate)} of the games ({percent(low)} to {percent(high)})"
        told.append(f"{step.stronger} is ahead of {step.weaker} in {rate}")
    if -1 in signs:
        verdict = "A stronger bot does not always win more" if 1 in signs else "A stronger bot does not win more"
    elif 0 in signs:
        verdict = "It is open whether a stronger bot wins more" + (" at every step" if 1 in signs else "")
    else:
        verdict = "A stronger bot wins more"
    return f"{verdict}: {'; '.join(told)}."


class Report:
    """Measures of a run, and their page."""

    def __init__(
        self, plan: Plan, rows: Sequence[GameRow], steps: Sequence[SkillStep] = (), beside: Sequence[Report] = ()
    ) -> None:
        if not rows:
            raise BadRecord("This run has no finished game yet. Repeat its command to play on.")
        self.plan = plan
        self.rows = list(rows)
        self.game: Game = plan.game
        self.luck_sources = LuckSources(rows)
        self.measures = measures_of(plan.game, rows) + self.luck_sources.measures()
        self.steps = list(steps)
        self.beside = list(beside)
        """Reports of the same games by other players."""
        if any(_rules_of(other.plan) != _rules_of(plan) for other in beside):
            raise BadOption("Runs stand side by side in a report only if they differ in their players alone.")
        self.flags: list[str] = []
        seats, decided = len(rows[0].seats), sum(row.winner is not None for row in rows)
        self.fair = decided / (len(rows) * seats) if seats > 1 else None
        """Win rate of each seat if nothing mattered, with the draws as observed; None for a single seat."""

    def group(self, name: str) -> list[Measure]:
        return [measure for measure in self.measures if measure.group == name]

    def groups(self, start: str) -> list[str]:
        return list(dict.fromkeys(measure.group for measure in self.measures if measure.group.startswith(start)))

    def to_json(self) -> dict[str, Json]:
        found = self.matchups()
        deal, after = _fraction_json(deal_fraction(self.rows)), _fraction_json(luck_fraction(self.rows))
        return {
            "plan": self.plan.manifest().to_json(),
            "games": len(self.rows),
            "figures": [_measure_json(measure) for measure in self.measures],
            "picks": to_builtins(self.picks(found)) if found is not None else [],
            "luck": {"deal": deal, "after the start": after},
            "never seen": list[Json](self.dead_topics()),
            "beside": [other.to_json() for other in self.beside],
        }

    # --- the page ---

    def html(self) -> str:
        # Sections add flags while they are built. Changes of sign come first.
        self.flags = []
        sections = [*self.strengths_section(), self.seats_section()]
        setups = {f"win rate by {kind}" for row in self.rows for seat in row.seats for kind, _ in seat.random_setup}
        groups = self.groups("win rate by ")
        sections += [self.setup_section(group) for group in groups if group in setups]
        sections += [self.rates_section(group) for group in groups if group not in {*setups, "win rate by seat"}]
        sections += [*self.matchups_section(), self.length_section(), *self.course_section(), *self.deciding_section()]
        sections += [*self.luck_sources.section(), self.numbers_section(), *self.ledger_sections()]
        sections += [*self.skill_section(), self.dead_section()]
        changed = changes_text(self.plan.options.changed(), self.plan.rules_patch)
        lead = [
            players_text([one.plan.players for one in (self, *self.beside)]),
            f"{len(self.rows):,} games; seed {self.plan.seed!r}. {changed}",
        ]
        return page(f"{self.game.title}: how it plays", lead, self.flags, sections)

    def standings(self) -> dict[str, tuple[int, str]]:
        """Sign and text by identity or setup.

        The sign is 1 above the fair rate, -1 below it, and 0 if open.
        """
        fair = self.fair
        found: dict[str, tuple[int, str]] = {}
        for measure in self.measures:
            kind = measure.group.removeprefix("win rate by ")
            if measure.group.startswith("win rate by ") and kind not in SEAT_GROUPS:
                estimate = measure.estimate()
                sign = 0 if fair is None or not estimate.count else (estimate.low > fair) - (estimate.high < fair)
                words = f"{value_text(estimate.value, POINTS)} ± {estimate.half_width * 100:.1f}"
                found[f"{kind}: {measure.name}"] = (sign, words)
        return found

    def strengths_section(self) -> list[Section]:
        """Compares win rates across strengths, and flags changes of sign."""
        if not self.beside:
            return []
        everybody = [(one.plan.players, one.standings()) for one in (self, *self.beside)]
        rows: list[list[str]] = []
        turned: list[str] = []
        for name in everybody[0][1]:
            seen = [(players, *found[name]) for players, found in everybody if name in found]
            turned += sign_change_flags(name.partition(": ")[2], seen)
            rows.append([name, *(found[name][1] if name in found else "" for _, found in everybody)])
        self.flags += turned
        same = "No result changes sign between the strengths."
        sentence = " ".join(turned) or same
        picked = [
            f"{picks_text(picks)} among {among(one.plan.players)}"
            for one in (self, *self.beside)
            if (found := one.matchups()) is not None and (picks := one.picks(found))
        ]
        if picked:
            sentence += f" Equilibrium picks: {'; '.join(picked)}."
        head = ["wins", *(among(players) for players, _ in everybody)]
        return [Section("Does it hold at every strength?", [], sentence, head, rows)]

    def rates_chart(self, group: str, measures: Sequence[Measure]) -> str:
        """Chart of win rates. Adds a flag for each one out of line."""
        found: list[str] = []
        for measure in measures:
            estimate, fair = measure.estimate(), self.fair
            if fair is not None and estimate.count and abs(estimate.value - fair) - estimate.half_width > OUT_OF_LINE:
                found.append(measure.name)
                word = "more" if estimate.value > fair else "less"
                share = f"{word} than its share of {value_text(fair, POINTS)}"
                self.flags.append(f"{measure.name} wins {rate_text(estimate)}, {share}.")
        return charts.rates(group.capitalize(), measures, self.fair, found)

    def seats_section(self) -> Section:
        measures = self.group("win rate by seat")
        if len(measures) == 1:
            estimate = measures[0].estimate()
            rate = f"{value_text(estimate.value, POINTS)} of the games (± {estimate.half_width * 100:.1f})"
            sentence = f"The player wins {rate}."
        else:
            best = max(measures, key=lambda measure: measure.value)
            sentence = f"The seat {matters_text(measures, self.fair)}."
            sentence += f" The best seat is {best.name} with {value_text(best.value, POINTS)}."
            if any(seat.random_setup for row in self.rows for seat in row.seats):
                sentence += " The next section shows what chance decided for each seat."
        return Section("Does the seat matter?", [self.rates_chart("win rate by seat", measures)], sentence)

    def setup_section(self, group: str) -> Section:
        """Win rates by the chance outcomes of the start."""
        measures = sorted(self.group(group), key=lambda measure: -measure.value)
        rates = "; ".join(f"{measure.name}: {rate_text(measure.estimate())}" for measure in measures)
        sentence = f"It {matters_text(measures, self.fair)}. {rates}."
        title = f"What does chance decide? The {group.removeprefix('win rate by ')}"
        return Section(title, [self.rates_chart(group, measures)], sentence)

    def rates_section(self, group: str) -> Section:
        measures = sorted(self.group(group), key=lambda measure: -measure.value)
        best, worst = measures[0], measures[-1]
        sentence = (
            f"{best.name} wins most ({value_text(best.value, POINTS)}), {worst.name} least "
            f"({value_text(worst.value, POINTS)}): {(best.value - worst.value) * 100:.1f} points apart."
        )
        title = f"Which {group.removeprefix('win rate by ')} wins?"
        return Section(title, [self.rates_chart(group, measures)], sentence)

    def matchups(self) -> Matchups | None:
        """Match-ups, for two seats with identities."""
        kinds = sorted({kind for row in self.rows for seat in row.seats for kind, _ in seat.identity})
        return Matchups(self.rows, kinds[0]) if len(self.rows[0].seats) == 2 and kinds else None

    def picks(self, found: Matchups) -> list[Pick]:
        """Equilibrium picks, if enough is known.

        Seats must be able to get any thing of the kind.
        """
        given = {treatments.kind for treatments in self.game.lab().treatments(self.plan.options)}
        return found.picks() if found.kind in given and found.known else []

    def matchups_section(self) -> list[Section]:
        found = self.matchups()
        if found is None:
            return []
        picks = self.picks(found)
        self.flags += [
            f"{pick.name} is dominated: {pick.dominated_by} does better against every other pick."
            for pick in picks
            if pick.dominated_by
        ]
        return [found.matrix_section(), *([found.picks_section(picks)] if picks else [])]

    def length_section(self) -> Section:
        in_rounds = any(row.rounds for row in self.rows)
        values = [float(row.rounds if in_rounds else row.decisions) for row in self.rows]
        unit = f"{self.game.lab().round_word}s" if in_rounds else "decisions"
        half, most = float(np.percentile(values, 50)), float(np.percentile(values, 95))
        sentence = f"Half of the games last at most {half:.0f} {unit}, 95 % at most {most:.0f}."
        longest = max(values)
        late = sum(value == longest for value in values) / len(values)
        if late > MAX_LONGEST_FRACTION and longest >= LONG_FACTOR * half:
            self.flags.append(f"{percent(late)} of the games last {longest:.0f} {unit}, the maximum seen.")
        picture = charts.histogram("Length of a game", values, unit)
        return Section("How long does it last?", [picture], f"{sentence} {self.minutes_text()}")

    def minutes_text(self) -> str:
        """Estimated playing time of people, compared with the game's own figure."""
        minutes = [(row.decisions - row.forced) * SECONDS_PER_DECISION / 60 for row in self.rows]
        half, most = float(np.percentile(minutes, 50)), float(np.percentile(minutes, 95))
        if half > LONG_FACTOR * self.game.minutes:
            self.flags.append(f"A game takes people about {half:.0f} minutes, but its page says {self.game.minutes}.")
        return (
            f"At {SECONDS_PER_DECISION} seconds for each decision with a choice, half of the games take at most "
            f"{half:.0f} min, 95 % at most {most:.0f} min. The game's page says about {self.game.minutes} min."
        )

    def course_section(self) -> list[Section]:
        """Mean standing of winners and others over a game."""
        courses: tuple[list[list[float]], list[list[float]]] = [], []
        for row in self.rows:
            if row.winner is not None and len(row.seats) > 1 and row.seats[0].course:
                for number, seat in enumerate(row.seats):
                    courses[number != row.winner].append(seat.course)
        if not courses[0]:
            return []
        winners, others = (np.array(some).mean(axis=0) for some in courses)
        measures = {measure.name: measure.value for measure in self.group("the game")}
        sentence = (
            f"The lead changes {measures['changes of the lead']:.1f} times per game. In "
            f"{value_text(measures['comebacks'], POINTS)} of the games the winner was behind at half-time."
        )
        return [Section("Is it exciting?", [charts.courses("The standing over a game", winners, others)], sentence)]

    def deciding_section(self) -> list[Section]:
        """Causes of a win, their time, and the weight of a decision."""
        found = {measure.name: measure for measure in self.group("what decides")}
        if not found:
            return []
        told = []
        after, dealt = luck_fraction(self.rows), deal_fraction(self.rows)
        if after is not None and dealt is not None:
            told.append(
                f"Luck after the start explains at least {rate_text(after)} of the results, the deal at least "
                f"{rate_text(dealt)}."
            )
        by_luck, by_choice = (found[f"changes of the lead by {what}"].value for what in ("luck", "choice"))
        told.append(f"The lead changes {by_luck:.1f} times per game by luck and {by_choice:.1f} times by choice.")
        if "decided after" in found:
            told.append(
                f"On average the winner takes the lead for good after {percent(found['decided after'].value)} of the "
                f"decisions, and overcame a deficit of {found['farthest behind'].value * 100:.0f} {SHOWN_UNIT}."
            )
        if "best less second best" in found:
            best = found["best less second best"].estimate()
            told.append(
                f"A decision with a choice has {found['options'].value:.0f} legal moves on average; the best is "
                f"{best.value * 100:.1f} (± {best.half_width * 100:.1f}) {SHOWN_UNIT} better than the second best."
            )
        watched = sum(row.lead_stats is not None for row in self.rows)
        told.append(
            f"By the bots' own evaluation in {watched:,} observed games. The shares of luck are lower bounds: "
            f"{self.missed_luck_text()}"
        )
        rows = [_with_interval(measure) for measure in found.values()]
        return [Section("What decides it?", [], " ".join(told), ["figure", "value, 95 % interval"], rows)]

    def missed_luck_text(self) -> str:
        if self.game.lab().luck_rollouts:
            return "rollouts measure luck, and luck that shows only after them counts as choice."
        return "luck that shows only later, such as a card that proves good, counts as choice."

    def numbers_section(self) -> Section:
        rows = [_with_interval(measure) for measure in self.group("the game")]
        forced = next(measure for measure in self.group("the game") if measure.name == "forced decisions")
        rate = value_text(forced.value, POINTS)
        sentence = f"{rate} of all decisions were forced: they had one legal move."
        return Section("In numbers", [], sentence, ["figure", "value, 95 % interval"], rows)

    def ledger_sections(self) -> list[Section]:
        """Frequency of every action, and the win rate of its seats."""
        sections: list[Section] = []
        for group in self.groups("times "):
            action = group.removeprefix("times ").removesuffix(" per game")
            wins = {measure.name: measure for measure in self.group(f"win rate when {action}")}
            measures = sorted(self.group(group), key=lambda measure: -measure.value)
            rows = []
            for measure in measures:
                rate = wins[measure.name].estimate()
                rows.append([measure.name, f"{measure.value:.3f}", f"{rate.count:,.0f}", percent_text(rate)])
            title, shown_wins = f"Win rate of the players who {action} it", list(wins.values())
            if len(measures) > MAX_LINES:
                title += f": the {LINES_PER_END} highest and the {LINES_PER_END} lowest"
                known = [measure for measure in shown_wins if measure.bottom.sum() >= MIN_SEATS]
                known.sort(key=lambda measure: -measure.value)
                # Cut twice, so that no line appears in both ends.
                shown_wins = known[:LINES_PER_END] + known[LINES_PER_END:][-LINES_PER_END:]
            pictures = [charts.rates(title, shown_wins, self.fair, [])] if shown_wins else []
            least = f"; least often: {measures[-1].name} ({measures[-1].value:.3f})" if len(measures) > 1 else ""
            sentence = (
                f"Most often: {measures[0].name} ({measures[0].value:.2f} times per game){least}. "
                "A high win rate does not mean that it causes the wins."
            )
            head = ["", "times per game", "players who did", "win rate"]
            sections.append(Section(f"Who {action} what?", pictures, sentence, head, rows))
        return sections

    def skill_section(self) -> list[Section]:
        if not self.steps:
            return []
        rows = []
        for step in self.steps:
            rate, (low, high) = step.ahead, step.ahead.interval
            words = f"{step.stronger} against {step.weaker}"
            rows.append([words, percent(rate.rate, 1), f"{percent(low, 1)} to {percent(high, 1)}", f"{rate.games:,}"])
        sentence = f"{skill_text(self.steps)} 50 % would be pure luck, 100 % pure skill."
        lines = [(row[0], step.ahead) for row, step in zip(rows, self.steps, strict=True)]
        picture = charts.skill("How often the stronger bot finishes ahead", lines)
        head = ["bots", "ahead", "95 % interval", "games"]
        return [Section("Luck or skill?", [picture], sentence, head, rows)]

    def dead_topics(self) -> list[str]:
        """Topics never drawn, played, used or named in a log."""
        entered = {topic for row in self.rows for seat in row.seats for _, topic, _ in seat.ledger}
        entered |= {name for row in self.rows for seat in row.seats for _, name in seat.identity}
        # Logs are read in every `LOG_EVERY_GAMES`-th game only; ledger and identities in all.
        named = {topic for row in self.rows for topic in row.named}
        return sorted(set(self.plan.topics) - entered - named)

    def dead_section(self) -> Section:
        topics = self.dead_topics()
        if not topics:
            return Section("Never seen", [], "Every card, ability and term came up.")
        games, some = f"{len(self.rows):,} games", ", ".join(topics[:8])
        self.flags.append(f"Never seen in {games}: {some}{' …' if len(topics) > 8 else ''}.")
        sentence = f"Never drawn, played, used or named in {games}: {', '.join(topics)}."
        return Section("Never seen", [], sentence)


def matters_text(measures: Sequence[Measure], fair: float | None) -> str:
    """Describes the effect of the group: sure, small, or unknown."""
    # Bonferroni: any one measure is enough to say that the group matters.
    strict = NormalDist().inv_cdf(1 - 0.025 / max(1, len(measures)))
    rates = [measure.estimate(strict) for measure in measures]
    if fair is not None and any(abs(rate.value - fair) > rate.half_width for rate in rates):
        return "matters"
    if fair is not None and all(abs(rate.value - fair) + rate.half_width <= NEGLIGIBLE for rate in rates):
        return "hardly matters"
    return "may matter or not: there are too few games to tell"


def _rules_of(plan: Plan) -> tuple[str, dict[str, Value], str]:
    return plan.game.name, plan.options.changed(), plan.rules_patch_hash


def _measure_json(measure: Measure) -> Json:
    estimate = measure.estimate()
    return {
        "group": measure.group,
        "name": measure.name,
        "unit": measure.unit,
        "value": None if np.isnan(estimate.value) else estimate.value,
        "plus or minus": None if np.isnan(estimate.half_width) else estimate.half_width,
        "count": estimate.count,
    }


def _fraction_json(share: Estimate | None) -> Json:
    return None if share is None else {"share": share.value, "plus or minus": share.half_width, "games": share.count}


def _with_interval(measure: Measure) -> list[str]:
    estimate = measure.estimate()
    scale, unit = (100, "%") if measure.unit == POINTS else (1, measure.unit)
    name = MEASURE_LABELS.get(measure.name, measure.name)
    return [name, f"{estimate.value * scale:.2f} ± {estimate.half_width * scale:.2f} {unit}"]


def report_of(runs: Sequence[Run], steps: Sequence[SkillStep] = ()) -> Report:
    """Report of the first run; the others stand beside it."""
    beside = [Report(run.plan, run.rows()) for run in runs[1:]]
    return Report(runs[0].plan, runs[0].rows(), steps, beside)


STRENGTHS: Sequence[str] = ("random", "greedy", "normal")


def skill_steps(plan: Plan, games: int, workers: Workers) -> list[SkillStep]:
    """Plays each strength against the one below; empty in games for one seat."""
    if len(plan.players) < 2:
        return []
    if plan.rules_patch is not None:
        raise BadOption(
            f"A ladder needs the standard rules, and this run has {plan.rules_patch.name}. Please leave out --ladder."
        )
    found: list[SkillStep] = []
    for weak, strong in pairwise(STRENGTHS):
        try:
            find_player(strong, plan.game, plan.options, "check")
        except RumpusError:
            continue
        changes = plan.options.changed()
        table = run_tournament(plan.game, changes, [strong, weak], games, plan.seed, workers)
        found.append(SkillStep(strong, weak, table.versus(0, 1)))
    return found
