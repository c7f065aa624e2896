"""What the folder of a run says about itself: its manifest and the names of its parts, in this one place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from rumpus.core.errors import BadRecord
from rumpus.core.position import Plain
from rumpus.core.system.files import write_whole
from rumpus.lab.simulation.rules_patch import Variant

RUNS = Path("runs")
MANIFEST = "run.json"
PART = re.compile(r"part-(\d{8})-(\d{8})\.jsonl\.gz")


class Manifest:
    """A plan as it stands in a file: the game by its name, and only the numbers that were changed."""

    def __init__(
        self,
        game: str,
        version: int,
        options: Mapping[str, Plain],
        players: Sequence[str],
        games: int,
        seed: str,
        random_openings: bool,
        variant: Variant | None = None,
    ) -> None:
        self.game = game
        self.version = version
        self.options = dict(options)
        self.players = list(players)
        self.games = games
        self.seed = seed
        self.random_openings = random_openings
        self.variant = variant

    def plain(self) -> dict[str, Plain]:
        plain: dict[str, Plain] = {
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "players": list[Plain](self.players),
            "games": self.games,
            "seed": self.seed,
            "random openings": self.random_openings,
        }
        if self.variant is not None:
            plain["variant"] = self.variant.plain()
        return plain

    def text(self) -> str:
        return json.dumps(self.plain(), indent=1) + "\n"

    def write(self, folder: Path) -> None:
        write_whole(folder / MANIFEST, self.text())

    @staticmethod
    def of(text: str) -> Manifest:
        """What `text` wrote; anything else is refused without a word about where it was found."""
        try:
            plain = json.loads(text)
        except ValueError:
            raise BadRecord(f"its {MANIFEST} is damaged") from None
        if not isinstance(plain, dict):
            raise BadRecord(f"its {MANIFEST} is damaged")
        for key in ("game", "version", "options", "players", "games", "seed", "random openings"):
            if key not in plain:
                raise BadRecord(f"its {MANIFEST} has no {key!r}")
        players, options, games = plain["players"], plain["options"], plain["games"]
        if not isinstance(players, list) or not isinstance(options, dict) or not isinstance(games, int) or games < 1:
            raise BadRecord(f"its {MANIFEST} does not say who plays, or how often")
        version, lineup = plain["version"], [str(player) for player in players]
        if not isinstance(version, int):
            raise BadRecord(f"its {MANIFEST} names no version of the rules")
        openings, variant = bool(plain["random openings"]), None
        if "variant" in plain:
            file = plain["variant"]
            if not isinstance(file, dict) or not {"path", "sha256"} <= file.keys():
                raise BadRecord(f"its {MANIFEST} does not say which variant was played")
            names = file.get("names", {})
            if not isinstance(names, dict) or not all(isinstance(added, list) for added in names.values()):
                raise BadRecord(f"its {MANIFEST} does not say which variant was played")
            variant = Variant(str(file["path"]), str(file["sha256"]), names)
        return Manifest(str(plain["game"]), version, options, lineup, games, str(plain["seed"]), openings, variant)

    @staticmethod
    def read(folder: Path) -> Manifest:
        try:
            return Manifest.of((folder / MANIFEST).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            raise BadRecord(f"its {MANIFEST} is damaged") from None


def holds_run(folder: Path) -> bool:
    return not folder.is_symlink() and (folder / MANIFEST).is_file()


def part_in(folder: Path, chunk: range) -> Path:
    return folder / f"part-{chunk.start:08d}-{chunk.stop:08d}.jsonl.gz"


def parts_in(folder: Path) -> list[tuple[range, Path]]:
    """The parts that are there, by the numbers of their games."""
    found: list[tuple[range, Path]] = []
    for path in sorted(folder.iterdir()):
        part = PART.fullmatch(path.name)
        if part:
            found.append((range(int(part.group(1)), int(part.group(2))), path))
    return found
