"""OpenSpiel: any of our games as a `pyspiel` game, with explicit chance nodes.

    import rumpus.envs.spiel
    game = pyspiel.load_game("rumpus_pigeons", {"players": 2})

Seats that decide together decide one after another, each without knowing the others' answers. Every `below(n)` that the
rules ask for is a chance node: the move is played again from its start with one number more, until the numbers do.
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
from rumpus.core.errors import BadLuck, BadOption
from rumpus.core.game import Game
from rumpus.core.options import Value
from rumpus.core.position import Position, Seat
from rumpus.core.rng import Luck
from rumpus.envs.episode import Episode

MOST_OUTCOMES = 1_000_000
"""Of a single chance node; rules that ask for more are refused."""

Memory = tuple["Memory", str] | None
"""What somebody has noticed and decided, the latest first; copies share it."""


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
        if n > MOST_OUTCOMES:
            raise BadLuck(f"below({n}) is more than the {MOST_OUTCOMES:,} outcomes that a chance node may have here")
        if self.used == len(self.numbers):
            raise Wanted(n)
        self.used += 1
        return self.numbers[self.used - 1]


class Sampled(Luck):
    """Luck from whatever gives numbers from 0 up to, but not including, 1."""

    def __init__(self, sample: Callable[[], float]) -> None:
        super().__init__()
        self.sample = sample

    def below(self, n: int) -> int:
        return int(self.sample() * n)


def kind_of(game: Game, fewest: int, most: int, zero_sum: bool) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"rumpus_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={field.name: parameter(field.default) for field in game.fields},
    )


def parameter(value: Value) -> bool | int | str:
    """An option as OpenSpiel takes it: a list of names is a text with commas."""
    return ", ".join(value) if isinstance(value, list) else value


class SpielGame(pyspiel.Game):
    """One of our games with fixed options."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        game, options, seats = episode.game, episode.options, len(episode.seats)
        zero_sum = game.zero_sum(options)
        info = pyspiel.GameInfo(
            num_distinct_actions=episode.space,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=game.longest(options),
        )
        changes = {name: parameter(value) for name, value in options.changed().items()}
        super().__init__(kind_of(game, seats, seats, zero_sum), info, changes)

    def new_initial_state(self) -> SpielState:
        state = SpielState(self)
        state._go_on()
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.episode, recall)


class Progress:
    """How far a match is; what stands here is only ever replaced, so that copies may share it."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.position: Position | None = None
        self.before: Position | None = None
        self.move: tuple[int, int] | None = None
        self.numbers: list[int] = []
        self.wanted = 0
        self.memories: list[Memory] = [None] * (len(episode.seats) + 1)
        """By seat; the last is an onlooker's."""

    def remember(self, position: Position) -> None:
        """What everybody noticed of what has just happened."""
        memories = list(self.memories)
        for event in position.take_events():
            for place in range(len(memories)):
                seen = event.seen_by(place if place < len(memories) - 1 else None)
                if seen is not None:
                    memories[place] = (memories[place], repr(seen))
        self.memories = memories

    def __deepcopy__(self, memo: dict[int, Any]) -> Progress:
        """OpenSpiel clones a state by copying all that it holds to the bottom; nothing here is ever changed."""
        return copy(self)


class SpielState(pyspiel.State):
    """A position, or the middle of a move that waits for chance; made for every clone too, so nothing is dealt here."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at = Progress(game.episode)

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
        at.remember(at.position)

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
        at = self.at
        if at.wanted:
            at.numbers = [*at.numbers, action]
        else:
            seat = self.now.to_act()[0]
            memories = list(at.memories)
            memories[seat] = (memories[seat], f"decided {at.episode.game.write(self.now, seat, action)}")
            at.before, at.move, at.memories = self.now, (seat, action), memories
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

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A dream of this player: the same to it, all else dealt anew.

        Others who have sealed an answer already seal any; what the others remember in it is what an onlooker noticed.
        """
        if self.at.wanted:
            raise BadOption("a state is resampled where a player decides, not where chance does")
        luck = Sampled(probability_sampler)
        dream = self.now.imagine(player_id, luck)
        if player_id == self.current_player():
            while dream.to_act()[0] != player_id:
                other = dream.to_act()[0]
                dream.apply(other, dream.at_random(other, luck), luck)
        dream.listen()
        twin: SpielState = self.clone()
        memories = [twin.at.memories[-1]] * len(twin.at.memories)
        memories[player_id] = twin.at.memories[player_id]
        twin.at.position, twin.at.before, twin.at.move, twin.at.memories = dream, dream, None, memories
        return twin

    def information_state_string(self, player: int | None = None) -> str:
        """What the player sees now, and all that it has decided and noticed so far, the latest first."""
        seat = self.current_player() if player is None else player
        lines = [self.observation_string(seat)]
        memory = self.at.memories[seat]
        while memory is not None:
            lines.append(memory[1])
            memory = memory[0]
        return "\n".join(lines)

    def observation_string(self, player: int | None = None) -> str:
        seat: Seat = self.current_player() if player is None else player
        if self.at.position is None:
            return ""
        return json.dumps(self.at.position.view(seat), sort_keys=True)

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        twin: SpielState = self.clone()
        return twin

    def __str__(self) -> str:
        """The whole position and how it came about: OpenSpiel takes states for one that say the same."""
        waits = f" waits for below({self.at.wanted})" if self.at.wanted else ""
        save = "" if self.at.position is None else json.dumps(self.at.position.save(), sort_keys=True)
        return f"{save}{waits} after {self.history_str()}"


class SpielObserver:
    """What a player knows as a tensor (our features) and as a string: the view, with perfect recall its past too."""

    def __init__(self, episode: Episode, recall: bool) -> None:
        self.episode = episode
        self.recall = recall
        self.tensor = np.zeros(len(episode.features.names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.at.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.episode.features.of(state.at.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)


def load(game: str | Game, changes: Mapping[str, object] | None = None) -> SpielGame:
    """The game as OpenSpiel knows games; `pyspiel.load_game` finds the installed ones by name."""
    return SpielGame(Episode(game, changes))


def _class_of(game: Game) -> type[SpielGame]:
    """A class and no function: OpenSpiel lets go of it after Python has ended, and only a class survives that."""

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, object]) -> None:
            super().__init__(Episode(game, params))

    return Registered


def register_games() -> None:
    """Tell OpenSpiel of every installed game, so that states can be written down, pickled and found again."""
    for game in every_game(warnings.warn):
        counts = game.seat_counts()
        kind = kind_of(game, min(counts), max(counts), all(count == 2 for count in counts))
        pyspiel.register_game(kind, _class_of(game))


register_games()
