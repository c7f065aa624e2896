"""Drives a full screen in tests and reads it as lines of text, compared with reviewed snapshots."""

from __future__ import annotations

import asyncio
import functools
import html
import os
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Static

from rumpus.terminal.fullscreen.app import TableApp
from rumpus.terminal.sessions import TableSession

HERE = Path(__file__).parent / "snapshots"
CELL = 12.2
TEXT = re.compile(r'<text[^>]* x="([\d.]+)"[^>]*clip-path="url\(#[\w-]+?-line-(\d+)\)"[^>]*>([^<]*)</text>')

SIZES = [(80, 24), (120, 40)][: int(os.environ.get("RUMPUS_SCREENS", "2"))]
"""The sizes of a screen that everything must look well in."""

P = ParamSpec("P")
AnyApp = TypeVar("AnyApp", bound=App[Any])
KEY_NAMES = {" ": "space", "/": "slash", "?": "question_mark", "-": "minus", "+": "plus", ".": "full_stop"}


def on_screen(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Lets pytest run an async test."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@asynccontextmanager
async def opened(app: AnyApp, size: tuple[int, int] = (100, 32)) -> AsyncIterator[Driver[AnyApp]]:
    async with app.run_test(size=size, notifications=True) as pilot:
        driver = Driver(app, pilot)
        await driver.settle()
        yield driver


def at_table(session: TableSession, size: tuple[int, int] = (100, 32)) -> AbstractAsyncContextManager[Driver[TableApp]]:
    return opened(TableApp(session, 0), size)


class Driver(Generic[AnyApp]):
    """Presses keys in an app and reads its screen."""

    def __init__(self, app: AnyApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    async def settle(self) -> None:
        """Waits until bots have decided and everything is drawn: nothing runs and no page comes or goes any more."""
        calm = 0
        while calm < 3:
            pages = list(self.app.screen_stack)
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()
            still = pages == list(self.app.screen_stack) and all(worker.is_finished for worker in self.app.workers)
            calm = calm + 1 if still else 0

    async def settle_until(self, done: Callable[[], bool]) -> None:
        for _ in range(100):
            if done():
                return
            await self.settle()
        raise AssertionError(self.text)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def click(self, selector: str, offset: tuple[int, int] = (0, 0)) -> None:
        await self.pilot.click(selector, offset=offset)
        await self.settle()

    async def type_in(self, text: str) -> None:
        await self.pilot.press(*(KEY_NAMES.get(letter, letter) for letter in text))
        await self.press("enter")

    @property
    def page(self) -> Screen[Any]:
        return self.app.screen

    @property
    def hint(self) -> str:
        return str(self.page.query_one("#hint", Static).content)

    @property
    def line(self) -> Input:
        return self.page.query_one("#line", Input)

    @property
    def text(self) -> str:
        width, height = self.app.size
        rows = [[" "] * width for _ in range(height)]
        for x, line, text in TEXT.findall(self.app.export_screenshot()):
            column = round(float(x) / CELL)
            for letter in html.unescape(text).replace("\xa0", " "):
                if int(line) < height and column < width:
                    rows[int(line)][column] = letter
                column += 1
        return "\n".join("".join(row).rstrip() for row in rows) + "\n"

    def compare(self, name: str) -> None:
        """The screen must be the one in snapshots/NAME.txt; RUMPUS_SNAPSHOTS=write writes it, for a review."""
        path = HERE / f"{name}.txt"
        text = self.text
        if os.environ.get("RUMPUS_SNAPSHOTS") == "write":
            HERE.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")
