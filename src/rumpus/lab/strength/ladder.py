"""The ladder: in every game, the stronger bot against the weaker, written down so that anyone can play it again."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.extensions import STRENGTHS
from rumpus.core.game import Game
from rumpus.core.outcome import winners
from rumpus.core.system.files import write_whole
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.exploits import exploited_words, read_exploits
from rumpus.lab.strength.tournament import Crosstable, Outcome, Pairing, run_tournament
from rumpus.players.exact import solution_of, solves_matches
from rumpus.stats.estimates import Rate
from rumpus.training.exploited import Exploited

MARK = "rumpus ladder 1"
SEED = "ladder"
GAMES = 500

PAIRS = [("random", "greedy"), ("greedy", "normal"), ("greedy", "hard"), *pairwise(STRENGTHS)]
FAR = "search:2000"
"""What a champion is measured by."""


class Rung:
    """One comparison of two players in a game: the pairings are those of `rumpus tournament` with the same words.

    `outcomes` is a letter per game, in order: W, D or L for the stronger of the two; where there is only one seat, W or
    L for whoever played that game. `best` is what exact play wins, where one of the two plays exactly.
    """

    def __init__(
        self,
        game: str,
        changes: Mapping[str, object],
        weaker: str,
        stronger: str,
        games: int,
        outcomes: str = "",
        best: float | None = None,
    ) -> None:
        self.game = game
        self.changes = dict(changes)
        self.weaker = weaker
        self.stronger = stronger
        self.games = games
        self.outcomes = outcomes
        self.best = best

    @property
    def alone(self) -> bool:
        """Whether the two never meet: each plays the same deals for itself."""
        game = find_game(self.game)
        return game.seats(game.options(self.changes)) == 1

    def rates(self) -> tuple[Rate, Rate]:
        """How often the weaker and the stronger won; a draw counts half."""
        if self.alone:
            half = len(self.outcomes) // 2
            return Rate(_points(self.outcomes[:half]), half), Rate(_points(self.outcomes[half:]), half)
        points = _points(self.outcomes)
        return Rate(len(self.outcomes) - points, len(self.outcomes)), Rate(points, len(self.outcomes))

    def command(self) -> str:
        options = "".join(f" --option {name}={value}" for name, value in self.changes.items())
        return f"rumpus tournament {self.game} --players {self.weaker},{self.stronger} --games {self.games}" + (
            f" --seed {SEED}{options}"
        )

    def look_up_best(self) -> None:
        """What exact play wins, where the stronger plays exactly."""
        if self.stronger == "exact":
            game = find_game(self.game)
            self.best = solution_of(game, game.options(self.changes)).value

    def play(self, games: int, workers: Workers, progress: Callable[[int, int], None]) -> Crosstable:
        self.look_up_best()
        return run_tournament(
            find_game(self.game), self.changes, [self.weaker, self.stronger], games, SEED, workers, progress
        )

    def plain(self) -> dict[str, object]:
        return {
            "game": self.game,
            "options": self.changes,
            "weaker": self.weaker,
            "stronger": self.stronger,
            "games": self.games,
            "outcomes": self.outcomes,
            "best": self.best,
        }


def _points(outcomes: str) -> float:
    return outcomes.count("W") + outcomes.count("D") / 2


def changes_for(game: Game) -> dict[str, object]:
    """The rulebook's options, and of those for more than two seats two, where the game can be played by two."""
    if 2 in game.seat_counts() and game.seats(game.options()) > 2:
        return dict(game.options(seats=2).changed())
    return {}


def rungs_of(game: Game, games: int) -> list[Rung]:
    """Who meets whom in this game."""
    changes = changes_for(game)
    yardstick = game.bots().yardstick
    pairs = [*PAIRS, *([(yardstick, "hard")] if yardstick else []), (FAR, "champion")]
    pairs += [("hard", "exact")] if solves_matches(game) else []
    return [Rung(game.name, changes, weaker, stronger, games) for weaker, stronger in pairs]


def letters(table: Crosstable) -> str:
    """Every game of the table as a letter, for its second entrant (or for the one who played it alone)."""
    return "".join(letter(pairing, outcome) for pairing, outcome in zip(table.pairings, table.outcomes, strict=True))


def letter(pairing: Pairing, outcome: Outcome) -> str:
    seat = pairing.lineup.index(1) if len(pairing.lineup) > 1 else 0
    best = winners(outcome.ranking)
    return "L" if seat not in best else "W" if len(best) == 1 else "D"


def differences(rung: Rung, again: str) -> list[int]:
    """The numbers (from 1) of the games that went otherwise, when the first games of a rung were played again."""
    wanted = rung.outcomes[: len(again)]
    if rung.alone:
        # Each played alone: the first half is the weaker's, the second the stronger's.
        half, games = len(rung.outcomes) // 2, len(again) // 2
        wanted = rung.outcomes[:games] + rung.outcomes[half : half + games]
    if len(again) != len(wanted):
        return [min(len(again), len(wanted)) + 1]
    return [number for number, (one, other) in enumerate(zip(again, wanted, strict=True), 1) if one != other]


# --- on paper ---


def write_json(path: Path, rungs: Sequence[Rung]) -> None:
    text = json.dumps({"format": MARK, "seed": SEED, "rungs": [rung.plain() for rung in rungs]}, indent=1)
    write_whole(path, text + "\n")


def read_json(path: Path) -> list[Rung]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadRecord(f"there is no ladder at {path}; `rumpus ladder` plays one") from None
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path} cannot be read as a ladder: {error}") from None
    try:
        if data["format"] != MARK:
            raise KeyError("format")
        return [
            Rung(
                str(row["game"]),
                dict(row["options"]),
                str(row["weaker"]),
                str(row["stronger"]),
                int(row["games"]),
                str(row["outcomes"]),
                None if row["best"] is None else float(row["best"]),
            )
            for row in data["rungs"]
        ]
    except (KeyError, TypeError, ValueError):
        raise BadRecord(f'{path} is no ladder of ours, or it is damaged: "format" should be "{MARK}"') from None


def page(rungs: Sequence[Rung], picture: str, exploits: Sequence[Exploited] = ()) -> str:
    """The ladder as a page of the documentation, with what attackers reached."""
    lines = [
        "# The ladder",
        "",
        "```",
        "rumpus ladder --verify --games 10",
        "```",
        "",
        "plays the first ten games of every row again and compares them one by one; without `--games` it plays all.",
        "Bots think in simulations here, not in seconds, so the same seeds give the same games on any machine and any",
        "number of cores. `rumpus ladder` writes this page. Who they are: [Bots](bots.md).",
        "",
        f"![How often the stronger player wins, by game]({picture})",
        "",
        "A win rate counts a draw as half a win; in brackets its 95 % interval. Both sit in every seat equally often",
        "and get the same deals. In a game for one, each plays the same deals alone.",
        "",
    ]
    for name in dict.fromkeys(rung.game for rung in rungs):
        lines += [
            f"## {find_game(name).title}",
            "",
            "| stronger | weaker | games | stronger wins |",
            "|---|---|---|---|",
        ]
        mine = [rung for rung in rungs if rung.game == name]
        for rung in mine:
            weak, strong = rung.rates()
            wins = f"**{_said(strong)}**"
            if rung.alone:
                wins += f", the weaker {_said(weak)}"
            lines.append(f"| {rung.stronger} | {rung.weaker} | {strong.games} | {wins} |")
        lines += [
            "",
            *_beside_the_best(mine),
            *exploited_words(exploits, name),
            "```",
            *[rung.command() for rung in mine],
            "```",
            "",
        ]
    return "\n".join(lines)


def _beside_the_best(rungs: Sequence[Rung]) -> list[str]:
    """How the players compare with the exact solution, where there is one."""
    best = next((rung.best for rung in rungs if rung.best is not None), None)
    if best is None:
        return []
    rates: dict[str, Rate] = {}
    for rung in rungs:
        rates[rung.weaker], rates[rung.stronger] = rung.rates()
    low, high = rates["exact"].interval
    reached = "is within its interval of that" if low <= best <= high else "is NOT within its interval of that"
    above = [name for name, rate in rates.items() if rate.interval[0] > best]
    nobody = f"above it: {', '.join(above)}" if above else "nobody's interval lies above it"
    near = [f"`{name}`" for name, rate in rates.items() if rate.interval[0] <= best <= rate.interval[1]]
    told = f"In so many games {', '.join(near)} cannot be told from it."
    solved = f"Solved exactly (`rumpus solve {rungs[0].game}`), this match is won {100 * best:.2f} % of the time:"
    return [f"{solved} `exact` {reached}, and {nobody}. {told}", ""]


def _said(rate: Rate) -> str:
    low, high = rate.interval
    return f"{100 * rate.rate:.1f} % ({100 * low:.1f} – {100 * high:.1f})"


def draw(path: Path, rungs: Sequence[Rung]) -> None:
    """A picture: a row for each comparison, the stronger's win rate with its interval."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "rumpus"
    matplotlib.rcParams["svg.fonttype"] = "none"
    colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8a6d00", "#555555"]
    games = list(dict.fromkeys(rung.game for rung in rungs))
    figure, axes = pyplot.subplots(figsize=(8, 0.9 + 0.32 * (len(rungs) + len(games))))
    place = 0.0
    ticks: list[float] = []
    labels: list[str] = []
    for number, name in enumerate(games):
        colour = colours[number % len(colours)]
        axes.text(0.0, place - 0.1, find_game(name).title, weight="bold", color=colour, va="center")
        place += 1
        top = place - 0.4
        for rung in (rung for rung in rungs if rung.game == name):
            weak, strong = rung.rates()
            low, high = strong.interval
            axes.plot([100 * low, 100 * high], [place, place], color=colour, linewidth=3, solid_capstyle="butt")
            axes.plot([100 * strong.rate], [place], "o", color=colour)
            if rung.alone:
                low, high = weak.interval
                below = place + 0.25
                axes.plot([100 * low, 100 * high], [below, below], color="#999999", linewidth=3, solid_capstyle="butt")
                axes.plot([100 * weak.rate], [below], "o", color="#999999")
            against = "and" if rung.alone else "against"
            ticks.append(place)
            labels.append(f"{rung.stronger} {against} {rung.weaker}")
            place += 1
        for best in (rung.best for rung in rungs if rung.game == name and rung.best is not None):
            axes.plot([100 * best, 100 * best], [top, place - 0.6], color="#222222", linestyle="--", linewidth=1)
            axes.text(100 * best, top - 0.25, "exact solution", ha="center", va="center", fontsize=8)
    axes.axvline(50, color="#999999", linestyle=":", linewidth=1)
    axes.set_yticks(ticks, labels)
    axes.set_ylim(place - 0.4, -0.7)
    axes.set_xlim(0, 101)
    axes.set_xlabel("wins of the stronger player in % (grey: of the weaker, where each plays alone)")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    write_whole(path, drawn.getvalue())


def write_pages(folder: Path, rungs: Sequence[Rung]) -> list[Path]:
    """ladder.json (every game), ladder.svg and ladder.md in this folder."""
    if not folder.is_dir():
        raise RumpusError(f"there is no folder {folder} to write the ladder to; --to names another")
    paths = [folder / "ladder.json", folder / "ladder.svg", folder / "ladder.md"]
    write_json(paths[0], rungs)
    draw(paths[1], rungs)
    write_whole(paths[2], page(rungs, paths[1].name, read_exploits(folder)))
    return paths
