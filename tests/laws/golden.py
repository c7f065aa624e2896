"""Golden games: what some random games looked like, event by event, when their rules version was written down.

`python -m tests.laws.golden` writes them anew, which is right only together with a raised `version` of the game, or for
a game or variant that is new.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.game import Game
from rumpus.testing.laws import RandomGame, all_events, saved

FOLDER = Path(__file__).parent / "golden"
SEEDS = ("one", "two")


def fingerprints(game: Game) -> dict[str, str]:
    """A fingerprint of every event and the end of each golden game, by its options and seed."""
    found: dict[str, str] = {}
    for changes in game.variants():
        options = game.options(changes)
        for seed in SEEDS:
            match = RandomGame(game, options, seed, listen=True)
            told = [repr(event) for event in all_events(match)]
            text = "\n".join([*told, str(match.made), saved(match.position)])
            found[f"{json.dumps(options.changed())} {seed}"] = hashlib.sha256(text.encode()).hexdigest()[:20]
    return found


def write(game: Game) -> None:
    FOLDER.mkdir(exist_ok=True)
    data = {"version": game.version, "games": fingerprints(game)}
    (FOLDER / f"{game.name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in game_names():
        write(find_game(name))
