"""A tiny game laid open through the contract: every outcome of chance, every move, what each seat can tell apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Plain, Position, Seat, Seen
from rumpus.core.rng import Enumerated, Luck, Seeded
from rumpus.core.solver import LIMIT, Progress, Strategy

LONGEST = 400
"""Decisions in a row after which a game is called too large."""
PATIENCE = 100
"""Outcomes of one chance event after which it is reckoned how many there are in all: a shuffled deck is not begun."""
FAR = 1_000_000
"""So many times the limit is far beyond it, however rough the reckoning."""


class TooLarge(RumpusError):
    """The game cannot be laid open within the limit."""


class Surveyor:
    """Counts the positions that are looked at, and stops where there are more than were allowed."""

    def __init__(self, game: Game, limit: int = LIMIT, progress: Progress | None = None) -> None:
        self.game = game
        self.limit = limit
        self.reached = 0
        self._progress = progress

    def futures(self, play: Callable[[Luck], Position]) -> Iterator[tuple[float, Position]]:
        """What can come of it, outcome by outcome, with its probability."""
        luck, visited, seen = Enumerated(), 0, 0.0
        while luck.another():
            position = play(luck)
            self.reached += 1
            visited += 1
            seen += luck.probability
            if self.reached > self.limit:
                raise TooLarge(
                    f"{self.game.title} is too large to be solved exactly: more than {self.limit:,} positions were "
                    f"reached; --limit allows more"
                )
            if visited == PATIENCE and visited > seen * FAR * self.limit:
                about = f"about {visited / seen:.0e}" if seen > 1e-300 else "more than 1e+300"
                raise TooLarge(
                    f"{self.game.title} is too large to be solved exactly: {about} outcomes of one shuffle or roll "
                    f"would have to be visited, and the limit is {self.limit:,} positions"
                )
            yield luck.probability, position

    def tell(self, share: float) -> None:
        """How much of the game is laid open."""
        if self._progress is not None and self.reached % 100 == 0:
            self._progress(share, f"{self.reached:,} positions")


def as_text(plain: Mapping[str, Plain]) -> str:
    """Plain data as a key: what is equal reads equal."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"))


class InfoSet:
    """Positions that a seat cannot tell apart when it decides: it has noticed and decided the same in all of them."""

    def __init__(self, seat: Seat, memory: int, parent: int, first: int, moves: Sequence[Move]) -> None:
        self.seat = seat
        self.memory = memory
        self.parent = parent
        """The number of its own last decision before (0: none)."""
        self.first = first
        """The number of its first move as a decision of this seat; the others follow."""
        self.moves = list(moves)
        self.says: list[str] = []
        self.shares: list[float] = []
        """How likely a given strategy makes each move."""
        self.depth = 0


class Unfolded:
    """The whole game as decisions of each seat, and what every pair of them is worth (the sequence form).

    A decision is a move at an information set; number 0 is not having decided yet. `worth` maps the last decisions of
    both seats to what seat 0 gets on average where they are the last, times the chance that it comes to that. A seat is
    known by all that it noticed, in order: events, and at its own decisions the view and the moves.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        limit: int = LIMIT,
        progress: Progress | None = None,
        strategy: Strategy | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.seats = game.seats(options)
        self.surveyor = Surveyor(game, limit, progress)
        self.sets: list[list[InfoSet]] = [[], []]
        self.decisions = [1, 1]
        self.worth: dict[tuple[int, int], float] = {}
        self._strategy = strategy
        self._known: dict[int, InfoSet] = {}
        self._memories: dict[tuple[int, str], int] = {}
        self._trail: list[tuple[int, Seen | None]] = [(-1, None) for _ in range(self.seats)]
        self._depths: list[list[int]] = [[0], [0]]
        if self.seats > 2:
            raise RumpusError(
                f"{game.title} for {self.seats} hides something from its seats, and no play is best against all others "
                "there: one or two seats can be solved, or any number where nothing is hidden"
            )
        starts = self.surveyor.futures(lambda luck: game.start(options, luck, listen=True))
        self._branch(starts, list(range(self.seats)), [0, 0], 1.0, 0.0, 1.0, 0)

    @property
    def reached(self) -> int:
        return self.surveyor.reached

    def noticed(self, one: InfoSet) -> list[Seen]:
        """What its seat has noticed up to it, oldest first."""
        found: list[Seen] = []
        memory = one.memory
        while memory >= 0:
            memory, seen = self._trail[memory]
            if seen is not None:
                found.append(seen)
        return found[::-1]

    # --- laying it open ---

    def _branch(
        self,
        futures: Iterator[tuple[float, Position]],
        memories: Sequence[int],
        last: Sequence[int],
        chance: float,
        done: float,
        share: float,
        depth: int,
    ) -> None:
        """Go on with what can happen; outcomes that nobody can ever tell apart are one."""
        found: dict[tuple[str, tuple[int, ...]], tuple[Position, float]] = {}
        for probability, position in futures:
            after = self._notice(memories, position.take_events())
            # Where nothing was left to chance there is nothing to compare.
            key = ("" if probability == 1.0 else as_text(position.save()), tuple(after))
            found[key] = (position, probability + (found[key][1] if key in found else 0.0))
        for number, ((_, known), (position, probability)) in enumerate(found.items()):
            begun = done + share * number / len(found)
            self._visit(position, list(known), last, chance * probability, begun, share / len(found), depth)

    def _visit(
        self,
        position: Position,
        memories: list[int],
        last: Sequence[int],
        chance: float,
        done: float,
        share: float,
        depth: int,
    ) -> None:
        self.surveyor.tell(done)
        result = position.result()
        if result is not None:
            self._pay(result, last, chance)
            return
        if depth > LONGEST:
            raise TooLarge(
                f"{self.game.title} is too large to be solved exactly: it can last more than {LONGEST} decisions"
            )
        seat = position.to_act()[0]
        moves = position.moves(seat)
        memories[seat] = self._memory(memories[seat], f"sees {as_text(position.view(seat))} {moves}", None)
        here = self._set_of(position, seat, memories[seat], last[seat], moves)
        for number, move in enumerate(moves):
            after, decided = list(memories), list(last)
            after[seat] = self._memory(after[seat], f"does {move}", None)
            decided[seat] = here.first + number
            begun = done + share * number / len(moves)
            futures = self.surveyor.futures(MoveMade(position, seat, move))
            self._branch(futures, after, decided, chance, begun, share / len(moves), depth + 1)

    def _set_of(self, position: Position, seat: Seat, memory: int, parent: int, moves: Sequence[Move]) -> InfoSet:
        if memory in self._known:
            return self._known[memory]
        one = InfoSet(seat, memory, parent, self.decisions[seat], moves)
        one.depth = self._depths[seat][parent]
        self._depths[seat] += [one.depth + 1] * len(moves)
        self.decisions[seat] += len(moves)
        self.sets[seat].append(one)
        self._known[memory] = one
        chair = Chair(self.game, self.options, position, seat, Seeded("what a seat may know"))
        one.says = [chair.write(move) for move in moves]
        if self._strategy is not None:
            one.shares = _checked(self._strategy(chair), moves)
        return one

    def _pay(self, result: Sequence[float], last: Sequence[int], chance: float) -> None:
        if len(result) == 2 and abs(result[0] + result[1]) > 1e-9:
            raise RumpusError(
                f"{self.game.title} hides something, and its payoffs do not add up to nothing "
                f"({result[0]:g} and {result[1]:g}): no play is best there against whatever the other does"
            )
        key = (last[0], last[1])
        self.worth[key] = self.worth.get(key, 0.0) + chance * result[0]

    def _notice(self, memories: Sequence[int], events: Sequence[Event]) -> list[int]:
        after = list(memories)
        for event in events:
            for seat in range(self.seats):
                seen = event.seen_by(seat)
                if seen is not None:
                    after[seat] = self._memory(after[seat], repr((seen.kind, seen.args)), seen)
        return after

    def _memory(self, before: int, what: str, seen: Seen | None) -> int:
        """The number of all that was noticed before and now this."""
        key = (before, what)
        if key not in self._memories:
            self._memories[key] = len(self._trail)
            self._trail.append((before, seen))
        return self._memories[key]


class MoveMade:
    """A move made in a copy, with whatever luck."""

    def __init__(self, position: Position, seat: Seat, move: Move) -> None:
        self._position = position
        self._seat = seat
        self._move = move

    def __call__(self, luck: Luck) -> Position:
        future = self._position.copy()
        future.apply(self._seat, self._move, luck)
        return future


def _checked(shares: Mapping[Move, float], moves: Sequence[Move]) -> list[float]:
    strange = [move for move in shares if move not in moves]
    total = sum(shares.values())
    if strange or abs(total - 1) > 1e-6 or min(shares.values()) < 0:
        raise RumpusError(f"a strategy makes the moves {list(moves)} likely, in all with 1, and not {dict(shares)}")
    return [shares.get(move, 0.0) / total for move in moves]
