"""The manifest of a run's folder, and the names of its parts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
from msgspec import Struct, field

from rumpus.core.errors import BadRecord
from rumpus.core.options import Value
from rumpus.core.position import Json
from rumpus.core.system.files import SMALL_FILE, CannotRead, read_text, write_whole
from rumpus.lab.simulation.rules_patch import RulesPatch

RUNS = Path("runs")
MANIFEST = "run.json"
# Eight digits are enough for `MAX_GAMES` of a plan, and sort names by number.
PART = re.compile(r"part-([0-9]{8})-([0-9]{8})\.jsonl\.gz")


class Manifest(Struct, omit_defaults=True):
    """A plan as stored in a run's folder: the game's name and the changed options."""

    game: str
    version: int
    options: dict[str, Value]
    players: list[str]
    games: int
    seed: str
    random_openings: bool = field(name="random openings")
    rules_patch: RulesPatch | None = field(name="variant", default=None)

    def to_json(self) -> dict[str, Json]:
        plain: dict[str, Json] = msgspec.to_builtins(self)
        return plain

    def text(self) -> str:
        return json.dumps(self.to_json(), indent=1) + "\n"

    def write(self, folder: Path) -> None:
        write_whole(folder / MANIFEST, self.text())

    @staticmethod
    def of(text: str) -> Manifest:
        """Parses the text of a manifest. The error does not name the folder; callers add it."""
        # Not by `msgspec.convert`: a number is accepted as seed, and every mistake has its own sentence.
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            raise BadRecord(f"its {MANIFEST} is damaged") from None
        if not isinstance(plain, dict):
            raise BadRecord(f"its {MANIFEST} is damaged")
        for key in ("game", "version", "options", "players", "games", "seed", "random openings"):
            if key not in plain:
                raise BadRecord(f"its {MANIFEST} has no {key!r}")
        version, options, players, games = plain["version"], plain["options"], plain["players"], plain["games"]
        has_lineup = isinstance(players, list) and players and isinstance(options, dict)
        if not has_lineup or not isinstance(games, int) or games < 1:
            raise BadRecord(f"its {MANIFEST} does not say who plays, or how often")
        if not isinstance(version, int):
            raise BadRecord(f"its {MANIFEST} names no version of the rules")
        try:
            rules_patch = msgspec.convert(plain["variant"], RulesPatch) if "variant" in plain else None
        except msgspec.ValidationError:
            raise BadRecord(f"its {MANIFEST} does not say which rules patch was played") from None
        return Manifest(
            game=str(plain["game"]),
            version=version,
            options=options,
            players=[str(player) for player in players],
            games=games,
            seed=str(plain["seed"]),
            random_openings=bool(plain["random openings"]),
            rules_patch=rules_patch,
        )

    @staticmethod
    def read(folder: Path) -> Manifest:
        try:
            return Manifest.of(read_text(folder / MANIFEST, SMALL_FILE, "manifest"))
        except CannotRead:
            raise BadRecord(f"its {MANIFEST} is damaged") from None


def holds_run(folder: Path) -> bool:
    # A link could lead the web server, which lists runs, out of its folder.
    return not folder.is_symlink() and (folder / MANIFEST).is_file()


def part_in(folder: Path, chunk: range) -> Path:
    return folder / f"part-{chunk.start:08d}-{chunk.stop:08d}.jsonl.gz"


def parts_in(folder: Path) -> list[tuple[range, Path]]:
    """Lists the stored parts with the numbers of their games, in order."""
    found = ((PART.fullmatch(path.name), path) for path in sorted(folder.iterdir()))
    return [(range(int(part[1]), int(part[2])), path) for part, path in found if part]
