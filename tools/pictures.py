"""The pictures of the docs, from a real server: lobby, tables and lab, on a laptop and a phone, by day and by night.

python -m tools.pictures        makes them anew in docs/pictures, with a stamp of the drawings that they show

The deals and moves are always the same ones, so that a new picture differs from the old one by its drawing alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Page

from bootstrap import ROOT
from rumpus.core.catalogue import every_game, find_game
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.rng import Seeded
from rumpus.lab.experiments.probes import probe_of
from rumpus.lab.experiments.saved import Findings, Inquiry
from rumpus.players import find_player
from rumpus.service.store import News, Store, open_store
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Began, Entry, Made, Moved, Place
from rumpus.table.match import Match
from rumpus.table.seats import bot_name, fingerprint
from rumpus.table.table import open_table
from rumpus.testing.browsers import have_seen_how, open_browser, remembers, settle
from tests.web.house import OURS, House

PICTURES = ROOT / "docs" / "pictures"
STAMP = PICTURES / "drawings.sha256"
SCRIPTS = ("lobby", "frame", "table", "strip", "people", "parts", "camera", "lab", "lab_numbers", "lab_findings")
"""Those of the pages' own that lay out what is seen there."""
DRAWN = (
    "web/static/css/*.css", "web/static/art/*.svg", "web/static/fonts/*.woff2", "games/*/web/*",
    *[f"web/static/js/{name}.js" for name in SCRIPTS],
)  # fmt: skip
SCREENS = {"desktop": (1366, 768), "phone": (390, 844)}
TOKEN = "docs-docs-docs-docs-docs-docs-32"
SEED = "a picture"
OTHERS: Mapping[str, str] = {
    "defend_the_city": "Uma",
    "cat_brawl": "Pim",
    "battle_puno": "Lena",
    "creature_wars": "Sam",
}
"""Who has opened a table of that game."""


def stamp() -> str:
    """Of all files that are drawn with: another one means that the pictures are old."""
    whole = hashlib.sha256()
    source = ROOT / "src" / "rumpus"
    for path in sorted(file for pattern in DRAWN for file in source.glob(pattern)):
        whole.update(f"{path.relative_to(source)}\n".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


# --- what they show ---


def middle_of_a_game(game: Game, seats: int) -> list[Entry]:
    """The moves of a game between bots up to its middle, where the first seat is asked and nobody has sealed a move."""
    options = game.options(seats=seats)
    names = ["Ann", *[bot_name("greedy", seat) for seat in range(1, seats)]]
    match = Match(game, options, SEED, names)
    manner = "random" if game.name == "cat_brawl" else "greedy"  # greedy cats are all alike
    players = [find_player(manner, game, options, f"{SEED} {seat}") for seat in range(seats)]
    luck = Seeded(SEED)
    moves: list[Entry] = []
    fresh: list[int] = []
    """After how many moves the first seat was asked, with all others who decide at that moment still to decide."""
    while asked := match.position.to_act():
        if asked[0] == 0:
            fresh.append(len(moves))
        for seat in asked:
            chair = Chair(game, options, match.position, seat, luck, names)
            move = players[seat].decide(chair)
            match.play(seat, move)
            moves.append(Moved(seat, move))
    return moves[: fresh[len(fresh) * 2 // 5]]


def table_entries(game: Game, seats: int) -> list[Entry]:
    options = game.options(seats=seats)
    places = [Place("person", "Ann", fingerprint(TOKEN))]
    places += [Place("bot", bot_name("greedy", seat), bot="greedy") for seat in range(1, seats)]
    made = Made(game.name, game.version, options.changed(), SEED, places, fingerprint(TOKEN))
    return [made, Began(), *middle_of_a_game(game, seats)]


def open_entries(game: Game, host: str) -> list[Entry]:
    seats = max(2, game.seats(game.options()))
    places = [Place("person", host, fingerprint(host * 8)), *[Place("open")] * (seats - 1)]
    return [Made(game.name, game.version, game.options(seats=seats).changed(), SEED, places, "", listed=True)]


async def fill(store: str) -> dict[str, str]:
    """Puts the tables there; says which one is of which game."""
    shelf = open_store(store)
    await shelf.open(News())
    found: dict[str, str] = {}
    try:
        for number, game in enumerate(every_game(print)):
            seats = 4 if game.name == "cat_brawl" else game.seats(game.options())
            found[game.name] = f"picture{number}"
            await write(shelf, found[game.name], game, table_entries(game, seats))
        for number, (name, host) in enumerate(OTHERS.items()):
            await write(shelf, f"lobby{number}", find_game(name), open_entries(find_game(name), host))
    finally:
        await shelf.close()
    return found


INQUIRY = "compare-for-the-docs"
PAIRS = (2_000, 300)
"""That were played at each strength."""


def compare(runs: Path) -> None:
    """A comparison that somebody stopped."""
    game = find_game("cat_brawl")
    inquiry = Inquiry(
        kind="compare",
        game=game.name,
        version=game.version,
        changes={"persian.hp": 7, "siamese.hp": 13},
        strengths=["random", "greedy"],
        most=16_000,
        seed=SEED,
        asked=time.time(),
        wanted=False,
    )
    (runs / INQUIRY).mkdir(parents=True)
    inquiry.write(runs / INQUIRY)
    for strength, pairs in enumerate(PAIRS):
        probe, findings = probe_of(inquiry, strength), Findings(pace=120.0 / (1 + 4 * strength))
        while probe.done < pairs:
            probe.add(probe.play(range(probe.done, min(pairs, probe.done + 20))))
            if probe.due or probe.done == pairs:
                findings.found = probe.look(findings)
        findings.done = pairs
        findings.write(runs / INQUIRY, strength)


async def write(shelf: Store, id: str, game: Game, entries: Sequence[Entry]) -> None:
    now = int(1000 * time.time())
    table = open_table(id, game, [(entry, now) for entry in entries])
    await shelf.append(id, 0, entries, now, listing_of(table))


# --- taking them ---


def take(browser: Browser, url: str, tables: Mapping[str, str]) -> None:
    seats = {
        table: {"token": TOKEN, "title": game, "game": game, "when": 4_000_000_000_000 - number}
        for number, (game, table) in enumerate(tables.items())
        if game in ("ultimatum", "cat_brawl")
    }
    for kind, (width, height) in SCREENS.items():
        for dark in (False, True):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                has_touch=kind == "phone",
                is_mobile=kind == "phone",
                reduced_motion="reduce",
            )
            for name, value in (("name", "Ann"), ("met", have_seen_how()), ("seats", seats)):
                context.add_init_script(remembers(name, value))
            page = context.new_page()
            after = f"{kind}{'-dark' if dark else ''}.png"
            page.goto(url)
            page.wait_for_selector(".mine .gold")
            save(page, f"lobby-{after}")
            for game, table in tables.items():
                page.goto(f"{url}/t/{table}#{TOKEN}")
                page.wait_for_selector("main[data-asked]")
                save(page, f"{game}-{after}")
            page.goto(f"{url}/lab/i/{INQUIRY}")
            page.wait_for_selector(".lab-value")
            save(page, f"lab-{after}")
            context.close()


def save(page: Page, name: str) -> None:
    """With 256 colours, of which our drawings need few: a picture is then a third of the size."""
    from PIL import Image

    page.evaluate("document.fonts.ready.then(() => {})")
    settle(page)
    whole = PICTURES / name
    page.screenshot(path=whole)
    with Image.open(whole) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(whole, optimize=True)
    print(f"{name}: {whole.stat().st_size // 1024} KB")


def main() -> None:
    before = stamp()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.path = os.pathsep.join(OURS)  # our games alone
        with ThreadPoolExecutor(1) as aside:
            tables = aside.submit(lambda: asyncio.run(fill(house.store))).result()
        compare(house.folder / "runs")
        house.start()
        try:
            with open_browser() as browser:
                take(browser, house.url, tables)
        finally:
            house.close()
    STAMP.write_text(before + "\n")


if __name__ == "__main__":
    main()
