"""OpenSpiel: any of our games as a `pyspiel` game, with explicit chance nodes.

    import rumpus.envs.spiel
    game = rumpus.envs.spiel.load("pigeons", {"players": 2})

Seats that decide together decide one after another, each without knowing the others' answers. Every `below(n)` that the
rules ask for is a chance node: the move is played again from its start with one number more, until the numbers do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from typing import Any

import numpy as np
import pyspiel

from rumpus.core.contract import Event, Position
from rumpus.core.game import Game
from rumpus.core.luck import Luck
from rumpus.envs.episode import Episode

LONGEST = 100_000


class Wanted(Exception):
    """The rules ask for chance that has not been drawn yet: one of `n`."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Drawn(Luck):
    """The numbers drawn so far; asks for the next by raising."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__()
        self.numbers = numbers
        self.used = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.used == len(self.numbers):
            raise Wanted(n)
        self.used += 1
        return self.numbers[self.used - 1]


class SpielGame(pyspiel.Game):
    """One of our games with fixed options."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        seats = len(episode.seats)
        kind = pyspiel.GameType(
            short_name=f"rumpus_{episode.game.name}",
            long_name=episode.game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=episode.space,
            max_chance_outcomes=1_000_000,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.episode)


class Progress:
    """How far a match is; what stands here is only ever replaced, so that copies may share it."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.position: Position | None = None
        self.before: Position | None = None
        self.move: tuple[int, int] | None = None
        self.numbers: list[int] = []
        self.wanted = 0
        self.events: list[Event] = []
        self.decisions: list[str] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> Progress:
        """OpenSpiel clones a state by copying all that it holds to the bottom, which compiled objects do not let it."""
        return copy(self)


class SpielState(pyspiel.State):
    """A position, or the middle of a move that waits for chance."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at = Progress(game.episode)
        self._go_on()

    def _go_on(self) -> None:
        """Play the pending move (at first: the deal) with the numbers drawn so far."""
        at = self.at
        luck = Drawn(at.numbers)
        try:
            if at.before is None:
                at.position = at.episode.game.start(at.episode.options, luck, listen=True)
            elif at.move is not None:
                after = at.before.copy()
                after.apply(at.move[0], at.move[1], luck)
                at.position = after
        except Wanted as wish:
            at.wanted = wish.n
            return
        assert at.position is not None
        at.wanted = 0
        at.numbers = []
        at.events = at.events + at.position.take_events()

    @property
    def now(self) -> Position:
        assert self.at.position is not None
        return self.at.position

    # --- what OpenSpiel asks ---

    def current_player(self) -> int:
        if self.at.wanted:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.now.to_act()
        return acting[0] if acting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.now.moves(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1.0 / self.at.wanted) for number in range(self.at.wanted)]

    def _apply_action(self, action: int) -> None:
        if self.at.wanted:
            self.at.numbers = [*self.at.numbers, action]
        else:
            seat = self.now.to_act()[0]
            words = self.at.episode.game.write(self.now, seat, action)
            self.at.decisions = [*self.at.decisions, f"{seat} {words}"]
            self.at.before, self.at.move = self.now, (seat, action)
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.at.episode.game.write(self.now, player, action)

    def is_terminal(self) -> bool:
        return not self.at.wanted and self.now.result() is not None

    def returns(self) -> list[float]:
        result = None if self.at.wanted else self.now.result()
        return [0.0] * len(self.at.episode.seats) if result is None else list(result)

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player has noticed and decided so far, and what it sees now."""
        seat = self.current_player() if player is None else player
        noticed = [repr(seen) for event in self.at.events if (seen := event.seen_by(seat)) is not None]
        own = [words for words in self.at.decisions if words.startswith(f"{seat} ")]
        return "\n".join([self.observation_string(seat), *own, *noticed])

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        if self.at.position is None:
            return ""
        return json.dumps(self.at.position.view(seat), sort_keys=True)

    def __str__(self) -> str:
        waits = f" waits for below({self.at.wanted}) after {self.at.numbers}" if self.at.wanted else ""
        save = "" if self.at.position is None else json.dumps(self.at.position.save(), sort_keys=True)
        return save + waits


class SpielObserver:
    """What a player knows as a tensor (our features) and as a string (the view)."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.tensor = np.zeros(len(episode.features.names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.at.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.episode.features.of(state.at.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


def load(game: str | Game, changes: Mapping[str, object] | None = None) -> SpielGame:
    """The game as OpenSpiel knows games."""
    return SpielGame(Episode(game, changes))
