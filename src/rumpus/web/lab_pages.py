"""HTTP routes of the lab: list of runs and experiments, and reports."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from rumpus.core.extras import MissingExtra, check_extra
from rumpus.lab.simulation.runs import RunSummary, run_in, runs_in
from rumpus.web.lab_api import LabApi
from rumpus.web.middleware import is_from_this_machine
from rumpus.web.pages import json_response

log = logging.getLogger("rumpus.lab")
REPORT_SECONDS = 300.0
SANDBOX = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox"
)
"""Content policy of reports: inline style, no scripts, no origin."""


class LabPages:
    """Shows the runs of a folder, if the host set one."""

    def __init__(self, folder: Path | None, api: LabApi) -> None:
        self.folder = folder
        self.api = api
        self._lock = asyncio.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="rumpus-reports-")
        self._latest: dict[str, Path] = {}
        """Newest report written here, by run."""

    def routes(self) -> list[BaseRoute]:
        return [Route("/api/lab", self.runs), *self.api.routes(), Route("/lab/{run}", self.report)]

    def close(self) -> None:
        self._folder.cleanup()

    async def runs(self, request: Request) -> Response:
        found = [] if self.folder is None else await asyncio.to_thread(runs_in, self.folder)
        document = {
            "runs": [run.to_json() for run in found],
            "shown": self.folder is not None,
            "allowed": self.api.queue is not None,
            "host": is_from_this_machine(request),
            "inquiries": await asyncio.to_thread(self.api.all),
        }
        return json_response(document)

    async def report(self, request: Request) -> Response:
        """Report of a run; of an unfinished one, over its finished games."""
        run = request.path_params["run"]
        folder = None if self.folder is None else await asyncio.to_thread(run_in, self.folder, run)
        if folder is None:
            raise HTTPException(404, "there is no such run")
        summary = await asyncio.to_thread(RunSummary.of, folder)
        if summary.trouble:
            raise HTTPException(422, f"this run cannot be read: {summary.trouble}")
        if not summary.readable:
            raise HTTPException(409, "this run has no finished game yet")
        try:
            check_extra("lab")
        except MissingExtra as lack:
            raise HTTPException(501, f"reports cannot be made here: {lack}") from None
        page = await self._page(folder, summary)
        return FileResponse(page, media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": SANDBOX})

    async def _page(self, folder: Path, summary: RunSummary) -> Path:
        """An up-to-date report: stored, or new by a process. One process runs at a time."""
        own = folder / "report.html"
        if await asyncio.to_thread(_up_to_date, own, folder):
            return own
        made = Path(self._folder.name) / f"{summary.name}-{summary.begun:.3f}-{summary.done}.html"
        async with self._lock:
            if self._latest.get(summary.name) != made:
                await self._make(folder, made)
                older = self._latest.get(summary.name)
                if older is not None:
                    older.unlink(missing_ok=True)
                self._latest[summary.name] = made
        return made

    async def _make(self, folder: Path, page: Path) -> None:
        command = [sys.executable, "-m", "rumpus", "lab", "report", str(folder.absolute()), "--out", str(page)]
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
        )
        try:
            _, said = await asyncio.wait_for(process.communicate(), REPORT_SECONDS)
        except TimeoutError:
            raise HTTPException(503, "the report takes too long to make here; rumpus lab report makes it too") from None
        finally:
            if process.returncode is None:
                process.kill()
        if process.returncode:
            log.warning(
                "no report", extra={"facts": {"run": folder.name, "said": said.decode(errors="replace")[-500:]}}
            )
            raise HTTPException(422, "this run cannot be read: some of its files are damaged")


def _up_to_date(page: Path, folder: Path) -> bool:
    """True if the page is newer than every part."""
    try:
        written = page.stat().st_mtime
        return not page.is_symlink() and all(part.stat().st_mtime <= written for part in folder.glob("part-*"))
    except OSError:
        return False
