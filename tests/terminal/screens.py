"""Reading a full screen in tests: as lines of text, compared with what was looked at and found good."""

from __future__ import annotations

import asyncio
import html
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

HERE = Path(__file__).parent / "snapshots"
CELL = 12.2
TEXT = re.compile(r'<text[^>]* x="([\d.]+)"[^>]*clip-path="url\(#[\w-]+?-line-(\d+)\)"[^>]*>([^<]*)</text>')

SIZES = [(80, 24), (120, 40)][: int(os.environ.get("RUMPUS_SCREENS", "2"))]
"""The sizes of a screen that everything must look well in."""

Story = Callable[[Pilot[Any]], Awaitable[None]]


def act(app: App[Any], story: Story, size: tuple[int, int] = (100, 32)) -> None:
    """Run the app without a terminal and let the story press keys and look."""

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await settle(pilot)
            await story(pilot)

    asyncio.run(run())


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until bots have decided and everything is drawn: nothing runs and no page comes or goes any more."""
    calm = 0
    while calm < 3:
        pages = list(pilot.app.screen_stack)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        still = pages == list(pilot.app.screen_stack) and all(worker.is_finished for worker in pilot.app.workers)
        calm = calm + 1 if still else 0


async def press(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


async def type_in(pilot: Pilot[Any], text: str) -> None:
    """Type a line and press Enter."""
    names = {" ": "space", "/": "slash", "?": "question_mark", "-": "minus", "+": "plus", ".": "full_stop"}
    await pilot.press(*(names.get(letter, letter) for letter in text))
    await press(pilot, "enter")


def screen_text(app: App[Any]) -> str:
    """What stands on the screen now, line by line."""
    width, height = app.size
    rows = [[" "] * width for _ in range(height)]
    for x, line, text in TEXT.findall(app.export_screenshot()):
        column = round(float(x) / CELL)
        for letter in html.unescape(text).replace("\xa0", " "):
            if int(line) < height and column < width:
                rows[int(line)][column] = letter
            column += 1
    return "\n".join("".join(row).rstrip() for row in rows) + "\n"


def compare(app: App[Any], name: str) -> None:
    """The screen must be the one in snapshots/NAME.txt; RUMPUS_SNAPSHOTS=write puts it there, to be looked at."""
    path = HERE / f"{name}.txt"
    text = screen_text(app)
    if os.environ.get("RUMPUS_SNAPSHOTS") == "write":
        HERE.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
