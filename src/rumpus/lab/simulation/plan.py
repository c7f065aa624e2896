"""What is to be played: a game, a table of numbers, players, how many games, and the seed that fixes them all."""

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
from rumpus.core.options import Value
from rumpus.core.position import Plain
from rumpus.lab.simulation.manifest import Manifest
from rumpus.lab.simulation.rules_patch import Variant, mistakes_in
from rumpus.players.catalogue import find_player

MOST_GAMES = 10_000_000
CHUNK = 50
"""Games per piece of work: small enough to show progress, large enough to be worth sending."""


class Plan:
    """Game number i depends on the plan and on i alone, so any process on any machine may play it."""

    def __init__(
        self,
        game: Game,
        changes: Mapping[str, object],
        players: Sequence[str],
        games: int,
        seed: str,
        random_openings: bool = True,
        variant: Variant | None = None,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise BadOption(f"a run has 1 to {MOST_GAMES:,} games, not {games:,}")
        self.game = game
        self.options = game.options(changes)
        seats = game.seats(self.options)
        self.players = [name.strip().lower() for name in players if name.strip()]
        if len(self.players) == 1:
            self.players *= seats
        if len(self.players) != seats:
            raise BadOption(f"{game.title} has {seats} seats here, and {len(self.players)} players are named")
        for name in set(self.players):
            find_player(name, game, self.options, "check", timed=False)
        absent = set(game.lab().absent(self.options))
        self.topics = [topic.name for topic in topics_in_play(game, self.options) if topic.name not in absent]
        self.games = games
        self.seed = seed
        self.random_openings = random_openings
        self.variant = variant
        """Whoever plays this plan loads the file; whoever reads it has the rulebook's game in `game`."""

    @property
    def variant_hash(self) -> str:
        """What stands for its changed rules wherever their file lies; empty for the rulebook's."""
        return "" if self.variant is None else self.variant.sha256

    def with_changes(self, changes: Mapping[str, object]) -> Plan:
        """The same plan with other numbers, as many seats and the same deals."""
        twin = copy(self)
        twin.options = self.game.options({**self.options.changed(), **changes})
        return twin

    def with_seed(self, seed: str) -> Plan:
        """The same plan with other deals."""
        twin = copy(self)
        twin.seed = seed
        return twin

    def chunks(self) -> list[range]:
        """The pieces of work, by the numbers of their games."""
        return [range(first, min(first + CHUNK, self.games)) for first in range(0, self.games, CHUNK)]

    def lineup(self, number: int) -> list[str]:
        """Who sits where in that game: the players move on by one seat a game."""
        turn = number % len(self.players)
        return self.players[turn:] + self.players[:turn]

    def manifest(self) -> Manifest:
        options = {name: _plain(value) for name, value in self.options.changed().items()}
        return Manifest(
            self.game.name,
            self.game.version,
            options,
            self.players,
            self.games,
            self.seed,
            self.random_openings,
            self.variant,
        )

    @staticmethod
    def load(manifest: Manifest, playing: bool = False) -> Plan:
        """The plan of a run's manifest, to be read or to be played; refused if the game is of another version now."""
        game = find_game(manifest.game)
        if manifest.version != game.version:
            raise BadRecord(f"this run was made with version {manifest.version} of {game.title}, not {game.version}")
        variant, openings = manifest.variant, manifest.random_openings
        if variant is not None:
            game = variant.game(game) if playing else variant.book(game)
        with mistakes_in(variant if playing else None):
            return Plan(game, manifest.options, manifest.players, manifest.games, manifest.seed, openings, variant)

    def name(self) -> str:
        """A short name that changes with everything in the plan but the number of games."""
        rest = {key: value for key, value in self.manifest().plain().items() if key != "games"}
        if self.variant is not None:
            rest["variant"] = self.variant_hash
        text = json.dumps(rest, sort_keys=True)
        return f"{self.game.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _plain(value: Value) -> Plain:
    return list[Plain](value) if isinstance(value, list) else value


@lru_cache(maxsize=8)
def plan_of(text: str) -> Plan:
    """In whatever process plays it: the plan of this manifest, made once."""
    return Plan.load(Manifest.of(text), playing=True)
