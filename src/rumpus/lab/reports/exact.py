"""Reports of solved games, and simulation of exact policies."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec import Struct

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.outcome import winners
from rumpus.core.position import Move
from rumpus.core.rng import Rng, SeededRng
from rumpus.core.solver import Progress, Solution, solver_of
from rumpus.lab.reports.page import Section, page
from rumpus.lab.reports.svg import grid_svg
from rumpus.lab.reports.wording import changes_text
from rumpus.players.player import Player
from rumpus.players.playing import play_game


def exact_html(game: Game, changes: Mapping[str, object], progress: Progress | None = None) -> tuple[str, list[str]]:
    """The page and its flags."""
    solver = solver_of(game)
    if solver is None:
        raise BadOption(
            f"{game.title} has no exact report: `rumpus solve {game.name}` solves it if it is tiny, `rumpus lab run` "
            "plays it."
        )
    study = solver.study(changes, progress)
    lead = [*study.summary, changes_text(game.options(changes).changed())]
    sections = [
        Section(finding.question, [grid_svg(grid) for grid in finding.maps], finding.sentence)
        for finding in study.findings
    ]
    flags = [flag for finding in study.findings for flag in finding.flags]
    return page(f"{game.title}: exact solution", lead, flags, sections), flags


# --- a policy in real games ---


class PolicyCheck(Struct):
    """Wins of a policy in simulated games."""

    games: int
    won: int

    @property
    def rate(self) -> float:
        return self.won / self.games

    @property
    def error(self) -> float:
        """Standard error of the rate."""
        # At least 0.5 / games, as in `estimate`: a rate of 0 or 1 is not certain.
        return math.sqrt(max(self.rate * (1 - self.rate), 0.25 / self.games) / self.games)

    def agrees(self, value: float, errors: float = 3.0) -> bool:
        """True if the rate lies within this many standard errors of `value`."""
        return abs(self.rate - value) <= errors * self.error


class PolicyPlayer(Player):
    """Plays every seat by one solution, with the match's rng."""

    def __init__(self, solution: Solution, rng: Rng) -> None:
        super().__init__("policy")
        self._solution = solution
        self._rng = rng

    def decide(self, info: InfoState) -> Move:
        return self._solution.sample_move(info.view(), self._rng)


def simulate(
    game: Game, solution: Solution, games: int, seed: str = "simulate", progress: Progress | None = None
) -> PolicyCheck:
    """Plays the policy in every seat and counts the wins of its seat."""
    # One source for all games, their deals and the policy: a short simulation is the start of a longer one.
    rng, info_rng = SeededRng(seed), SeededRng(f"{seed}/chairs")
    players = [PolicyPlayer(solution, rng)] * game.seats(solution.options)
    won = 0
    for number in range(games):
        played = play_game(game, solution.options, players, rng, info_rng)
        won += winners(played.ranking) == [solution.seat]
        if progress is not None and number % 1000 == 999:
            progress((number + 1) / games, "simulating")
    return PolicyCheck(games, won)
