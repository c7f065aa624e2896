"""Golden games: what some random games looked like, event by event, when their rules version was written down.

python -m rumpus.testing.golden tests/laws/golden [GAME ...]

writes them anew: right only together with a raised `version` of the game, or for a game or variant that is new.
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


def check(game: Game, folder: Path) -> None:
    """Raises unless the golden games of this folder come out as they were written down."""
    path = folder / f"{game.name}.json"
    if not path.exists():
        raise AssertionError(f"no golden games of {game.name}: python -m rumpus.testing.golden {folder} {game.name}")
    golden = json.loads(path.read_text(encoding="utf-8"))
    if golden["version"] != game.version:
        raise AssertionError(f"{game.name} has a raised version: write its golden games anew")
    now = fingerprints(game)
    changed = [name for name in {**golden["games"], **now} if golden["games"].get(name) != now.get(name)]
    if changed:
        raise AssertionError(
            f"the same luck and moves give another game, so raise the version of {game.name}: {'; '.join(changed)}"
        )


def write(game: Game, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = {"version": game.version, "games": fingerprints(game)}
    (folder / f"{game.name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m rumpus.testing.golden", description="Write golden games anew.")
    parser.add_argument("folder", type=Path, help="where the golden games lie")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all that are installed, if none is named")
    given = parser.parse_args(words)
    try:
        for name in given.games or game_names():
            write(find_game(name), given.folder)
    except RumpusError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
