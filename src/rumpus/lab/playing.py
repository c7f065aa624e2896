"""One game of a run: played to its end by bots from their chairs, and written down in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from rumpus.core.chair import Chair
from rumpus.core.contract import Event
from rumpus.core.luck import Seeded
from rumpus.lab.plan import Plan
from rumpus.players.catalogue import find_player

LEVEL = -1
"""The leader while several are level."""
READ_EVERY = 10
"""In every so many games the whole log is put into words, to see which clauses it cites."""
MOMENTS = 24
"""How many points of a game's course are kept."""


class SeatRow:
    """What one seat did and had in one game."""

    def __init__(self, player: str, result: float, identity: Sequence[tuple[str, str]]) -> None:
        self.player = player
        self.result = result
        self.identity = list(identity)
        self.ledger: Counter[tuple[str, str]] = Counter()
        self.course: list[float] = []


class GameRow:
    """What one game was like."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seats: list[SeatRow] = []
        self.decisions = 0
        self.forced = 0
        self.rounds = 0
        self.lead_changes = 0
        self.comeback = False
        self.clauses: Counter[str] = Counter()
        """How often the log cited each clause; counted in some games only."""
        self.named: Counter[str] = Counter()
        """How often the log named each topic; counted in the same games."""

    @property
    def winners(self) -> list[int]:
        return [seat for seat, row in enumerate(self.seats) if row.result > 0.999]


def play_game(plan: Plan, number: int) -> GameRow:
    """Play game `number` of the plan."""
    game, options = plan.game, plan.options
    seed = f"{plan.seed}/{number}"
    luck, opener, chairs = Seeded(seed), Seeded(f"{seed}/opening"), Seeded(f"{seed}/chairs")
    lineup = plan.lineup(number)
    players = [
        find_player(name, game, options, f"{seed}/player {seat}", timed=False) for seat, name in enumerate(lineup)
    ]
    position = game.start(options, luck, listen=True)
    row = GameRow(number)
    events: list[Event] = position.take_events()
    courses: list[list[float]] = [game.standing(position)]
    while (result := position.result()) is None:
        opening = plan.random_openings and game.opening(position)
        for seat in position.to_act():
            moves = position.moves(seat)
            if len(moves) == 1:
                move = moves[0]
                row.forced += 1
            elif opening:
                move = moves[opener.below(len(moves))]
            else:
                move = players[seat].decide(Chair(game, options, position, seat, chairs))
            position.apply(seat, move, luck)
            row.decisions += 1
        events.extend(position.take_events())
        courses.append(game.standing(position))
    row.rounds = game.rounds(position)
    for seat, name in enumerate(lineup):
        row.seats.append(SeatRow(name, result[seat], game.identity(position, seat)))
    for event in events:
        for seat, action, topic in game.ledger(event):
            row.seats[seat].ledger[(action, topic)] += 1
    _write_course(row, courses)
    if number % READ_EVERY == 0:
        _read_log(row, plan, events, lineup)
    return row


def _read_log(row: GameRow, plan: Plan, events: Sequence[Event], lineup: Sequence[str]) -> None:
    """Put everything that happened into words, and see what is cited and named."""
    for event in events:
        line = plan.game.tell(event.whole(), lineup)
        row.clauses[line.clause] += 1
        words = line.text.lower()
        for name in plan.topics:
            if name.lower() in words:
                row.named[name] += 1


def _leader(standing: Sequence[float]) -> int:
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else LEVEL


def _write_course(row: GameRow, courses: Sequence[Sequence[float]]) -> None:
    """Who led when: changes of the lead, and whether the winner was behind half-way."""
    if len(row.seats) < 2 or not courses[-1]:
        return
    leaders = [leader for standing in courses if standing and (leader := _leader(standing)) != LEVEL]
    row.lead_changes = sum(1 for before, after in pairwise(leaders) if before != after)
    middle = _leader(courses[len(courses) // 2])
    row.comeback = len(row.winners) == 1 and middle not in (LEVEL, row.winners[0])
    moments = [round(i * (len(courses) - 1) / (MOMENTS - 1)) for i in range(MOMENTS)]
    for seat, seat_row in enumerate(row.seats):
        seat_row.course = [courses[moment][seat] for moment in moments]


def play_chunk(plan: Plan, numbers: range) -> list[GameRow]:
    """A piece of work: these games, in order."""
    return [play_game(plan, number) for number in numbers]
