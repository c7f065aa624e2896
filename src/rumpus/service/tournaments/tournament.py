"""A tournament, derived from its journal alone. What comes next follows from it, whichever server asks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from rumpus.service.runtime.environment import ID_LENGTH, ID_LETTERS
from rumpus.service.tournaments import pairings
from rumpus.service.tournaments.entries import (
    Ended,
    Joined,
    Left,
    Opened,
    Paired,
    Played,
    Reason,
    Started,
    TournamentEntry,
)
from rumpus.service.tournaments.pairings import LOSS, NOBODY, WIN, Pair, Points, SwissPlayer

MIN_PLAYERS = 2
State = Literal["open", "running", "over", "cancelled"]


class Competitor(Struct):
    """A player of a tournament: a profile or a built-in bot."""

    profile: str = ""
    bot: str = ""
    left: bool = False
    late: bool = False
    """True if it joined after the start."""


class FinishedGame(Struct):
    """A finished game of a pairing."""

    points: Points
    reason: Reason = ""


class RoundPairing(Struct):
    """Two players of a round. A bye is decided from the beginning."""

    pair: Pair
    games: list[FinishedGame]
    points: Points | None = None
    """The result. None: it is being played."""
    withdrawn: bool = False
    """True if a withdrawal decided it."""


class OpenGame(Struct):
    """A game that is to be played, or is being played."""

    board: int
    game: int
    seats: tuple[int, int]
    """Players by seat."""
    table: str
    since: int
    """Time from which its players are waited for, in milliseconds since 1970."""


class Tournament:
    """A tournament. Only `take` changes it: it has no clock and no store."""

    def __init__(self, id: str, opened: Opened, when: int) -> None:
        self.id = id
        self.settings = opened.settings
        self.owner = opened.owner
        self.seed = opened.seed
        self.created = when
        self.entries = 1
        """Number of entries so far, and of the next one."""
        self.entrants: list[Competitor] = []
        self.order: list[int] = []
        """Players by their seeds, once it has started. Late ones come last."""
        self.rounds: list[list[RoundPairing]] = []
        self.since: dict[tuple[int, int], int] = {}
        """Time at which each open game of the round began to wait for its players, by board and game."""
        self.ended = False
        self.why = ""
        """Why it was cancelled; empty if it was not."""

    # --- state ---

    @property
    def state(self) -> State:
        if self.ended:
            return "cancelled" if self.why else "over"
        return "running" if self.order else "open"

    @property
    def players(self) -> list[int]:
        """Numbers of those who play, in the order in which they joined."""
        return [number for number, one in enumerate(self.entrants) if not one.left]

    @property
    def is_full_for_start(self) -> bool:
        wanted = self.settings.start_with
        return self.state == "open" and bool(wanted) and len(self.players) >= wanted

    @property
    def due(self) -> int:
        """Time from which it may start by itself; 0: never."""
        return 1 if self.is_full_for_start else self.settings.start_at

    @property
    def may_join(self) -> bool:
        """True if a new player would be taken, as far as the time is concerned."""
        if self.state == "open":
            return True
        late = self.settings.format == "swiss" and len(self.rounds) <= self.settings.late
        return self.state == "running" and late and len(self.rounds) < self.rounds_planned

    @property
    def rounds_planned(self) -> int:
        """Number of rounds. Before the start, with the players so far; withdrawals may end it earlier."""
        started = [number for number in self.order if not self.entrants[number].late]
        players = len(started or self.players)
        if players < MIN_PLAYERS:
            return 0
        if self.settings.format == "knockout":
            return pairings.knockout_rounds(players)
        most = pairings.round_robin_rounds(players)
        if self.settings.format == "round_robin":
            return most
        return min(most, self.settings.rounds or pairings.swiss_rounds(players))

    def number_of(self, profile: str) -> int | None:
        """The number of a profile that plays, or has withdrawn after the start. None if it may join."""
        for number, one in enumerate(self.entrants):
            if profile and one.profile == profile and (not one.left or number in self.order):
                return number
        return None

    def table_id(self, number: int, board: int, game: int) -> str:
        """The table of a game in round `number` (from 0). Every server finds the same, and nobody guesses it."""
        name = f"{self.id} {self.seed} {number} {board} {game}"
        number = int.from_bytes(hashlib.sha256(name.encode()).digest(), "big")
        letters = []
        for _ in range(ID_LENGTH):
            number, letter = divmod(number, len(ID_LETTERS))
            letters.append(ID_LETTERS[letter])
        return "".join(letters)

    def open_games(self) -> list[OpenGame]:
        found: list[OpenGame] = []
        for board, pairing in enumerate(self.rounds[-1] if self.rounds and not self.ended else ()):
            if pairing.points is None:
                game = len(pairing.games)
                first, second = pairing.pair
                seats = (first, second) if game % 2 == 0 else (second, first)
                since = self.since[board, game]
                found.append(OpenGame(board, game, seats, self.table_id(len(self.rounds) - 1, board, game), since))
        return found

    def settled_tables(self) -> list[str]:
        """Tables of games that were settled without being played to their end. Nobody may play on there."""
        found: list[str] = []
        for number, some in enumerate(self.rounds):
            for board, pairing in enumerate(some):
                found += [
                    self.table_id(number, board, at) for at, game in enumerate(pairing.games) if game.reason == "missed"
                ]
                if pairing.withdrawn or (self.ended and pairing.points is None):
                    found.append(self.table_id(number, board, len(pairing.games)))
        return found

    def games_of(self, number: int) -> Iterator[tuple[int, int, RoundPairing]]:
        """Round, board and pairing of everything that a player has played or plays."""
        for round_, some in enumerate(self.rounds):
            for board, pairing in enumerate(some):
                if number in pairing.pair:
                    yield round_, board, pairing

    def standings(self) -> list[pairings.Standing]:
        """Everybody from first to last, by the finished pairings. Before the start, those who have joined."""
        numbers = self.order or self.players
        decided = [
            (pairing.pair, pairing.points) for some in self.rounds for pairing in some if pairing.points is not None
        ]
        if not decided:
            return [pairings.Standing(number) for number in numbers]
        return pairings.standings(numbers, decided, self.seed)

    # --- what comes next ---

    def is_round_over(self) -> bool:
        return bool(self.order) and all(pairing.points is not None for some in self.rounds[-1:] for pairing in some)

    def next_entry(self) -> Paired | Ended | None:
        """What follows a finished round. None if the round is not over."""
        if self.ended or not self.is_round_over():
            return None
        playing = [number for number in self.order if not self.entrants[number].left]
        if len(self.rounds) >= self.rounds_planned or len(playing) < MIN_PLAYERS:
            return Ended()
        pairs = self._next_pairs(playing)
        return Paired(pairs) if pairs else Ended()

    def _next_pairs(self, playing: list[int]) -> list[Pair] | None:
        number = len(self.rounds)
        if self.settings.format == "round_robin":
            pairs = pairings.round_robin(self.order, number)
            return [pair for one in pairs if (pair := self._without_absent(one)) is not None]
        if self.settings.format == "knockout":
            if not number:
                return pairings.bracket(self.order)
            winners = [self._winner(pairing) for pairing in self.rounds[-1]]
            return pairings.next_in_bracket(winners, self._seat)
        return pairings.swiss([self._swiss_player(number) for number in playing])

    def _without_absent(self, pair: Pair) -> Pair | None:
        """The pair, or a bye if one of them has withdrawn; None if both have."""
        here = [number for number in pair if not self.entrants[number].left]
        return pair if len(here) == 2 else (here[0], NOBODY) if here else None

    def _winner(self, pairing: RoundPairing) -> int:
        points = pairing.points or (LOSS, LOSS)
        number = pairing.pair[0] if points[0] > points[1] else pairing.pair[1] if points[1] > points[0] else NOBODY
        return NOBODY if number == NOBODY or self.entrants[number].left else number

    def _seat(self, one: int, other: int, board: int) -> Pair:
        return pairings.seated(self._swiss_player(one), self._swiss_player(other), board)

    def _swiss_player(self, number: int) -> SwissPlayer:
        player = SwissPlayer(number)
        opponents: set[int] = set()
        for _, _, pairing in self.games_of(number):
            first, second = pairing.pair
            if pairing.points is not None:
                player.points += pairing.points[0 if number == first else 1]
            if second == NOBODY:
                player.had_bye = True
                continue
            opponents.add(second if number == first else first)
            player.was_first = number == first
            player.balance += 1 if number == first else -1
        player.opponents = frozenset(opponents)
        return player

    # --- changes ---

    def take(self, entry: TournamentEntry, when: int) -> None:
        """Applies the next entry of the journal."""
        self.entries += 1
        match entry:
            case Joined(profile, bot):
                self.entrants.append(Competitor(profile, bot, late=bool(self.order)))
                if self.order:
                    self.order.append(len(self.entrants) - 1)
            case Left(number):
                self.entrants[number].left = True
                self._forfeit(number)
            case Started(order):
                self.order = list(order)
            case Paired(pairs):
                self.rounds.append([RoundPairing(pair, [], _bye_points(pair)) for pair in pairs])
                self.since = {(board, 0): when for board, (_, other) in enumerate(pairs) if other != NOBODY}
            case Played():
                self._played(entry, when)
            case Ended(why):
                self.ended, self.why = True, why
            case Opened():
                raise ValueError("A tournament can be opened only once.")

    def _played(self, entry: Played, when: int) -> None:
        pairing = self.rounds[-1][entry.board]
        pairing.games.append(FinishedGame(entry.points, entry.reason))
        first, second = pairing.pair
        better = None
        if self.settings.format == "knockout":
            better = self.order.index(first) < self.order.index(second)
        pairing.points = pairings.series_result([game.points for game in pairing.games], self.settings.best_of, better)
        self.since[entry.board, entry.game + 1] = when

    def _forfeit(self, number: int) -> None:
        """Gives the running pairing of a player who withdraws to its opponent."""
        for pairing in self.rounds[-1] if self.rounds else ():
            if number in pairing.pair and pairing.points is None:
                pairing.points = (LOSS, WIN) if number == pairing.pair[0] else (WIN, LOSS)
                pairing.withdrawn = True


def _bye_points(pair: Pair) -> Points | None:
    if pair[1] != NOBODY:
        return None
    return (WIN, LOSS) if pair[0] != NOBODY else (LOSS, LOSS)


def replay(id: str, entries: list[tuple[TournamentEntry, int]]) -> Tournament:
    opened, when = entries[0]
    if not isinstance(opened, Opened):
        raise ValueError("The journal of this tournament does not begin with its opening.")
    tournament = Tournament(id, opened, when)
    for entry, at in entries[1:]:
        tournament.take(entry, at)
    return tournament
