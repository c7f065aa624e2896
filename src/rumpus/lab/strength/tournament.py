"""Players against each other, fairly: every seating equally often, the same deals for all, the same table anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from openskill.models import PlackettLuce

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import winners
from rumpus.core.position import Plain
from rumpus.core.rng import Seeded
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player
from rumpus.players.playing import changes_as_text, match_of, play_game
from rumpus.stats.estimates import Rate

MOST_GAMES = 1_000_000


class Pairing:
    """One game to be played: who sits where (numbers of entrants, by seat), and the seeds it is played with."""

    def __init__(self, number: int, lineup: Sequence[int], deal: str, luck: str) -> None:
        self.number = number
        self.lineup = tuple(lineup)
        self.deal = deal
        self.luck = luck


class Outcome:
    """How a pairing ended: payoff and place of each seat, and how many decisions it took."""

    def __init__(self, result: Sequence[float], ranking: Sequence[int], decisions: int) -> None:
        self.result = list(result)
        self.ranking = list(ranking)
        self.decisions = decisions


def groups_of(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Who meets whom: every selection that fills the table; too few entrants sit down more than once."""
    if entrants >= seats:
        return list(combinations(range(entrants), seats))
    return [tuple((first + i) % entrants for i in range(seats)) for first in range(entrants)]


def seatings_of(group: Sequence[int]) -> list[tuple[int, ...]]:
    """The group moved round the table, one way and the other, so that everybody sits everywhere equally often."""
    turned = [tuple(group[i:]) + tuple(group[:i]) for i in range(len(group))]
    if len(group) > 2:
        turned += [tuple(reversed(lineup)) for lineup in turned]
    return turned


def plan(entrants: int, seats: int, games: int, seed: str) -> list[Pairing]:
    """At least so many games for every group, rounded up to whole rounds of seatings.

    All seatings of a round, and all groups, get the same deal; each bot has luck of its own. The first games of a group
    are the same however many follow.
    """
    pairings: list[Pairing] = []
    for group_number, group in enumerate(groups_of(entrants, seats)):
        own = f"{group_number}/" if group_number else ""
        made = 0
        seatings = seatings_of(group)
        for round_number in range(-(-games // len(seatings))):
            deal = f"{seed}/deal {round_number}"
            for lineup in seatings:
                pairings.append(Pairing(len(pairings), lineup, deal, f"{seed}/luck {own}{made}"))
                made += 1
    return pairings


class PlayPairing:
    """A job for any process: nothing matters but the pairing, the game's name, its changes and the entrants' names."""

    def __init__(self, game: str, changes: Mapping[str, object], names: Sequence[str]) -> None:
        self.game = game
        self.changes = changes_as_text(changes)
        self.names = list(names)

    def __call__(self, pairing: Pairing) -> Outcome:
        game, options = match_of(self.game, self.changes)
        players = [
            find_player(self.names[entrant], game, options, f"{pairing.luck}/seat {seat}", timed=False)
            for seat, entrant in enumerate(pairing.lineup)
        ]
        played = play_game(game, options, players, Seeded(pairing.deal), Seeded(f"{pairing.luck}/chairs"))
        return Outcome(played.result, played.ranking, played.decisions)


# --- the table ---


class Entrant:
    """What one entrant made of its games; a draw counts as half a win in `rate`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.games = 0
        self.wins = 0
        self.draws = 0
        self.sum = 0.0
        self.rating: tuple[float, float] | None = None

    @property
    def rate(self) -> Rate:
        return Rate(self.wins + self.draws / 2, self.games)

    def plain(self) -> dict[str, Plain]:
        rating: Plain = None if self.rating is None else {"mu": self.rating[0], "sigma": self.rating[1]}
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "mean result": self.sum / self.games if self.games else 0.0,
            "rating": rating,
            "win rate": self.rate.plain(),
        }


class Crosstable:
    """The table of a tournament: what each entrant made of it, and how often each was ahead of each other."""

    def __init__(self, game: str, changes: Mapping[str, object], names: Sequence[str], seed: str, seats: int) -> None:
        self.game = game
        self.changes = dict(changes)
        self.names = list(names)
        self.seed = seed
        self.seats = seats
        self.entrants = [Entrant(name) for name in names]
        self.ahead = [[0.0] * len(names) for _ in names]
        self.met = [[0] * len(names) for _ in names]
        self.pairings: list[Pairing] = []
        self.outcomes: list[Outcome] = []

    def add(self, pairing: Pairing, outcome: Outcome) -> None:
        self.pairings.append(pairing)
        self.outcomes.append(outcome)
        best = winners(outcome.ranking)
        for seat, number in enumerate(pairing.lineup):
            entrant = self.entrants[number]
            entrant.games += 1
            entrant.sum += outcome.result[seat]
            if seat in best:
                entrant.wins += len(best) == 1
                entrant.draws += len(best) > 1
        for number in set(pairing.lineup):
            for other in set(pairing.lineup) - {number}:
                self.met[number][other] += 1
                self.ahead[number][other] += _ahead(pairing.lineup, outcome.ranking, number, other)

    def versus(self, entrant: int, other: int) -> Rate:
        """How often this entrant finished ahead of that one; level counts half."""
        return Rate(self.ahead[entrant][other], self.met[entrant][other])

    @property
    def decisions(self) -> int:
        return sum(outcome.decisions for outcome in self.outcomes)

    def plain(self) -> dict[str, Plain]:
        cross: dict[str, Plain] = {}
        for i, name in enumerate(self.names):
            row: dict[str, Plain] = {}
            for j, other in enumerate(self.names):
                if self.met[i][j]:
                    row[other] = self.versus(i, j).plain()
            cross[name] = row
        changes: dict[str, Plain] = {key: str(value) for key, value in self.changes.items()}
        return {
            "game": self.game,
            "options": changes,
            "seed": self.seed,
            "seats": self.seats,
            "games": len(self.outcomes),
            "decisions": self.decisions,
            "players": [entrant.plain() for entrant in self.entrants],
            "ahead of": cross,
        }


def _ahead(lineup: Sequence[int], ranking: Sequence[int], entrant: int, other: int) -> float:
    """1 if this entrant finished ahead of that one, 0 behind, 0.5 level; the mean where one sits down twice."""
    points: list[float] = []
    for mine, me in zip(ranking, lineup, strict=True):
        for theirs, them in zip(ranking, lineup, strict=True):
            if me == entrant and them == other:
                points.append(1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
    return sum(points) / len(points)


def rate_all(table: Crosstable) -> None:
    """Ratings by openskill, game by game in the order of the plan."""
    model = PlackettLuce()
    ratings = [model.rating(name=name) for name in table.names]
    rated: set[int] = set()
    for pairing, outcome in zip(table.pairings, table.outcomes, strict=True):
        if len(pairing.lineup) < 2 or len(set(pairing.lineup)) < len(pairing.lineup):
            continue  # alone, or somebody sat down twice: no contest between different players
        teams = [[ratings[entrant]] for entrant in pairing.lineup]
        after = model.rate(teams, ranks=[float(place) for place in outcome.ranking])
        for entrant, team in zip(pairing.lineup, after, strict=True):
            ratings[entrant] = team[0]
            rated.add(entrant)
    for entrant in rated:
        table.entrants[entrant].rating = (ratings[entrant].mu, ratings[entrant].sigma)


# --- playing it ---


def run_tournament(
    game: Game,
    changes: Mapping[str, object],
    names: Sequence[str],
    games: int,
    seed: str,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Crosstable:
    """Play it; the table does not depend on who does the work."""
    options = game.options(changes)
    entrants = _checked(game, options, names, games)
    seats = game.seats(options)
    pairings = plan(len(entrants), seats, games, f"{seed}/{game.name}")
    outcomes: dict[int, Outcome] = {}
    for pairing, outcome in workers.map(PlayPairing(game.name, options.changed(), entrants), pairings):
        outcomes[pairing.number] = outcome
        progress(len(outcomes), len(pairings))
    table = Crosstable(game.name, options.changed(), entrants, seed, seats)
    for pairing in pairings:
        table.add(pairing, outcomes[pairing.number])
    rate_all(table)
    return table


def _checked(game: Game, options: Options, names: Sequence[str], games: int) -> list[str]:
    entrants = [name.strip().lower() for name in names if name.strip()]
    if not entrants:
        raise BadOption("a tournament needs players, as in --players random,greedy")
    if len(set(entrants)) < len(entrants):
        raise BadOption(f"each player enters a tournament once, not {', '.join(entrants)}")
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"a tournament has 1 to {MOST_GAMES:,} games per group, not {games:,}")
    for name in entrants:
        find_player(name, game, options, "check")
    return entrants
