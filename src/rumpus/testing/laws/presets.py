"""Law of presets: each can be chosen with every number of seats."""

from __future__ import annotations

import re

from rumpus.core.errors import BadOption
from rumpus.core.game import Game
from rumpus.core.options import PRESET, STANDARD, Options
from rumpus.testing.law import BrokenLaw, Law, expect
from rumpus.testing.random_games import games_of


@Law
def presets_can_be_played(game: Game, options: Options, games: int) -> None:
    """A preset has a name of its own and a sentence, changes defaults, and fits every number of seats."""
    names = [preset.name for preset in game.presets]
    expect(len({STANDARD, *names}) == len(names) + 1, f"presets have different names, not {names}", game.name)
    taken = bool(names) and PRESET in options
    expect(not taken, f"an option is called {PRESET!r}, so no preset can be chosen", game.name)
    for preset in game.presets:
        where = f"{game.name}, preset {preset.name}"
        expect(re.fullmatch("[a-z][a-z0-9-]*", preset.name) is not None, "its name is one word in lower case", where)
        expect(preset.says.endswith("."), f"it is explained by a sentence, not {preset.says!r}", where)
        for seats in game.seat_counts():
            try:
                chosen = game.options({PRESET: preset.name}, seats)
            except BadOption as error:
                raise BrokenLaw(f"`Game.options` refuses it for {seats} seats: {error}", where) from error
            without = {name for name in preset.changes if name not in chosen.changed()}
            expect(not without, f"it changes {', '.join(sorted(without))} to the default", where)
        expect(bool(preset.changes), "it changes nothing", where)
        for match in games_of(game, game.options({PRESET: preset.name}, game.seats(options)), games, "presets"):
            for _ in match.steps():
                pass
            expect(match.position.result() is not None, "its games end with a result", match.where())
