"""Golden games: hashes of random games, stored per version of the rules.

python -m rumpus.testing.golden tests/laws/golden [GAME ...]

writes them again. Do so only with a raised `Game.version`, or for a new game or configuration.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from rumpus.core.catalogue import find_game, game_names
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.testing.random_games import RandomGame, all_events, saved

SEEDS = ("one", "two")


def fingerprints(game: Game) -> dict[str, str]:
    """Returns a hash of the events and end of each golden game, by options and seed."""
    found: dict[str, str] = {}
    for changes in game.configurations():
        options = game.options(changes)
        for seed in SEEDS:
            match = RandomGame(game, options, seed, listen=True)
            events = [repr(event) for event in all_events(match)]
            text = "\n".join([*events, str(match.made), saved(match.position)])
            found[f"{json.dumps(options.changed())} {seed}"] = hashlib.sha256(text.encode()).hexdigest()[:20]
    return found


def check_golden(game: Game, folder: Path) -> None:
    """Raises AssertionError unless the golden games in this folder are reproduced."""
    path = folder / f"{game.name}.json"
    if not path.exists():
        raise AssertionError(
            f"There are no golden games of {game.name}: python -m rumpus.testing.golden {folder} {game.name}"
        )
    golden = json.loads(path.read_text(encoding="utf-8"))
    if golden["version"] != game.version:
        raise AssertionError(f"{game.name} has a raised version: write its golden games again.")
    now = fingerprints(game)
    changed = [name for name in {**golden["games"], **now} if golden["games"].get(name) != now.get(name)]
    if changed:
        raise AssertionError(
            f"The same seed and moves give another game, so raise the version of {game.name}: {'; '.join(changed)}"
        )


def write(game: Game, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = {"version": game.version, "games": fingerprints(game)}
    (folder / f"{game.name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m rumpus.testing.golden", description="Write golden games again.")
    parser.add_argument("folder", type=Path, help="Folder of the golden games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="Games to write; by default all installed ones.")
    given = parser.parse_args(words)
    try:
        for name in given.games or game_names():
            write(find_game(name), given.folder)
    except RumpusError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
