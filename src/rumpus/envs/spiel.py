"""OpenSpiel: games as `pyspiel` games with explicit chance nodes.

    import rumpus.envs.spiel
    game = pyspiel.load_game("rumpus_pigeons", {"players": 2})

Simultaneous decisions become sequential, without knowledge of the others' moves. Every `below(n)` of the rules is a
chance node: the move is replayed from its start with one more number until it completes. So a shuffle of n cards is
n - 1 chance nodes, of n, n - 1, … 2 outcomes: these are places to swap with, not cards.

`load(game, sampled="any seed")` has no chance nodes: moves draw from a seeded generator (sampled stochastic). States
are then as short as their decisions, for algorithms that only sample.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import numpy as np
import pyspiel

from rumpus.core.catalogue import every_game
from rumpus.core.errors import BadOption, ScriptExhausted
from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.core.position import Position, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.envs.episode import Episode

MAX_CHANCE_OUTCOMES = 1_000_000
"""Most outcomes of a chance node. Rules that ask for more are refused."""

History = tuple["History", str] | None
"""Observations and decisions as a linked list, latest first. Copies share it."""


class NeedsOutcome(Exception):
    """The rules draw one of `n` outcomes that is not known yet."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class ReplayedRng(Rng):
    """Replays numbers; raises `NeedsOutcome` when they run out."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__()
        self.numbers = numbers
        self.used = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if n > MAX_CHANCE_OUTCOMES:
            raise ScriptExhausted(f"below({n}) exceeds the {MAX_CHANCE_OUTCOMES:,} outcomes a chance node may have.")
        if self.used == len(self.numbers):
            raise NeedsOutcome(n)
        self.used += 1
        return self.numbers[self.used - 1]


class SampledRng(Rng):
    """Draws from a function that returns floats in [0, 1)."""

    def __init__(self, sample: Callable[[], float]) -> None:
        super().__init__()
        self.sample = sample

    def below(self, n: int) -> int:
        return int(self.sample() * n)


def game_type(game: Game, fewest: int, most: int, zero_sum: bool, sampled: bool = False) -> pyspiel.GameType:
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"rumpus_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if sampled else modes.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=game.perfect_recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={field.name: parameter(field.default) for field in game.fields},
    )


def parameter(value: Value) -> bool | int | str:
    """Converts an option for OpenSpiel: a list becomes a text with commas."""
    return ", ".join(value) if isinstance(value, list) else value


class SpielGame(pyspiel.Game):
    """A game with fixed options."""

    def __init__(self, episode: Episode, sampled: str = "") -> None:
        """With a seed in `sampled`, chance is drawn from it and has no nodes."""
        self.episode = episode
        self.rng = SeededRng(f"spiel/{sampled}") if sampled else None
        game, options, seats = episode.game, episode.options, len(episode.seats)
        zero_sum = game.zero_sum(options)
        info = pyspiel.GameInfo(
            num_distinct_actions=episode.space,
            max_chance_outcomes=0 if sampled else MAX_CHANCE_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=game.max_decisions(options),
        )
        changes = {name: parameter(value) for name, value in options.changed().items()}
        super().__init__(game_type(game, seats, seats, zero_sum, bool(sampled)), info, changes)

    def new_initial_state(self) -> SpielState:
        state = SpielState(self)
        state._advance()
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.episode, iig_obs_type is not None and iig_obs_type.perfect_recall)


class Progress:
    """State of a match. Attributes are replaced, never mutated, so copies can share them."""

    def __init__(self, episode: Episode, rng: Rng | None) -> None:
        self.episode = episode
        self.rng = rng
        """Shared by all states of a sampled game. None: chance has nodes."""
        self.position: Position | None = None
        self.before: Position | None = None
        self.move: tuple[int, int] | None = None
        self.numbers: list[int] = []
        self.pending_outcomes = 0
        self.histories: list[History] = [None] * (len(episode.seats) + 1)
        """Histories by seat; the last is a spectator's."""

    def remember(self, position: Position) -> None:
        """Adds new events to the histories of those who see them."""
        histories = list(self.histories)
        for event in position.take_events():
            for place in range(len(histories)):
                seen = event.seen_by(place if place < len(histories) - 1 else None)
                if seen is not None:
                    histories[place] = (histories[place], repr(seen))
        self.histories = histories

    def __deepcopy__(self, memo: dict[int, Any]) -> Progress:
        """Copies shallowly: OpenSpiel clones deeply, but nothing here is mutated."""
        return copy(self)


class SpielState(pyspiel.State):
    """A position, or a move that waits for chance. Clones are created too, so nothing is dealt."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.progress = Progress(game.episode, game.rng)

    def _advance(self) -> None:
        """Plays the pending move (at first the deal) with the numbers drawn so far."""
        at = self.progress
        rng = ReplayedRng(at.numbers) if at.rng is None else at.rng
        try:
            if at.before is None:
                at.position = at.episode.game.start(at.episode.options, rng, listen=True)
            elif at.move is not None:
                after = at.before.copy()
                after.apply(at.move[0], at.move[1], rng)
                at.position = after
        except NeedsOutcome as need:
            at.pending_outcomes = need.n
            return
        assert at.position is not None
        at.pending_outcomes = 0
        at.numbers = []
        at.remember(at.position)

    @property
    def now(self) -> Position:
        assert self.progress.position is not None
        return self.progress.position

    # --- OpenSpiel's interface ---

    def current_player(self) -> int:
        if self.progress.pending_outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.now.to_act()
        return acting[0] if acting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.now.moves(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.progress.pending_outcomes
        return [(number, 1.0 / count) for number in range(count)]

    def _apply_action(self, action: int) -> None:
        at = self.progress
        if at.pending_outcomes:
            at.numbers = [*at.numbers, action]
        else:
            seat = self.now.to_act()[0]
            histories = list(at.histories)
            histories[seat] = (histories[seat], f"decided {at.episode.game.format_move(self.now, seat, action)}")
            at.before, at.move, at.histories = self.now, (seat, action), histories
        self._advance()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.progress.episode.game.format_move(self.now, player, action)

    def is_terminal(self) -> bool:
        return not self.progress.pending_outcomes and self.now.result() is not None

    def returns(self) -> list[float]:
        result = None if self.progress.pending_outcomes else self.now.result()
        return [0.0] * len(self.progress.episode.seats) if result is None else list(result)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Samples a state from the player's information state, others' sealed decisions uniformly."""
        if self.progress.pending_outcomes:
            raise BadOption("A chance node cannot be resampled. Choose a state in which a player decides.")
        rng = SampledRng(probability_sampler)
        world = self.now.determinize(player_id, rng)
        if player_id == self.current_player():
            while world.to_act()[0] != player_id:
                other = world.to_act()[0]
                world.apply(other, world.random_move(other, rng), rng)
        world.listen()
        twin: SpielState = self.clone()
        at = twin.progress
        histories = [at.histories[-1]] * len(at.histories)
        histories[player_id] = at.histories[player_id]
        at.position, at.before, at.move, at.histories = world, world, None, histories
        return twin

    def information_state_string(self, player: int | None = None) -> str:
        """Returns the observation, then the player's history, latest first."""
        seat = self.current_player() if player is None else player
        lines = [self.observation_string(seat)]
        history = self.progress.histories[seat]
        while history is not None:
            lines.append(history[1])
            history = history[0]
        return "\n".join(lines)

    def observation_string(self, player: int | None = None) -> str:
        seat: Seat = self.current_player() if player is None else player
        if self.progress.position is None:
            return ""
        return json.dumps(self.progress.position.view(seat), sort_keys=True)

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        twin: SpielState = self.clone()
        return twin

    def __str__(self) -> str:
        """Returns position and history: OpenSpiel identifies states by this text."""
        waits = f" waits for below({self.progress.pending_outcomes})" if self.progress.pending_outcomes else ""
        save = "" if self.progress.position is None else json.dumps(self.progress.position.save(), sort_keys=True)
        return f"{save}{waits} after {self.history_str()}"


class SpielObserver:
    """Observations as tensor (features) and string. The string is the view, with perfect recall the history too."""

    def __init__(self, episode: Episode, recall: bool) -> None:
        self.episode = episode
        self.recall = recall
        self.tensor = np.zeros(len(episode.features.names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.progress.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.episode.features.of(state.progress.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)


def load(game: str | Game, changes: Mapping[str, object] | None = None, sampled: str = "") -> SpielGame:
    """Returns a game; `pyspiel.load_game` finds installed ones by name. A seed in `sampled` draws chance from it."""
    return SpielGame(Episode(game, changes), sampled)


def _class_of(game: Game) -> type[SpielGame]:
    """Returns a class: OpenSpiel releases it after Python's end, where a function would crash."""

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, object]) -> None:
            super().__init__(Episode(game, params))

    return Registered


def register_games() -> None:
    """Registers every installed game with OpenSpiel, so that states can be serialised."""
    for game in every_game(warnings.warn):
        counts = game.seat_counts()
        kind = game_type(game, min(counts), max(counts), all(count == 2 for count in counts))
        pyspiel.register_game(kind, _class_of(game))


register_games()
