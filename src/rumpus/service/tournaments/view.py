"""What people are shown of a tournament: its players, and finished games only."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rumpus.core.catalogue import game_of
from rumpus.core.display_names import tidy_name, tidy_name_of
from rumpus.core.errors import RumpusError
from rumpus.service.runtime import protocol as m
from rumpus.service.tournaments.pairings import Points
from rumpus.service.tournaments.tournament import RoundPairing, Tournament
from rumpus.table.entries import Place
from rumpus.table.seats import BOT_NAMES, DELETED_PLAYER, bot_name

MAX_PLAYERS = {"round_robin": 24, "swiss": 64, "knockout": 64}
PROFILES = """
SELECT profile.id, profile.name, profile.avatar, profile.colour, profile.bot
FROM rumpus_entrant AS entrant JOIN rumpus_profile AS profile ON profile.id = entrant.profile
WHERE entrant.id = $1 AND profile.deleted = 0
"""


class EntrantProfile(Struct):
    """How a profile looks now."""

    name: str
    avatar: str
    colour: str
    bot_account: bool


People = Mapping[str, EntrantProfile]
"""Profiles of a tournament by their ids, without deleted ones."""


def places_of(tournament: Tournament, people: People) -> list[Place]:
    """Every player's place at a table. A deleted profile has none of its own any more."""
    found: list[Place] = []
    taken: list[str] = []
    bots = 0
    for one in tournament.entrants:
        person = people.get(one.profile)
        if one.bot:
            place = Place("bot", _name_of_bot(one.bot, bots), bot=one.bot)
            bots += 1
        elif person is None:
            place = Place("person", tidy_name(DELETED_PLAYER, taken))
        else:
            place = Place(
                "person", tidy_name_of(person.name, person.bot_account, taken), profile=one.profile,
                avatar=person.avatar, colour=person.colour, bot_account=person.bot_account,
            )  # fmt: skip
        if not one.left or tournament.order:
            taken.append(place.name)
        found.append(place)
    return found


def _name_of_bot(bot: str, number: int) -> str:
    again = number // len(BOT_NAMES) + 1
    name = bot_name(bot, number)
    return name if again == 1 else name.replace(" (", f" {again} (", 1)


def row_of(tournament: Tournament) -> m.TournamentRow:
    settings = tournament.settings
    return m.TournamentRow(
        tournament.id, settings.title, settings.rules.game, _title_of(settings.rules.game), settings.format,
        tournament.state, len(tournament.players), len(tournament.rounds), tournament.rounds_planned,
        settings.start_at, settings.start_with, settings.rules.clock, settings.best_of,
    )  # fmt: skip


def view_of(tournament: Tournament, people: People) -> m.TournamentReply:
    settings = tournament.settings
    clock = settings.rules.clock
    assert clock is not None
    places = places_of(tournament, people)
    players = [
        m.TournamentPlayer(
            row.number, places[row.number].name, row.points / 2, row.buchholz / 2, row.sonneborn / 4, row.wins,
            row.draws, row.losses, places[row.number].profile, places[row.number].avatar, places[row.number].colour,
            places[row.number].bot, places[row.number].bot_account, tournament.entrants[row.number].left,
        )
        for row in tournament.standings()
    ]  # fmt: skip
    return m.TournamentReply(
        tournament=tournament.id, title=settings.title, game=settings.rules.game,
        game_title=_title_of(settings.rules.game), format=settings.format, state=tournament.state,
        owner=tournament.owner, options=settings.rules.options, clock=clock, best_of=settings.best_of,
        no_show=settings.no_show, late=settings.late, listed=settings.listed, created=tournament.created,
        start_at=settings.start_at, start_with=settings.start_with, most=MAX_PLAYERS[settings.format],
        rounds=tournament.rounds_planned, may_join=tournament.may_join, players=players,
        pairings=[
            [_pairing(tournament, pairing, number, board) for board, pairing in enumerate(some)]
            for number, some in enumerate(tournament.rounds)
        ],
        why=tournament.why,
    )  # fmt: skip


def _pairing(tournament: Tournament, pairing: RoundPairing, number: int, board: int) -> m.TournamentPairing:
    games = [
        m.TournamentGame(tournament.table_id(number, board, at), _shown(game.points), game.reason)
        for at, game in enumerate(pairing.games)
    ]
    if pairing.points is None and not tournament.ended:
        games.append(m.TournamentGame(tournament.table_id(number, board, len(games))))
    points = None if pairing.points is None else _shown(pairing.points)
    return m.TournamentPairing(*pairing.pair, points, games, pairing.withdrawn)


def _shown(points: Points) -> list[float]:
    return [own / 2 for own in points]


def _title_of(game: str) -> str:
    try:
        return game_of(game).title
    except RumpusError:
        return game
