"""Solved games in the lab: the exact report in the form of the others, and policies checked in real games."""

from __future__ import annotations

import math
from collections.abc import Mapping

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.outcome import winners
from rumpus.core.position import Move
from rumpus.core.rng import Luck, Seeded
from rumpus.core.solver import Progress, Solution, solver_of
from rumpus.lab.reports.page import Section, page
from rumpus.lab.reports.svg import grid_svg
from rumpus.players.player import Player
from rumpus.players.playing import play_game


def exact_html(game: Game, changes: Mapping[str, object], progress: Progress | None = None) -> tuple[str, list[str]]:
    """The page, and what is out of line."""
    solver = solver_of(game)
    if solver is None:
        raise BadOption(
            f"{game.title} has no exact report: `rumpus solve {game.name}` solves it if it is tiny, `rumpus lab run` "
            "plays it"
        )
    changed = game.options(changes).changed()
    study = solver.study(changes, progress)
    words = "Changed: " + ", ".join(f"{name} = {value}" for name, value in changed.items()) + "."
    lead = [*study.lead, words if changed else "All numbers are the rulebook's."]
    sections = [
        Section(finding.question, [grid_svg(grid) for grid in finding.maps], finding.sentence)
        for finding in study.findings
    ]
    flags = [flag for finding in study.findings for flag in finding.flags]
    return page(f"{game.title}: exactly", lead, flags, sections), flags


# --- a policy in real games ---


class PolicyCheck:
    """How a policy fared in real games."""

    def __init__(self, games: int, won: int) -> None:
        self.games = games
        self.won = won

    @property
    def rate(self) -> float:
        return self.won / self.games

    @property
    def error(self) -> float:
        """One standard error of the rate."""
        return math.sqrt(max(self.rate * (1 - self.rate), 0.25 / self.games) / self.games)

    def agrees(self, value: float, errors: float = 3.0) -> bool:
        """Whether the rate is within so many standard errors of the value."""
        return abs(self.rate - value) <= errors * self.error


class PolicyPlayer(Player):
    """Plays every seat by one solution, with the luck of the match."""

    def __init__(self, solution: Solution, luck: Luck) -> None:
        super().__init__("policy")
        self._solution = solution
        self._luck = luck

    def decide(self, chair: Chair) -> Move:
        return self._solution.policy(chair.view(), self._luck)


def simulate(
    game: Game, solution: Solution, games: int, seed: str = "simulate", progress: Progress | None = None
) -> PolicyCheck:
    """Play the policy through the contract, every seat by it, and count how often its own seat wins."""
    luck, chairs = Seeded(seed), Seeded(f"{seed}/chairs")
    players = [PolicyPlayer(solution, luck)] * game.seats(solution.options)
    won = 0
    for number in range(games):
        played = play_game(game, solution.options, players, luck, chairs)
        won += winners(played.ranking) == [solution.seat]
        if progress is not None and number % 1000 == 999:
            progress((number + 1) / games, "simulating")
    return PolicyCheck(games, won)
