"""One game of a run, written down in figures; a part of a run is a file with a line of JSON for each of its games."""

from __future__ import annotations

import gzip
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from rumpus.core.errors import BadRecord
from rumpus.core.outcome import winners
from rumpus.core.position import Event, Seat
from rumpus.core.rng import Seeded
from rumpus.core.system.files import write_whole
from rumpus.lab.simulation.observers import LEVEL, Chances, Course, Stakes, Watchers, Windfall, can_be_watched, leader
from rumpus.lab.simulation.plan import Plan, plan_of
from rumpus.lab.simulation.rules_patch import mistakes_in
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.playing import play_game
from rumpus.review.win_probability import PlayedGauge

READ_EVERY = 10
"""In every so many games the whole log is put into words, to see which clauses it cites, and luck is told apart."""
QUICK = {"random", "greedy"}
"""To watch their games costs about as much as to play them; with all other players luck is always told apart."""
WEIGH_EVERY = 100
"""In every so many games it is seen how much decisions matter."""
MOMENTS = 24
"""How many points of a game's course are kept."""


class SeatRow:
    """What one seat did and had in one game."""

    def __init__(self, player: str, result: float, identity: Sequence[tuple[str, str]]) -> None:
        self.player = player
        self.result = result
        self.identity = list(identity)
        self.lots: list[tuple[str, str]] = []
        """What chance settled for it at the start."""
        self.ledger: Counter[tuple[str, str]] = Counter()
        self.course: list[float] = []
        self.luck: float | None = None
        """What luck did for its chance to win after the start, at a glance, if the game was watched for that;"""
        self.felt: float | None = None
        """the same by looks, where a glance does not feel it;"""
        self.deal: float | None = None
        """and what the deal had done before."""


class Drama:
    """What decided a game, if it was watched for that."""

    def __init__(self, by_luck: int | None, by_choice: int | None, decided: float | None, behind: float | None) -> None:
        self.by_luck = by_luck
        """How often the lead changed by luck,"""
        self.by_choice = by_choice
        """and how often by what somebody decided."""
        self.decided = decided
        """After which share of the decisions the one who won was ahead for good."""
        self.behind = behind
        """How far behind the one who won ever was."""
        self.options: float | None = None
        """How many there were on average, where there was something to decide;"""
        self.stake: float | None = None
        """and by how much the best of them was better than the second best."""
        self.windfalls: dict[tuple[str, str], Windfall] = {}
        """What chance gave, by kind and name."""


class GameRow:
    """What one game was like."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seats: list[SeatRow] = []
        self.winner: Seat | None = None
        """The seat that has won; None after a draw, or when whoever played alone has lost."""
        self.decisions = 0
        self.forced = 0
        self.rounds = 0
        self.lead_changes = 0
        self.comeback = False
        self.clauses: Counter[str] = Counter()
        """How often the log cited each clause; counted in some games only."""
        self.named: Counter[str] = Counter()
        """How often the log named each topic; counted in the same games."""
        self.drama: Drama | None = None


# --- playing it ---


def gauge_for(plan: Plan) -> PlayedGauge | None:
    """What tells luck apart in the games of a plan; None where a glance says nothing."""
    gauge = PlayedGauge(plan.game, plan.options)
    return gauge if can_be_watched(gauge) else None


def play_row(plan: Plan, number: int, gauge: PlayedGauge | None = None) -> GameRow:
    """Play game `number` of the plan; with a gauge it is seen what luck did, and in some what decisions did."""
    game, options = plan.game, plan.options
    lab = game.lab()
    seed = f"{plan.seed}/{number}"
    lineup = plan.lineup(number)
    players = [
        find_player(name, game, options, f"{seed}/player {seat}", timed=False) for seat, name in enumerate(lineup)
    ]
    openings = Seeded(f"{seed}/opening") if plan.random_openings else None
    course = Course(lab, len(lineup))
    closely = number % READ_EVERY == 0
    watched = closely or lab.control or not QUICK & set(lineup)
    chances = Chances(gauge, lab, seed) if gauge is not None and watched else None
    stakes = Stakes(gauge, lab, seed) if gauge is not None and number % WEIGH_EVERY == 0 else None
    watchers = Watchers([one.watch for one in (course, chances, stakes) if one is not None])
    played = play_game(
        game,
        options,
        players,
        Seeded(seed),
        Seeded(f"{seed}/chairs"),
        watchers.watch,
        forced=False,
        openings=openings,
        listen=True,
    )
    course.note(played.position)
    row = GameRow(number)
    row.decisions, row.forced = played.decisions, played.unasked
    row.rounds = lab.rounds(played.position)
    best = winners(played.ranking)
    row.winner = best[0] if len(best) == 1 else None
    for seat, name in enumerate(lineup):
        row.seats.append(SeatRow(name, played.result[seat], lab.identity(played.position, seat)))
        row.seats[seat].lots = course.lots[seat] if course.lots else []
    if chances is not None:
        chances.note(played.position)
    events = played.position.take_events()
    for event in events:
        for seat, action, topic in lab.ledger(event):
            row.seats[seat].ledger[(action, topic)] += 1
    _write_course(row, course.standings)
    if chances is not None:
        _write_chances(row, chances)
    if stakes is not None and row.drama is not None and stakes.options:
        row.drama.options = sum(stakes.options) / len(stakes.options)
        row.drama.stake = sum(stakes.margins) / len(stakes.margins)
    if closely:
        _read_log(row, plan, events, lineup)
    return row


def _write_chances(row: GameRow, chances: Chances) -> None:
    # Who plays alone has the rest of the world against it.
    winner = row.winner if len(row.seats) > 1 else int(row.winner is None)
    decided, behind = (None, None) if winner is None else (chances.decided(winner), chances.behind(winner))
    row.drama = Drama(chances.by_luck, chances.by_choice, decided, behind)
    row.drama.windfalls = chances.windfalls
    for seat, seat_row in enumerate(row.seats):
        seat_row.luck, seat_row.felt, seat_row.deal = chances.luck[seat], chances.felt[seat], chances.deal[seat]


def _read_log(row: GameRow, plan: Plan, events: Sequence[Event], lineup: Sequence[str]) -> None:
    """Put everything that happened into words, and see what is cited and named."""
    for event in events:
        line = plan.game.tell(event.whole(), lineup)
        row.clauses[line.clause] += 1
        words = line.text.lower()
        for name in plan.topics:
            if name.lower() in words:
                row.named[name] += 1


def _write_course(row: GameRow, courses: Sequence[Sequence[float]]) -> None:
    """Who led when: changes of the lead, and whether the winner was behind half-way."""
    if len(row.seats) < 2 or not courses[-1]:
        return
    leaders = [first for standing in courses if standing and (first := leader(standing)) != LEVEL]
    row.lead_changes = sum(1 for before, after in pairwise(leaders) if before != after)
    middle = leader(courses[len(courses) // 2])
    row.comeback = row.winner is not None and middle not in (LEVEL, row.winner)
    moments = [round(i * (len(courses) - 1) / (MOMENTS - 1)) for i in range(MOMENTS)]
    for seat, seat_row in enumerate(row.seats):
        seat_row.course = [courses[moment][seat] for moment in moments]


class PlayRows:
    """A job for any process: the plan travels as the text of its manifest, so the game goes by its name."""

    def __init__(self, plan: Plan) -> None:
        self.text = plan.manifest().text()

    @property
    def plan(self) -> Plan:
        return plan_of(self.text)

    def __call__(self, chunk: range) -> list[GameRow]:
        plan = self.plan
        with mistakes_in(plan.variant):
            gauge = gauge_for(plan) if chunk else None
            return [play_row(plan, number, gauge) for number in chunk]


def check_variant(plan: Plan, workers: Workers) -> None:
    """Load its file where it will be played, so that mistakes are told before anything else is done."""
    if plan.variant is not None:
        for _ in workers.map(PlayRows(plan), [range(0)]):
            pass


# --- on disk ---


class _Seat(msgspec.Struct):
    player: str
    result: float
    identity: list[tuple[str, str]]
    ledger: list[tuple[str, str, int]]
    course: list[float]
    lots: list[tuple[str, str]] = []
    luck: float | None = None
    felt: float | None = None
    deal: float | None = None


class _Drama(msgspec.Struct):
    lead_changes_by_luck: int | None
    lead_changes_by_choice: int | None
    decided: float | None
    farthest_behind: float | None
    options: float | None
    stake: float | None
    windfalls: list[tuple[str, str, int, float, float]] = []
    """Kind, name, times, luck, squares."""


class _Game(msgspec.Struct):
    """A line of a part; its keys are the names by which other programs find the figures."""

    game: int
    winner: int | None
    decisions: int
    forced: int
    rounds: int
    lead_changes: int
    comeback: bool
    clauses: dict[str, int]
    named: dict[str, int]
    seats: list[_Seat]
    drama: _Drama | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Game)


def write_part(part: Path, rows: Sequence[GameRow]) -> None:
    lines = [_encoder.encode(_line(row)) for row in rows]
    write_whole(part, gzip.compress(b"\n".join(lines) + b"\n", mtime=0))


def read_part(part: Path) -> list[GameRow]:
    try:
        return [_row(_decoder.decode(line)) for line in gzip.decompress(part.read_bytes()).splitlines()]
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        raise BadRecord(f"{part} is damaged: {error}; delete it and run again") from None


def _line(row: GameRow) -> _Game:
    seats = [
        _Seat(
            seat.player,
            seat.result,
            seat.identity,
            [(action, topic, times) for (action, topic), times in sorted(seat.ledger.items())],
            seat.course,
            seat.lots,
            seat.luck,
            seat.felt,
            seat.deal,
        )
        for seat in row.seats
    ]
    told = row.drama
    return _Game(
        row.number,
        row.winner,
        row.decisions,
        row.forced,
        row.rounds,
        row.lead_changes,
        row.comeback,
        dict(sorted(row.clauses.items())),
        dict(sorted(row.named.items())),
        seats,
        None if told is None else _drama_line(told),
    )


def _drama_line(told: Drama) -> _Drama:
    windfalls = [(*pair, one.times, one.luck, one.squares) for pair, one in sorted(told.windfalls.items())]
    return _Drama(told.by_luck, told.by_choice, told.decided, told.behind, told.options, told.stake, windfalls)


def _row(line: _Game) -> GameRow:
    row = GameRow(line.game)
    row.winner = line.winner
    row.decisions, row.forced, row.rounds = line.decisions, line.forced, line.rounds
    row.lead_changes, row.comeback = line.lead_changes, line.comeback
    row.clauses, row.named = Counter(line.clauses), Counter(line.named)
    for seat in line.seats:
        found = SeatRow(seat.player, seat.result, seat.identity)
        found.ledger = Counter({(action, topic): times for action, topic, times in seat.ledger})
        found.course = seat.course
        found.lots = seat.lots
        found.luck, found.felt, found.deal = seat.luck, seat.felt, seat.deal
        row.seats.append(found)
    if (told := line.drama) is not None:
        row.drama = Drama(told.lead_changes_by_luck, told.lead_changes_by_choice, told.decided, told.farthest_behind)
        row.drama.options, row.drama.stake = told.options, told.stake
        row.drama.windfalls = {
            (kind, name): Windfall(times, luck, squares) for kind, name, times, luck, squares in told.windfalls
        }
    return row
