"""The ladder: reproducible matches of stronger against weaker bots, in every game."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord, RumpusError
from rumpus.core.extensions import STRENGTHS
from rumpus.core.game import Game
from rumpus.core.outcome import winners
from rumpus.core.system.files import write_whole
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.exploits import exploits_text, read_exploits
from rumpus.lab.strength.tournament import Crosstable, Outcome, Pairing, run_tournament
from rumpus.players.exact import solution_of, solves_matches
from rumpus.stats.estimates import Rate
from rumpus.training.exploited import Exploited

FORMAT = "rumpus ladder 1"
# `--verify` uses this constant, not the seed in the file: another one makes every stored rung differ.
SEED = "ladder"
GAMES = 500

PAIRS = [("random", "greedy"), ("greedy", "normal"), ("greedy", "hard"), *pairwise(STRENGTHS)]
CHAMPION_OPPONENT = "search:2000"


class Rung(Struct):
    """A match of two players. It repeats `rumpus tournament` with the same arguments."""

    game: str
    changes: dict[str, Any] = field(name="options")
    weaker: str
    stronger: str
    games: int
    outcomes: str = ""
    """W, D or L for the stronger player, by game. With one seat: the weaker player's games, then the stronger's."""
    best: float | None = None
    """Value of exact play, if `stronger` plays exactly."""

    @property
    def alone(self) -> bool:
        """True if the game has one seat: each player plays the same deals alone."""
        game = find_game(self.game)
        return game.seats(game.options(self.changes)) == 1

    def rates(self) -> tuple[Rate, Rate]:
        """Win rates of the weaker and the stronger player. A draw counts half."""
        count = len(self.outcomes)
        if self.alone:
            half = count // 2
            return Rate(_points(self.outcomes[:half]), half), Rate(_points(self.outcomes[half:]), half)
        points = _points(self.outcomes)
        return Rate(count - points, count), Rate(points, count)

    def command(self) -> str:
        options = "".join(f" --option {name}={value}" for name, value in self.changes.items())
        players = f"--players {self.weaker},{self.stronger} --games {self.games} --seed {SEED}"
        return f"rumpus tournament {self.game} {players}{options}"

    def find_best(self) -> None:
        """Computes `best` if the stronger player plays exactly."""
        if self.stronger == "exact":
            game = find_game(self.game)
            self.best = solution_of(game, game.options(self.changes)).value

    def play(self, games: int, workers: Workers, progress: Callable[[int, int], None]) -> Crosstable:
        self.find_best()
        names = [self.weaker, self.stronger]
        return run_tournament(find_game(self.game), self.changes, names, games, SEED, workers, progress)


def _points(outcomes: str) -> float:
    return outcomes.count("W") + outcomes.count("D") / 2


def changes_for(game: Game) -> dict[str, object]:
    """The rulebook's options, with two seats if the game allows two."""
    if 2 in game.seat_counts() and game.seats(game.options()) > 2:
        return dict(game.options(seats=2).changed())
    return {}


def rungs_of(game: Game, games: int) -> list[Rung]:
    changes = changes_for(game)
    baseline = game.bots().baseline
    pairs = [*PAIRS, *([(baseline, "hard")] if baseline else []), (CHAMPION_OPPONENT, "champion")]
    pairs += [("hard", "exact")] if solves_matches(game) else []
    return [Rung(game.name, changes, weaker, stronger, games) for weaker, stronger in pairs]


def letters(table: Crosstable) -> str:
    """One letter per game, for the second entrant (in a game for one: for its player)."""
    return "".join(letter(pairing, outcome) for pairing, outcome in zip(table.pairings, table.outcomes, strict=True))


def letter(pairing: Pairing, outcome: Outcome) -> str:
    seat = pairing.lineup.index(1) if len(pairing.lineup) > 1 else 0
    best = winners(outcome.ranking)
    return "L" if seat not in best else "W" if len(best) == 1 else "D"


def differences(rung: Rung, again: str) -> list[int]:
    """Numbers (from 1) of replayed games with another outcome."""
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
    plain = {"format": FORMAT, "seed": SEED, "rungs": msgspec.to_builtins(rungs)}
    write_whole(path, json.dumps(plain, indent=1) + "\n")


def read_json(path: Path) -> list[Rung]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadRecord(f"There is no ladder at {path}. `rumpus ladder` plays one.") from None
    except OSError as error:
        raise BadRecord(f"{path} cannot be read as a ladder: {error}.") from None
    except ValueError:
        raise BadRecord(f"{path} cannot be read as a ladder: the file is damaged.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f'{path} is no ladder of ours, or it is damaged: "format" should be "{FORMAT}".')
    try:
        return msgspec.convert(data.get("rungs"), list[Rung], strict=False)
    except msgspec.ValidationError:
        raise BadRecord(f"{path} is a damaged ladder: its rungs cannot be read.") from None


def page(rungs: Sequence[Rung], picture: str, exploits: Sequence[Exploited] = ()) -> str:
    """The ladder's page in Markdown, with the results of exploiters."""
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
        lines += [f"## {find_game(name).title}", ""]
        lines += ["| stronger | weaker | games | stronger wins |", "|---|---|---|---|"]
        mine = [rung for rung in rungs if rung.game == name]
        for rung in mine:
            weak, strong = rung.rates()
            wins = f"**{strong.text}**"
            if rung.alone:
                wins += f", the weaker {weak.text}"
            lines.append(f"| {rung.stronger} | {rung.weaker} | {strong.games} | {wins} |")
        lines += ["", *_exact_text(mine), *exploits_text(exploits, name)]
        lines += ["```", *[rung.command() for rung in mine], "```", ""]
    return "\n".join(lines)


def _exact_text(rungs: Sequence[Rung]) -> list[str]:
    """Compares the players with the exact solution; empty without one."""
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
    told = f"In this number of games {', '.join(near)} cannot be told from it."
    solved = f"Solved exactly (`rumpus solve {rungs[0].game}`), this match is won {100 * best:.2f} % of the time:"
    return [f"{solved} `exact` {reached}, and {nobody}. {told}", ""]


def draw(path: Path, rungs: Sequence[Rung]) -> None:
    """Draws the win rate of every rung, with its interval, as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    # With a fixed salt and no date, equal rungs give equal bytes.
    matplotlib.rcParams["svg.hashsalt"] = "rumpus"
    matplotlib.rcParams["svg.fonttype"] = "none"
    colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#8a6d00", "#555555"]
    games = list(dict.fromkeys(rung.game for rung in rungs))
    measure, axes = pyplot.subplots(figsize=(8, 0.9 + 0.32 * (len(rungs) + len(games))))
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
            bars = [(strong, place, colour)]
            if rung.alone:
                bars.append((weak, place + 0.25, "#999999"))
            for rate, y, shade in bars:
                ends = [100 * end for end in rate.interval]
                axes.plot(ends, [y, y], color=shade, linewidth=3, solid_capstyle="butt")
                axes.plot([100 * rate.rate], [y], "o", color=shade)
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
    measure.tight_layout()
    drawn = io.BytesIO()
    measure.savefig(drawn, format="svg", metadata={"Date": None})
    pyplot.close(measure)
    write_whole(path, drawn.getvalue())


def write_pages(folder: Path, rungs: Sequence[Rung]) -> list[Path]:
    """Writes ladder.json, ladder.svg and ladder.md to a folder."""
    if not folder.is_dir():
        raise RumpusError(f"There is no folder {folder} to write the ladder to. Make it, or name another with --out.")
    paths = [folder / "ladder.json", folder / "ladder.svg", folder / "ladder.md"]
    write_json(paths[0], rungs)
    draw(paths[1], rungs)
    write_whole(paths[2], page(rungs, paths[1].name, read_exploits(folder)))
    return paths
