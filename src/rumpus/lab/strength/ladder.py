"""The ladder: reproducible matches of stronger against weaker bots, in every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadRecord
from rumpus.core.extensions import STRENGTHS
from rumpus.core.game import Game
from rumpus.core.outcome import winners
from rumpus.core.system.files import decode_json, read_bounded, write_whole
from rumpus.core.words import shortened
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.tournament import Crosstable, Outcome, Pairing, run_tournament
from rumpus.players.exact import solution_of, solves_matches
from rumpus.stats.estimates import Rate

FORMAT = "rumpus ladder 1"
MAX_BYTES = 10_000_000
# `--verify` and `--continue` play with this seed, so a file of another one is refused.
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


# --- files ---


def write_json(path: Path, rungs: Sequence[Rung]) -> None:
    plain = {"format": FORMAT, "seed": SEED, "rungs": msgspec.to_builtins(rungs)}
    write_whole(path, json.dumps(plain, indent=1) + "\n")


def read_json(path: Path) -> list[Rung]:
    if not path.exists():
        raise BadRecord(f"There is no ladder at {path}. `rumpus ladder` plays one.")
    data = decode_json(read_bounded(path, MAX_BYTES, "ladder"), f"{path} cannot be read as a ladder", object)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f'{path} is no ladder of ours, or it is damaged: "format" should be "{FORMAT}".')
    if data.get("seed") != SEED:
        seed = shortened(str(data.get("seed")))
        raise BadRecord(f"{path} was played with the seed {seed!r}, not {SEED!r}. `rumpus ladder` plays another.")
    try:
        return msgspec.convert(data.get("rungs"), list[Rung], strict=False)
    except msgspec.ValidationError:
        raise BadRecord(f"{path} is a damaged ladder: its rungs cannot be read.") from None
