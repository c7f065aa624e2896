"""One self-contained page that a designer reads: pictures first, a plain sentence under each, what is out of line.

Luck or skill: bots of growing strength, each against the one below.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import NormalDist

import numpy as np

from rumpus.core.errors import BadOption, BadRecord, RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Plain
from rumpus.lab.experiments.measures import deal_share, figures_of, luck_share, shown
from rumpus.lab.reports import charts
from rumpus.lab.reports.luck_sources import Windfalls
from rumpus.lab.reports.matchups import Matchups, Pick, picked_words
from rumpus.lab.reports.page import Section, page
from rumpus.lab.reports.wording import among, changed_words, sign_change, who_played
from rumpus.lab.simulation.plan import Plan
from rumpus.lab.simulation.rows import GameRow
from rumpus.lab.simulation.runs import Run
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.tournament import run_tournament
from rumpus.players.catalogue import find_player
from rumpus.stats.estimates import Estimate, Rate
from rumpus.stats.regression import POINTS, Figure

OUT_OF_LINE = 0.03
"""A rate is flagged when its interval leaves out the even share by more than this."""
HARDLY = 0.05
"""What is surely nearer than this to the even share hardly matters."""
MANY_LATE = 0.05
"""If more games than this share all last the longest, it is a limit that ends them."""
MUCH_LONGER = 1.5
"""… and so much longer than half of the games at least: where all are about as long, none is too long."""
SECONDS_A_DECISION = 8
"""What people take for a decision, for want of better knowledge."""
MOST_LINES, EITHER_END = 40, 10
"""A picture has no more lines than this: of more things, so many of the best and of the worst are drawn."""
SEATS = ("seat", "player")
"""What is not a thing to play with."""
ENOUGH_SEATS = 50
"""So many seats must have done a thing before its win rate is among the best or worst."""


class SkillStep:
    """Two bots of neighbouring strength, and how often the stronger is ahead."""

    def __init__(self, stronger: str, weaker: str, ahead: Rate) -> None:
        self.stronger = stronger
        self.weaker = weaker
        self.ahead = ahead


def skill_words(steps: Sequence[SkillStep]) -> str:
    """One sentence that claims no more than the intervals of all steps do."""
    signs, told = [], []
    for step in steps:
        low, high = step.ahead.interval
        signs.append((low > 0.5) - (high < 0.5))
        rate = f"{step.ahead.rate:.0%} of the games ({low:.0%} to {high:.0%})"
        told.append(f"{step.stronger} is ahead of {step.weaker} in {rate}")
    if -1 in signs:
        verdict = "To think harder does not always help" if 1 in signs else "To think harder does not help"
    elif 0 in signs:
        verdict = "Whether a better player gets on is not seen" + (" at every step" if 1 in signs else "")
    else:
        verdict = "A better player gets on"
    return f"{verdict}: {'; '.join(told)}."


class Report:
    """The figures of a run, ready to be shown."""

    def __init__(
        self,
        plan: Plan,
        rows: Sequence[GameRow],
        steps: Sequence[SkillStep] = (),
        beside: Sequence[Report] = (),
    ) -> None:
        if not rows:
            raise BadRecord("this run has no finished game yet")
        self.plan = plan
        self.rows = list(rows)
        self.game: Game = plan.game
        self.windfalls = Windfalls(rows)
        """What luck is made of."""
        self.figures = figures_of(plan.game, rows) + self.windfalls.figures()
        self.steps = list(steps)
        self.beside = list(beside)
        """The same games by other players."""
        for other in beside:
            if (other.game.name, other.plan.options.changed(), other.plan.variant_hash) != (
                self.game.name,
                plan.options.changed(),
                plan.variant_hash,
            ):
                raise BadOption("runs stand side by side in a report only if they differ in their players alone")
        self.flags: list[str] = []

    def group(self, name: str) -> list[Figure]:
        return [figure for figure in self.figures if figure.group == name]

    def groups(self, start: str) -> list[str]:
        return list(dict.fromkeys(figure.group for figure in self.figures if figure.group.startswith(start)))

    def plain(self) -> dict[str, Plain]:
        figures: list[Plain] = []
        for figure in self.figures:
            estimate = figure.estimate()
            figures.append(
                {
                    "group": figure.group,
                    "name": figure.name,
                    "unit": figure.unit,
                    "value": None if np.isnan(estimate.value) else estimate.value,
                    "plus or minus": None if np.isnan(estimate.half) else estimate.half,
                    "count": estimate.count,
                }
            )
        dead: list[Plain] = list[Plain](self.dead_topics())
        found = self.matchups()
        picks: list[Plain] = [pick.plain() for pick in self.picks(found)] if found is not None else []
        return {
            "plan": self.plan.manifest().plain(),
            "games": len(self.rows),
            "figures": figures,
            "picks": picks,
            "luck": {
                "deal": _share_plain(deal_share(self.rows)),
                "after the start": _share_plain(luck_share(self.rows)),
            },
            "never seen": dead,
            "beside": [other.plain() for other in self.beside],
        }

    # --- the page ---

    def html(self) -> str:
        sections = [*self.strengths_section(), self.seats_section()]
        lots = {f"win rate by {kind}" for row in self.rows for seat in row.seats for kind, _ in seat.lots}
        sections += [self.lot_section(group) for group in self.groups("win rate by ") if group in lots]
        for group in self.groups("win rate by "):
            if group != "win rate by seat" and group not in lots:
                sections.append(self.rates_section(group))
        sections += self.matchups_section()
        sections.append(self.length_section())
        sections += self.course_section()
        sections += self.deciding_section()
        sections += self.windfalls.section()
        sections.append(self.numbers_section())
        sections += self.ledger_sections()
        sections += self.skill_section()
        sections.append(self.dead_section())
        changed = changed_words(self.plan.options.changed(), self.plan.variant)
        lead = [
            who_played([one.plan.players for one in (self, *self.beside)]),
            f"{len(self.rows):,} games; seed {self.plan.seed!r}. {changed}",
        ]
        return page(f"{self.game.title}: how it plays", lead, self.flags, sections)

    def standings(self) -> dict[str, tuple[int, str]]:
        """For all that one plays with or that chance settles: whether it surely wins more or less than its share."""
        fair, found = self.fair(""), dict[str, tuple[int, str]]()
        for figure in self.figures:
            if figure.group.startswith("win rate by ") and figure.group.removeprefix("win rate by ") not in SEATS:
                estimate = figure.estimate()
                sign = 0 if fair is None or not estimate.count else (estimate.low > fair) - (estimate.high < fair)
                words = f"{shown(estimate.value, POINTS)} ± {estimate.half * 100:.1f}"
                found[f"{figure.group.removeprefix('win rate by ')}: {figure.name}"] = (sign, words)
        return found

    def strengths_section(self) -> list[Section]:
        """The same things among all players, and what is strong among some and weak among others."""
        if not self.beside:
            return []
        everybody = [(one.plan.players, one.standings()) for one in (self, *self.beside)]
        rows, turned = [], list[str]()
        for name in everybody[0][1]:
            seen = [(players, *found[name]) for players, found in everybody if name in found]
            turned += sign_change(name.partition(": ")[2], seen)
            rows.append([name, *(found[name][1] if name in found else "" for _, found in everybody)])
        self.flags += turned
        sentence = (
            " ".join(turned) or "Nothing that wins more than its share among some is seen to win less among others."
        )
        picked = [
            f"{picked_words(picks)} among {among(one.plan.players)}"
            for one in (self, *self.beside)
            if (found := one.matchups()) is not None and (picks := one.picks(found))
        ]
        if picked:
            sentence += f" What would be picked: {'; '.join(picked)}."
        head = ["wins", *(among(players) for players, _ in everybody)]
        return [Section("Is it so at every strength?", [], sentence, head, rows)]

    def fair(self, group: str) -> float | None:
        """What each would win if nothing mattered, draws as they fell."""
        seats = len(self.rows[0].seats)
        if seats < 2:
            return None
        decided = sum(row.winner is not None for row in self.rows)
        return decided / (len(self.rows) * seats)

    def flagged(self, figures: Sequence[Figure], fair: float | None) -> list[str]:
        """The names out of line; each is said at the top of the page too."""
        found: list[str] = []
        for figure in figures:
            estimate = figure.estimate()
            if fair is not None and estimate.count and abs(estimate.value - fair) - estimate.half > OUT_OF_LINE:
                found.append(figure.name)
                word = "more" if estimate.value > fair else "less"
                self.flags.append(
                    f"{figure.name} wins {shown(estimate.value, POINTS)} (± {estimate.half * 100:.1f}), "
                    f"{word} than its share of {shown(fair, POINTS)}."
                )
        return found

    def seats_section(self) -> Section:
        figures = self.group("win rate by seat")
        fair = self.fair("seat")
        flagged = self.flagged(figures, fair)
        if len(figures) == 1:
            estimate = figures[0].estimate()
            sentence = f"The player wins {shown(estimate.value, POINTS)} of the games (± {estimate.half * 100:.1f})."
        else:
            best = max(figures, key=lambda figure: figure.value)
            sentence = f"Where one sits {matters(figures, fair)}."
            sentence += f" The best seat is {best.name} with {shown(best.value, POINTS)}."
            if any(seat.lots for row in self.rows for seat in row.seats):
                sentence += " A seat is a chair; what chance settled for whoever sat there comes next."
        return Section("Does the seat matter?", [charts.rates("Win rate by seat", figures, fair, flagged)], sentence)

    def lot_section(self, group: str) -> Section:
        """What chance settled at the start, whoever sat in which chair."""
        figures = sorted(self.group(group), key=lambda figure: -figure.value)
        fair = self.fair(group)
        flagged = self.flagged(figures, fair)
        kind = group.removeprefix("win rate by ")
        rates = [(figure.name, figure.estimate()) for figure in figures]
        told = "; ".join(f"{name}: {shown(rate.value, POINTS)} (± {rate.half * 100:.1f})" for name, rate in rates)
        verdict = f"It {matters(figures, fair)}"
        picture = charts.rates(group.capitalize(), figures, fair, flagged)
        return Section(f"What does chance decide? The {kind}", [picture], f"{verdict}. {told}.")

    def rates_section(self, group: str) -> Section:
        figures = sorted(self.group(group), key=lambda figure: -figure.value)
        fair = self.fair(group)
        flagged = self.flagged(figures, fair)
        spread = (figures[0].value - figures[-1].value) * 100
        sentence = (
            f"{figures[0].name} wins most ({shown(figures[0].value, POINTS)}), {figures[-1].name} least "
            f"({shown(figures[-1].value, POINTS)}): {spread:.1f} points apart."
        )
        kind = group.removeprefix("win rate by ")
        return Section(f"Which {kind} wins?", [charts.rates(group.capitalize(), figures, fair, flagged)], sentence)

    def matchups(self) -> Matchups | None:
        """Who beats whom, for two seats that each play with one or more of a kind."""
        kinds = sorted({kind for row in self.rows for seat in row.seats for kind, _ in seat.identity})
        return Matchups(self.rows, kinds[0]) if len(self.rows[0].seats) == 2 and kinds else None

    def picks(self, found: Matchups) -> list[Pick]:
        """What would be picked, where seats can be given any of the kind and enough is known."""
        given = {gifts.kind for gifts in self.game.lab().gifts(self.plan.options)}
        return found.picks() if found.kind in given and found.known else []

    def matchups_section(self) -> list[Section]:
        found = self.matchups()
        if found is None:
            return []
        picks = self.picks(found)
        self.flags += [
            f"{pick.name} is dominated: whatever it meets, {pick.better} does better." for pick in picks if pick.better
        ]
        return [found.meetings(), *([found.picked(picks)] if picks else [])]

    def length_section(self) -> Section:
        in_rounds = any(row.rounds for row in self.rows)
        values = [float(row.rounds if in_rounds else row.decisions) for row in self.rows]
        unit = f"{self.game.lab().round_word}s" if in_rounds else "decisions"
        half, most = float(np.percentile(values, 50)), float(np.percentile(values, 95))
        sentence = f"Half of the games last {half:.0f} {unit} or less, nineteen of twenty {most:.0f} or less."
        longest = max(values)
        late = sum(value == longest for value in values) / len(values)
        if late > MANY_LATE and longest >= MUCH_LONGER * half:
            self.flags.append(f"{late:.0%} of the games end only after {longest:.0f} {unit}, the longest of all.")
        return Section(
            "How long does it last?",
            [charts.histogram("Length of a game", values, unit)],
            f"{sentence} {self.minutes_words()}",
        )

    def minutes_words(self) -> str:
        """What people would sit through, beside what the game says of itself."""
        minutes = [(row.decisions - row.forced) * SECONDS_A_DECISION / 60 for row in self.rows]
        half, most = float(np.percentile(minutes, 50)), float(np.percentile(minutes, 95))
        if half > MUCH_LONGER * self.game.minutes:
            self.flags.append(f"A game takes people {half:.0f} minutes, and is said to take {self.game.minutes}.")
        return (
            f"If people take {SECONDS_A_DECISION} seconds for each decision that leaves a choice, one after the other, "
            f"half of the games take {half:.0f} min or less and nineteen of twenty {most:.0f} or less; the game is "
            f"said to take about {self.game.minutes} min."
        )

    def course_section(self) -> list[Section]:
        """How winners and losers stand over the course of a game."""
        courses: tuple[list[list[float]], list[list[float]]] = [], []
        for row in self.rows:
            if row.winner is not None and len(row.seats) > 1 and row.seats[0].course:
                for number, seat in enumerate(row.seats):
                    courses[number != row.winner].append(seat.course)
        if not courses[0]:
            return []
        winners, others = (np.array(some).mean(axis=0) for some in courses)
        changes = next(figure for figure in self.group("the game") if figure.name == "changes of the lead")
        back = next(figure for figure in self.group("the game") if figure.name == "comebacks")
        sentence = (
            f"The lead changes {changes.value:.1f} times in a game, and in {shown(back.value, POINTS)} of the games "
            "the winner was behind half-way."
        )
        return [Section("Is it exciting?", [charts.courses("The standing over a game", winners, others)], sentence)]

    def deciding_section(self) -> list[Section]:
        """Whether luck or choice decides it, when, and how much a decision matters."""
        found = {figure.name: figure for figure in self.group("what decides")}
        if not found:
            return []
        told = []
        after, dealt = luck_share(self.rows), deal_share(self.rows)
        if after is not None and dealt is not None:
            told.append(
                f"Luck after the start explains at least {_share_words(after)} of who wins, and the deal "
                f"{_share_words(dealt)}."
            )
        by_luck, by_choice = (found[f"changes of the lead by {what}"].value for what in ("luck", "choice"))
        told.append(f"The lead changes {by_luck:.1f} times a game by luck and {by_choice:.1f} times by choice.")
        if "decided after" in found:
            told.append(
                f"On average whoever wins is ahead for good after {found['decided after'].value:.0%} of the decisions, "
                f"and was {found['farthest behind'].value * 100:.0f} points of chance behind at worst."
            )
        if "best less second best" in found:
            best = found["best less second best"].estimate()
            told.append(
                f"Where there is something to decide there are {found['options'].value:.0f} options, and the best is "
                f"{best.value * 100:.1f} (± {best.half * 100:.1f}) points of chance better than the second best."
            )
        watched = sum(row.drama is not None for row in self.rows)
        told.append(
            f"All of this by the bots' own sense of who is ahead, in {watched:,} games that were watched closely. The "
            f"shares are lower bounds: {self.unfelt_words()}"
        )
        rows = [_with_interval(figure) for figure in found.values()]
        return [Section("What decides it?", [], " ".join(told), ["figure", "value, 95 % interval"], rows)]

    def unfelt_words(self) -> str:
        """What luck escapes those who tell it apart."""
        if self.game.lab().looks:
            return "positions are played on a little to value luck, and what shows only later counts as choice."
        return "luck that is not seen at once, such as a card that turns out to be good, counts as choice."

    def numbers_section(self) -> Section:
        rows = [_with_interval(figure) for figure in self.group("the game")]
        forced = next(figure for figure in self.group("the game") if figure.name == "forced decisions")
        sentence = f"In {shown(forced.value, POINTS)} of all decisions there was nothing to decide: one option only."
        return Section("In numbers", [], sentence, ["figure", "value, 95 % interval"], rows)

    def ledger_sections(self) -> list[Section]:
        """For each thing one can do: how often it is done, and how often whoever did it wins."""
        sections: list[Section] = []
        for group in self.groups("times "):
            action = group.removeprefix("times ").removesuffix(" per game")
            wins = {figure.name: figure for figure in self.group(f"win rate when {action}")}
            figures = sorted(self.group(group), key=lambda figure: -figure.value)
            rows = []
            for figure in figures:
                estimate = wins[figure.name].estimate()
                rate = f"{estimate.value * 100:.1f} ± {estimate.half * 100:.1f} %"
                rows.append([figure.name, f"{figure.value:.3f}", f"{estimate.count:,.0f}", rate])
            title, shown_wins = f"Win rate of a seat that {action} it", list(wins.values())
            if len(figures) > MOST_LINES:
                title += f": the {EITHER_END} most and the {EITHER_END} least often winning"
                known = [figure for figure in shown_wins if figure.bottom.sum() >= ENOUGH_SEATS]
                known.sort(key=lambda figure: -figure.value)
                shown_wins = known[:EITHER_END] + known[EITHER_END:][-EITHER_END:]
            pictures = [charts.rates(title, shown_wins, self.fair(""), [])] if shown_wins else []
            least = f"; least often: {figures[-1].name} ({figures[-1].value:.3f})" if len(figures) > 1 else ""
            sentence = (
                f"Most often: {figures[0].name} ({figures[0].value:.2f} times a game){least}. "
                "Winning after it does not mean winning by it."
            )
            head = ["", "times per game", "seats that did", "they win"]
            sections.append(Section(f"Who {action} what?", pictures, sentence, head, rows))
        return sections

    def skill_section(self) -> list[Section]:
        if not self.steps:
            return []
        rows = []
        for step in self.steps:
            rate, (low, high) = step.ahead, step.ahead.interval
            words = f"{step.stronger} against {step.weaker}"
            rows.append([words, f"{rate.rate:.1%}", f"{low:.1%} to {high:.1%}", f"{rate.games:,}"])
        sentence = f"{skill_words(self.steps)} 50 % would be pure luck, 100 % pure skill."
        lines = [(row[0], step.ahead) for row, step in zip(rows, self.steps, strict=True)]
        picture = charts.skill("How often the stronger is ahead", lines)
        head = ["who", "ahead", "95 % interval", "games"]
        return [Section("Luck or skill?", [picture], sentence, head, rows)]

    def dead_topics(self) -> list[str]:
        """Cards, abilities and the like that nobody drew, played or used, and that no log names."""
        entered = {topic for row in self.rows for seat in row.seats for _, topic in seat.ledger}
        entered |= {name for row in self.rows for seat in row.seats for _, name in seat.identity}
        named = {topic for row in self.rows for topic in row.named}
        return sorted(set(self.plan.topics) - entered - named)

    def dead_section(self) -> Section:
        """What never happened."""
        topics = self.dead_topics()
        if not topics:
            return Section("Dead text", [], "Everything that can be named turned up.")
        self.flags.append(
            f"Never seen in {len(self.rows):,} games: {', '.join(topics[:8])}{' …' if len(topics) > 8 else ''}."
        )
        sentence = f"Never drawn, played, used or named in {len(self.rows):,} games: {', '.join(topics)}."
        return Section("Dead text", [], sentence)


def matters(figures: Sequence[Figure], fair: float | None) -> str:
    """Whether it makes a difference which of these one is: surely, hardly, or that so few games do not tell."""
    strict = NormalDist().inv_cdf(1 - 0.025 / max(1, len(figures)))
    rates = [figure.estimate(strict) for figure in figures]
    if fair is not None and any(abs(rate.value - fair) > rate.half for rate in rates):
        return "matters"
    if fair is not None and all(abs(rate.value - fair) + rate.half <= HARDLY for rate in rates):
        return "hardly matters"
    return "may matter or not: so few games do not tell"


def _share_words(share: Estimate) -> str:
    return f"{share.value * 100:.1f} % (± {share.half * 100:.1f})"


def _share_plain(share: Estimate | None) -> Plain:
    return None if share is None else {"share": share.value, "plus or minus": share.half, "games": share.count}


def _with_interval(figure: Figure) -> list[str]:
    estimate = figure.estimate()
    scale, unit = (100, "%") if figure.unit == POINTS else (1, figure.unit)
    return [figure.name, f"{estimate.value * scale:.2f} ± {estimate.half * scale:.2f} {unit}"]


def report_of(runs: Sequence[Run], steps: Sequence[SkillStep] = ()) -> Report:
    """Of the first run, with the others beside it."""
    beside = [Report(run.plan, run.rows()) for run in runs[1:]]
    return Report(runs[0].plan, runs[0].rows(), steps, beside)


STRENGTHS: Sequence[str] = ("random", "greedy", "normal")


def skill_steps(plan: Plan, games: int, workers: Workers) -> list[SkillStep]:
    """Each strength against the one below; where only one seat is played, there is nothing to compare."""
    if len(plan.players) < 2:
        return []
    if plan.variant is not None:
        raise BadOption(f"a ladder is played by the rulebook, and this run by {plan.variant.name}: leave out --ladder")
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
