"""A plan: game, options, players, number of games and seed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache

from rumpus.core.catalogue import find_game
from rumpus.core.content.rulebook import topics_in_play
from rumpus.core.errors import BadOption, BadRecord
from rumpus.core.game import Game
from rumpus.lab.simulation.manifest import Manifest
from rumpus.lab.simulation.rules_patch import RulesPatch, mistakes_in
from rumpus.players.catalogue import find_player, player_name
from rumpus.players.player import Player

MAX_GAMES = 10_000_000
CHUNK_GAMES = 50
"""Games per task: few enough to show progress, many enough to outweigh sending them."""


def chunk_at(number: int, games: int) -> range:
    """Game numbers of the task with this game, in a run of `games`."""
    first = number - number % CHUNK_GAMES
    return range(first, min(first + CHUNK_GAMES, games))


class Plan:
    """A set of games to play.

    Game i depends only on the plan and i, in any process.
    """

    def __init__(
        self,
        game: Game,
        changes: Mapping[str, object],
        players: Sequence[str],
        games: int,
        seed: str,
        random_openings: bool = True,
        rules_patch: RulesPatch | None = None,
    ) -> None:
        if not 1 <= games <= MAX_GAMES:
            raise BadOption(f"A run has 1 to {MAX_GAMES:,} games, not {games:,}.")
        self.game = game
        self.options = game.options(changes)
        seats = game.seats(self.options)
        self.players = [player_name(name) for name in players if name.strip()]
        if len(self.players) == 1:
            self.players *= seats
        if len(self.players) != seats:
            raise BadOption(f"{game.title} has {seats} seats here, and {len(self.players)} players are named.")
        for name in set(self.players):
            find_player(name, game, self.options, "check", timed=False)
        absent = set(game.lab().unused_topics(self.options))
        self.topics = [topic.name for topic in topics_in_play(game, self.options) if topic.name not in absent]
        self.games = games
        self.seed = seed
        self.random_openings = random_openings
        self.rules_patch = rules_patch
        """The patch of the rules. Workers load its file; elsewhere `game` keeps the rulebook's rules."""

    @property
    def rules_patch_hash(self) -> str:
        """Hash of the rules patch; empty without one."""
        return "" if self.rules_patch is None else self.rules_patch.sha256

    def with_changes(self, changes: Mapping[str, object]) -> Plan:
        """Returns a copy with other options and the same deals.

        The number of seats must not change.
        """
        twin = copy(self)
        twin.options = self.game.options({**self.options.changed(), **changes})
        return twin

    def with_seed(self, seed: str) -> Plan:
        """Returns a copy with other deals."""
        twin = copy(self)
        twin.seed = seed
        return twin

    def chunks(self) -> list[range]:
        """Splits the game numbers into tasks."""
        return [chunk_at(first, self.games) for first in range(0, self.games, CHUNK_GAMES)]

    def lineup(self, number: int) -> list[str]:
        """Players by seat in a game. They move on by one seat per game."""
        turn = number % len(self.players)
        return self.players[turn:] + self.players[:turn]

    def deal_seed(self, number: int) -> str:
        # All seed texts made from this one are part of the format: a stored run goes on with the same games.
        return f"{self.seed}/{number}"

    def seated(self, number: int) -> list[Player]:
        """New players of a game by seat, each with its own seed."""
        seed = self.deal_seed(number)
        return [
            find_player(name, self.game, self.options, f"{seed}/player {seat}", timed=False)
            for seat, name in enumerate(self.lineup(number))
        ]

    def manifest(self) -> Manifest:
        return Manifest(
            game=self.game.name,
            version=self.game.version,
            options=self.options.changed(),
            players=self.players,
            games=self.games,
            seed=self.seed,
            random_openings=self.random_openings,
            rules_patch=self.rules_patch,
        )

    @staticmethod
    def load(manifest: Manifest, playing: bool = False) -> Plan:
        """Loads a manifest's plan, to read or to play its games.

        Refuses other versions of the game.
        """
        game = find_game(manifest.game)
        if manifest.version != game.version:
            raise BadRecord(f"this run was made with version {manifest.version} of {game.title}, not {game.version}")
        rules_patch, openings = manifest.rules_patch, manifest.random_openings
        if rules_patch is not None:
            game = rules_patch.game(game) if playing else rules_patch.baseline_game(game)
        with mistakes_in(rules_patch if playing else None):
            return Plan(game, manifest.options, manifest.players, manifest.games, manifest.seed, openings, rules_patch)

    def name(self) -> str:
        """Short name of the plan. It changes with everything but the number of games."""
        rest = self.manifest().to_json()
        # The same run may go on to more games, and a patch with an equal hash may lie elsewhere.
        del rest["games"]
        if self.rules_patch is not None:
            rest["variant"] = self.rules_patch_hash
        text = json.dumps(rest, sort_keys=True)
        return f"{self.game.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


@lru_cache(maxsize=8)
def plan_of(text: str) -> Plan:
    """Plan of a manifest, cached per process."""
    return Plan.load(Manifest.of(text), playing=True)
