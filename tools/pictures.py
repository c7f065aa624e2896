"""Takes the pictures of the docs: lobby, tables and lab, on a laptop and a phone, light and dark.

python -m tools.pictures            writes docs/pictures, with a hash of the drawings
python -m tools.pictures --check    fails if a drawing has changed since; CI runs it every night

Deals and moves are always the same: a new picture differs from the old one by its drawing alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser, Page

from bootstrap import ROOT
from rumpus.core.catalogue import every_game, find_game
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.lab.experiments.live import live_experiment_for
from rumpus.lab.experiments.saved import ExperimentState, SavedExperiment
from rumpus.players import find_player
from rumpus.service.store import Store, StoreListener, open_store
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Began, Entry, Made, Moved, Place
from rumpus.table.match import Match
from rumpus.table.seats import bot_name, fingerprint
from rumpus.table.table import open_table
from rumpus.testing.browsers import open_browser, settle, storage_script, tutorials_seen
from tests.web.local_server import OURS, LocalServer

PICTURES = ROOT / "docs" / "pictures"
STAMP = PICTURES / "drawings.sha256"
SCRIPTS = (
    *("lobby/lobby", "table/frame", "table/table", "table/strip", "ui/people", "ui/parts", "ui/camera"),
    *("lab/lab", "lab/numbers", "lab/findings"),
)
"""Scripts of the pages that determine the layout."""
DRAWN = (
    "web/static/css/*.css", "web/static/art/*.svg", "web/static/fonts/*.woff*", "games/*/web/*",
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
"""Hosts of open tables in the lobby, by game."""


def stamp() -> str:
    """A hash of all files that affect the drawings. The pictures are old if it changes."""
    whole = hashlib.sha256()
    source = ROOT / "src" / "rumpus"
    for path in sorted(file for pattern in DRAWN for file in source.glob(pattern)):
        whole.update(f"{path.relative_to(source)}\n".encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


# --- tables and experiment ---


def middle_of_a_game(game: Game, seats: int) -> list[Entry]:
    """The moves of a game between bots, up to a decision of seat 0 with no sealed moves."""
    options = game.options(seats=seats)
    names = ["Ann", *[bot_name("greedy", seat) for seat in range(1, seats)]]
    match = Match(game, options, SEED, names)
    bot = "random" if game.name == "cat_brawl" else "greedy"  # greedy cats are all alike
    players = [find_player(bot, game, options, f"{SEED} {seat}") for seat in range(seats)]
    rng = SeededRng(SEED)
    moves: list[Entry] = []
    fresh: list[int] = []
    """Numbers of moves after which seat 0 decides and no other seat has sealed its move."""
    while asked := match.position.to_act():
        if asked[0] == 0:
            fresh.append(len(moves))
        for seat in asked:
            info = InfoState(game, options, match.position, seat, rng, names)
            move = players[seat].decide(info)
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


async def fill(url: str) -> dict[str, str]:
    """Fills the store with tables. Returns the table of each game."""
    store = open_store(url)
    await store.open(StoreListener())
    found: dict[str, str] = {}
    try:
        for number, game in enumerate(every_game(print)):
            seats = 4 if game.name == "cat_brawl" else game.seats(game.options())
            found[game.name] = f"picture{number}"
            await write(store, found[game.name], game, table_entries(game, seats))
        for number, (name, host) in enumerate(OTHERS.items()):
            await write(store, f"lobby{number}", find_game(name), open_entries(find_game(name), host))
    finally:
        await store.close()
    return found


EXPERIMENT = "compare-for-the-docs"
PAIRS = (2_000, 300)
"""Pairs of games, by strength."""


def compare(runs: Path) -> None:
    """Writes a stopped comparison."""
    game = find_game("cat_brawl")
    experiment = SavedExperiment(
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
    (runs / EXPERIMENT).mkdir(parents=True)
    experiment.write(runs / EXPERIMENT)
    for strength, pairs in enumerate(PAIRS):
        live, state = live_experiment_for(experiment, strength), ExperimentState(pace=120.0 / (1 + 4 * strength))
        while live.done < pairs:
            live.add(live.play(range(live.done, min(pairs, live.done + 20))))
            if live.due or live.done == pairs:
                state.found = live.update(state)
        state.done = pairs
        state.write(runs / EXPERIMENT, strength)


async def write(store: Store, id: str, game: Game, entries: Sequence[Entry]) -> None:
    now = int(1000 * time.time())
    table = open_table(id, game, [(entry, now) for entry in entries])
    await store.append(id, 0, entries, now, listing_of(table))


# --- screenshots ---


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
            for name, value in (("name", "Ann"), ("met", tutorials_seen()), ("seats", seats)):
                context.add_init_script(storage_script(name, value))
            page = context.new_page()
            after = f"{kind}{'-dark' if dark else ''}.png"
            page.goto(url)
            page.wait_for_selector(".mine .gold")
            save(page, f"lobby-{after}")
            for game, table in tables.items():
                page.goto(f"{url}/t/{table}#{TOKEN}")
                page.wait_for_selector("main[data-asked]")
                save(page, f"{game}-{after}")
            page.goto(f"{url}/lab/i/{EXPERIMENT}")
            page.wait_for_selector(".lab-value")
            save(page, f"lab-{after}")
            context.close()


def save(page: Page, name: str) -> None:
    """Saves a screenshot with 256 colours, which makes it three times smaller."""
    from PIL import Image

    page.evaluate("document.fonts.ready.then(() => {})")
    settle(page)
    whole = PICTURES / name
    page.screenshot(path=whole)
    with Image.open(whole) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(whole, optimize=True)
    print(f"{name}: {whole.stat().st_size // 1024} KB")


def check() -> None:
    """Fails if the pictures are older than the drawings."""
    if STAMP.read_text().strip() != stamp():
        sys.exit("The drawings have changed since the pictures were taken. Take them again: python -m tools.pictures")


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        check()
    elif sys.argv[1:]:
        sys.exit("usage: python -m tools.pictures [--check]")
    else:
        take_all()


def take_all() -> None:
    before = stamp()
    with tempfile.TemporaryDirectory() as folder:
        service = LocalServer(Path(folder))
        service.path = os.pathsep.join(OURS)  # only our games
        with ThreadPoolExecutor(1) as aside:
            tables = aside.submit(lambda: asyncio.run(fill(service.store))).result()
        compare(service.folder / "runs")
        service.start()
        try:
            with open_browser() as browser:
                take(browser, service.url, tables)
        finally:
            service.close()
    STAMP.write_text(before + "\n")


if __name__ == "__main__":
    main()
