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
from functools import cached_property
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

MAX_KEPT = 4_096
"""Most successors kept per initial state, for algorithms that revisit a tree."""
MAX_KEPT_TEXT = 4_096
"""Longest information state kept, in characters."""

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
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.episode, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielMatch:
    """What all states reached from one initial state share."""

    def __init__(self, episode: Episode, rng: Rng | None) -> None:
        self.episode = episode
        self.rng = rng
        """Source of a sampled game's chance. None: chance has nodes."""
        self.room = MAX_KEPT
        """Successors that may still be kept."""


class Progress:
    """State of a match. It never changes, so copies share it, and its successors are kept.

    With `pending_outcomes`, the move `move` (None: the deal) from `before` waits for one more number.
    """

    def __init__(
        self,
        match: SpielMatch,
        before: Position | None,
        move: tuple[int, int] | None,
        numbers: list[int],
        histories: list[History],
    ) -> None:
        """Plays the move with the numbers drawn so far."""
        self.match = match
        self.before = before
        self.move = move
        self.numbers = numbers
        self.histories = histories
        """Histories by seat; the last is a spectator's."""
        self.position = before
        self.pending_outcomes = 0
        self.successors: dict[int, Progress] = {}
        self.texts: dict[int, str] = {}
        """Information states by seat, as far as they have been asked for."""
        self._play()
        self.over = not self.pending_outcomes and self.now.result() is not None
        if self.pending_outcomes:
            self.player = int(pyspiel.PlayerId.CHANCE)
        elif self.over:
            self.player = int(pyspiel.PlayerId.TERMINAL)
        else:
            self.player = self.now.to_act()[0]
        self.actions = [] if self.player < 0 else sorted(self.now.moves(self.player))

    @property
    def now(self) -> Position:
        assert self.position is not None
        return self.position

    def _play(self) -> None:
        match = self.match
        rng = ReplayedRng(self.numbers) if match.rng is None else match.rng
        try:
            if self.before is None:
                self.position = match.episode.game.start(match.episode.options, rng, listen=True)
            elif self.move is not None:
                after = self.before.copy()
                after.apply(self.move[0], self.move[1], rng)
                self.position = after
        except NeedsOutcome as need:
            self.pending_outcomes = need.n
            return
        self.numbers = []
        self._remember(self.now)

    def _remember(self, position: Position) -> None:
        """Adds new events to the histories of those who see them."""
        histories = list(self.histories)
        for event in position.take_events():
            for place in range(len(histories)):
                seen = event.seen_by(place if place < len(histories) - 1 else None)
                if seen is not None:
                    histories[place] = (histories[place], repr(seen))
        self.histories = histories

    def after(self, action: int) -> Progress:
        """Returns the state after an action."""
        found = self.successors.get(action)
        if found is None:
            found = self._successor(action)
            if self.match.rng is None and self.match.room > 0:
                self.match.room -= 1
                self.successors[action] = found
        return found

    def _successor(self, action: int) -> Progress:
        if self.pending_outcomes:
            return Progress(self.match, self.before, self.move, [*self.numbers, action], self.histories)
        seat, histories = self.player, list(self.histories)
        histories[seat] = (histories[seat], f"decided {self.format_move(seat, action)}")
        return Progress(self.match, self.position, (seat, action), [], histories)

    def format_move(self, seat: Seat, move: int) -> str:
        return self.match.episode.game.format_move(self.now, seat, move)

    def information_state(self, seat: Seat) -> str:
        text = self.texts.get(seat)
        if text is None:
            lines = [self.observation(seat)]
            history = self.histories[seat]
            while history is not None:
                lines.append(history[1])
                history = history[0]
            text = "\n".join(lines)
            if len(text) <= MAX_KEPT_TEXT:
                self.texts[seat] = text
        return text

    def observation(self, seat: Seat) -> str:
        return "" if self.position is None else json.dumps(self.position.view(seat), sort_keys=True)

    def __deepcopy__(self, memo: dict[int, Any]) -> Progress:
        """Returns itself: OpenSpiel clones deeply, but nothing here changes."""
        return self


class SpielDeal:
    """The start of a match, dealt when it is first looked at.

    OpenSpiel begins a match for every clone, and then replaces all its attributes.
    """

    def __init__(self, game: SpielGame) -> None:
        self._game = game

    @cached_property
    def progress(self) -> Progress:
        histories: list[History] = [None] * (len(self._game.episode.seats) + 1)
        return Progress(SpielMatch(self._game.episode, self._game.rng), None, None, [], histories)

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielDeal:
        return self


class SpielState(pyspiel.State):
    """A position, or a move that waits for chance."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.deal: SpielDeal | None = SpielDeal(game)

    @cached_property
    def progress(self) -> Progress:
        assert self.deal is not None
        return self.deal.progress

    # --- OpenSpiel's interface ---

    def current_player(self) -> int:
        return self.progress.player

    def _legal_actions(self, player: int) -> list[int]:
        progress = self.progress
        return progress.actions if player == progress.player else sorted(progress.now.moves(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.progress.pending_outcomes
        return [(number, 1.0 / count) for number in range(count)]

    def _apply_action(self, action: int) -> None:
        self.progress = self.progress.after(action)
        self.deal = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.progress.format_move(player, action)

    def is_terminal(self) -> bool:
        return self.progress.over

    def returns(self) -> list[float]:
        progress = self.progress
        result = progress.now.result() if progress.over else None
        return [0.0] * len(progress.match.episode.seats) if result is None else list(result)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Samples a state from the player's information state, others' sealed decisions uniformly."""
        at = self.progress
        if at.pending_outcomes:
            raise BadOption("A chance node cannot be resampled. Choose a state in which a player decides.")
        rng = SampledRng(probability_sampler)
        world = at.now.determinize(player_id, rng)
        if player_id == at.player:
            while world.to_act()[0] != player_id:
                other = world.to_act()[0]
                world.apply(other, world.random_move(other, rng), rng)
        world.listen()
        histories = [at.histories[-1]] * len(at.histories)
        histories[player_id] = at.histories[player_id]
        twin: SpielState = self.clone()
        twin.deal = None
        twin.progress = Progress(at.match, world, None, [], histories)
        return twin

    def information_state_string(self, player: int | None = None) -> str:
        """Returns the observation, then the player's history, latest first."""
        return self.progress.information_state(self.progress.player if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.progress.observation(self.progress.player if player is None else player)

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielState:
        twin: SpielState = self.clone()
        return twin

    def __str__(self) -> str:
        """Returns position and history: OpenSpiel identifies states by this text."""
        at = self.progress
        waits = f" waits for below({at.pending_outcomes})" if at.pending_outcomes else ""
        save = "" if at.position is None else json.dumps(at.position.save(), sort_keys=True)
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
