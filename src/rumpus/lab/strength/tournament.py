"""Round-robin tournaments: all seatings equally often, the same deals for all groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product

from msgspec import Struct
from openskill.models import PlackettLuce

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.outcome import winners
from rumpus.core.position import Json
from rumpus.core.rng import SeededRng
from rumpus.lab.simulation.workers import Workers
from rumpus.players.catalogue import find_player, player_name
from rumpus.players.playing import changes_as_text, game_with_options, play_game
from rumpus.stats.estimates import Rate

MAX_GAMES = 1_000_000


class Pairing(Struct):
    """One game to play: entrants by seat, and its seeds."""

    number: int
    lineup: tuple[int, ...]
    deal: str
    seed: str


class Outcome(Struct):
    """Result of a pairing: payoffs and ranks by seat, and its number of decisions."""

    result: list[float]
    ranking: list[int]
    decisions: int


def groups_of(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Groups of entrants, each enough for a table. With too few, entrants take several seats."""
    if entrants >= seats:
        return list(combinations(range(entrants), seats))
    return [tuple((first + i) % entrants for i in range(seats)) for first in range(entrants)]


def seatings_of(group: Sequence[int]) -> list[tuple[int, ...]]:
    """All rotations of a group, in both directions. Everyone takes each seat equally often."""
    turned = [tuple(group[i:]) + tuple(group[:i]) for i in range(len(group))]
    if len(group) > 2:
        # Rotations keep everyone's left neighbour; reversed, it sits right. All n! orders would make rounds too long.
        turned += [tuple(reversed(lineup)) for lineup in turned]
    return turned


def plan(entrants: int, seats: int, games: int, seed: str) -> list[Pairing]:
    """Plans at least `games` games per group, rounded up to whole rounds of seatings.

    All seatings of a round, and all groups, get the same deal; each bot has its own seed. The first games of a group do
    not depend on `games`.
    """
    pairings: list[Pairing] = []
    for group_number, group in enumerate(groups_of(entrants, seats)):
        # Seed texts are part of the ladder's format: `rumpus ladder --verify` plays its file again with them.
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
    """Job: plays a pairing in any process."""

    def __init__(self, game: str, changes: Mapping[str, object], names: Sequence[str]) -> None:
        self.game = game
        self.changes = changes_as_text(changes)
        self.names = list(names)

    def __call__(self, pairing: Pairing) -> Outcome:
        game, options = game_with_options(self.game, self.changes)
        # Seatings share the deal's seed, but not the bots' seeds. A time limit would make games depend on the machine.
        players = [
            find_player(self.names[entrant], game, options, f"{pairing.seed}/seat {seat}", timed=False)
            for seat, entrant in enumerate(pairing.lineup)
        ]
        played = play_game(game, options, players, SeededRng(pairing.deal), SeededRng(f"{pairing.seed}/chairs"))
        return Outcome(list(played.result), list(played.ranking), played.decisions)


# --- the table ---


class Entrant(Struct):
    """Totals of one entrant. In `rate` a draw counts as half a win."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    sum: float = 0.0
    rating: tuple[float, float] | None = None
    """Mean and standard deviation (openskill)."""

    @property
    def rate(self) -> Rate:
        return Rate(self.wins + self.draws / 2, self.games)

    def to_json(self) -> dict[str, Json]:
        rating: Json = None if self.rating is None else {"mu": self.rating[0], "sigma": self.rating[1]}
        totals: dict[str, Json] = {"name": self.name, "games": self.games, "wins": self.wins, "draws": self.draws}
        mean = self.sum / self.games if self.games else 0.0
        return {**totals, "mean result": mean, "rating": rating, "win rate": self.rate.to_json()}


class Crosstable:
    """Results of a tournament: totals by entrant, and pairwise finishes."""

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
        """One entrant's rate of finishing ahead of the other. A tie counts half."""
        return Rate(self.ahead[entrant][other], self.met[entrant][other])

    @property
    def decisions(self) -> int:
        return sum(outcome.decisions for outcome in self.outcomes)

    def to_json(self) -> dict[str, Json]:
        cross: dict[str, Json] = {
            name: {other: self.versus(i, j).to_json() for j, other in enumerate(self.names) if self.met[i][j]}
            for i, name in enumerate(self.names)
        }
        return {
            "game": self.game,
            "options": {key: str(value) for key, value in self.changes.items()},
            "seed": self.seed,
            "seats": self.seats,
            "games": len(self.outcomes),
            "decisions": self.decisions,
            "players": [entrant.to_json() for entrant in self.entrants],
            "ahead of": cross,
        }


def _ahead(lineup: Sequence[int], ranking: Sequence[int], entrant: int, other: int) -> float:
    """1 if `entrant` finished ahead of `other`, 0 behind, 0.5 level; a mean over seats."""
    mine = [rank for rank, who in zip(ranking, lineup, strict=True) if who == entrant]
    theirs = [rank for rank, who in zip(ranking, lineup, strict=True) if who == other]
    points = [1.0 if rank < its else 0.5 if rank == its else 0.0 for rank, its in product(mine, theirs)]
    return sum(points) / len(points)


def rate_all(table: Crosstable) -> None:
    """Computes openskill ratings, game by game in the order of the plan."""
    # Weng and Lin (2011). Ratings depend on the order of games: the plan's, because that of completion varies.
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
    """Plays a tournament. The result does not depend on the workers."""
    options = game.options(changes)
    entrants = _check_entrants(game, options, names, games)
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


def _check_entrants(game: Game, options: Options, names: Sequence[str], games: int) -> list[str]:
    entrants = [player_name(name) for name in names if name.strip()]
    if not entrants:
        raise BadOption("A tournament needs players. Name them, as in --players random,greedy.")
    if len(set(entrants)) < len(entrants):
        raise BadOption(f"Each player enters a tournament once, not {', '.join(entrants)}. Name each one once.")
    if not 1 <= games <= MAX_GAMES:
        raise BadOption(f"A tournament has 1 to {MAX_GAMES:,} games per group, not {games:,}.")
    for name in entrants:
        find_player(name, game, options, "check")
    return entrants
