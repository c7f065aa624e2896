"""HTTP API of experiments: begin, watch, stop, resume, keep, delete and download."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rumpus.core.catalogue import game_of
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.extras import MissingExtra, check_extra
from rumpus.core.options import Value
from rumpus.core.position import Json
from rumpus.lab.experiments.interpretation import disagreement
from rumpus.lab.experiments.queue import ExperimentQueue, KeptFull, QueueFull, TimeIsUp, state_of
from rumpus.lab.experiments.saved import (
    COMPARE,
    MAX_DEALS,
    MAX_TITLE,
    WORTH,
    ExperimentState,
    SavedExperiment,
    Stamp,
    experiment_in,
    experiments_in,
    hash_of,
    new_token,
    stamp_of,
)
from rumpus.service.bots.pool import BotPool
from rumpus.service.runtime.limits import address_block
from rumpus.web.middleware import AllowedHosts, is_from_this_machine
from rumpus.web.pages import PageHandler, json_response

BODY_BYTES = 50_000
TOKEN_HEADER = "X-Experiment-Token"
"""Header with the token that its creator got. Other sites' pages cannot send it."""
EXPERIMENTS_OFF = "Experiments are off on this server. Its host can allow them with --experiments."
NOT_YOURS = "Only the visitor who began this experiment, or the host of this server, can change it."
UNKNOWN_ADDRESS = "unknown"
"""Address of visitors without one, as on a Unix socket. They share their limits."""
CANNOT_WRITE = "Nothing can be written to the folder of experiments here. The disk may be full; tell the host."

Name = Annotated[str, Meta(max_length=60)]
Body = TypeVar("Body", bound=Struct)


class ExperimentRequest(Struct, forbid_unknown_fields=True):
    """The question of an experiment."""

    kind: Literal["compare", "effects", "worth"]
    game: Name
    strengths: Annotated[list[Name], Meta(min_length=1, max_length=2)]
    base: dict[Name, Value] = {}
    changes: dict[Name, Value] = {}
    of: Name = ""


class KeepRequest(Struct, forbid_unknown_fields=True):
    title: Annotated[str, Meta(max_length=MAX_TITLE)] = ""


class LabApi:
    """Routes of experiments. Beginning them needs the host's permission; reading does not.

    Only its creator and the host may change an experiment. `limited`: visitors have limits.
    """

    def __init__(
        self, folder: Path | None, allowed: bool, limited: bool, pool: BotPool, hosts: AllowedHosts, page: PageHandler
    ) -> None:
        self.folder = folder
        self.queue = ExperimentQueue(folder) if folder is not None and allowed else None
        self._limited = limited
        self._progress: dict[str, tuple[Stamp, SavedExperiment, list[ExperimentState]]] = {}
        """Experiments of the last list by name, without their results."""
        self._pool = pool
        self._hosts = hosts
        self._page = page

    def routes(self) -> list[BaseRoute]:
        one = "/api/lab/inquiries/{name}"
        return [
            Route("/lab/i/{name}", self.page),
            Route("/api/lab/gifts/{game}", self.treatments),
            Route("/api/lab/inquiries", self.begin, methods=["POST"]),
            Route(one, self.show),
            Route(one, self.delete, methods=["DELETE"]),
            Route(f"{one}/table.csv", self.table),
            Route(f"{one}/stop", self.stop, methods=["POST"]),
            Route(f"{one}/go-on", self.resume, methods=["POST"]),
            Route(f"{one}/keep", self.keep, methods=["POST"]),
        ]

    # --- queries ---

    def all(self) -> list[dict[str, Json]]:
        """Summaries of all experiments, newest first."""
        if self.folder is None:
            return []
        # Results are large and the list is asked for often, so only changed files are read again.
        progress = {}
        for path in experiments_in(self.folder):
            stamp = stamp_of(path)
            before = self._progress.get(path.name)
            with contextlib.suppress(RumpusError):
                progress[path.name] = before if before and before[0] == stamp else (stamp, *_progress_of(path))
        self._progress = progress
        newest = sorted(progress.items(), key=lambda one: -one[1][1].asked)
        return [self._summary(name, experiment, findings) for name, (_, experiment, findings) in newest]

    def _summary(self, name: str, experiment: SavedExperiment, findings: list[ExperimentState]) -> dict[str, Json]:
        queue = self.queue or ExperimentQueue(Path())
        return {
            "name": name,
            "kind": experiment.kind,
            "game": experiment.game,
            "base": msgspec.to_builtins(experiment.base),
            "changes": msgspec.to_builtins(experiment.changes),
            "strengths": list[Json](experiment.strengths),
            "of": experiment.of,
            "most": experiment.most,
            "asked": experiment.asked,
            "title": experiment.title,
            "kept": experiment.kept,
            "state": queue.state(name, experiment, findings),
            "before": queue.waiting.index(name) + 1 if name in queue.waiting else 0,
            "done": [finding.done for finding in findings],
            "trouble": next((one.trouble for one in findings if one.trouble), queue.troubles.get(name, "")),
        }

    def _full(self, folder: Path) -> dict[str, Json]:
        experiment = SavedExperiment.read(folder)
        findings = state_of(folder, experiment)
        shown: list[Json] = []
        for finding in findings:
            left = (experiment.most - finding.done) / finding.pace if finding.pace > 0 else None
            shown.append({
                "done": finding.done, "pace": finding.pace, "fewest": finding.fewest, "left": left,
                "trouble": finding.trouble, "found": finding.found,
            })  # fmt: skip
        whole = self._summary(folder.name, experiment, findings)
        whole["findings"] = shown
        if experiment.kind == COMPARE:
            whole["warnings"] = _warnings(experiment, findings)
        return whole

    async def page(self, request: Request) -> Response:
        self._folder(request)
        return await self._page(request)

    async def treatments(self, request: Request) -> Response:
        game = game_of(request.path_params["game"])
        return json_response({"kinds": [treatments.kind for treatments in game.lab().treatments(game.options())]})

    async def show(self, request: Request) -> Response:
        folder = self._folder(request)
        return json_response(await asyncio.to_thread(self._full, folder))

    async def table(self, request: Request) -> Response:
        folder = self._folder(request)
        text = await asyncio.to_thread(_csv, folder)
        headers = {"Content-Disposition": f'attachment; filename="{folder.name}.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    def _folder(self, request: Request) -> Path:
        found = None if self.folder is None else experiment_in(self.folder, request.path_params["name"])
        if found is None:
            raise HTTPException(404, "There is no such experiment. It may have expired: only kept ones stay.")
        return found

    # --- changes ---

    async def begin(self, request: Request) -> Response:
        queue = self._require_queue(request)
        body = _decode(await self._body(request), ExperimentRequest)
        try:
            check_extra("lab")
        except MissingExtra as lack:
            raise HTTPException(501, f"nothing can be counted here: {lack}") from None
        game = game_of(body.game)
        try:
            book = game.options(body.base)
            changed = game.options({**body.base, **body.changes})
            if game.seats(book) != game.seats(changed):
                raise BadOption("how many play has to be the same on both sides", "players")
        except BadOption as error:
            raise HTTPException(400, str(error)) from None
        if body.kind == COMPARE and book == changed:
            raise HTTPException(400, "nothing is changed yet: change an option to compare it with the standard rules")
        if body.kind == WORTH:
            from rumpus.lab.experiments.treatments import check_count  # needs numpy, and serving does not

            kinds = [treatments.kind for treatments in game.lab().treatments(changed)]
            if not kinds:
                raise HTTPException(400, f"{game.title} does not say what a seat could be given in place of another")
            if body.of not in kinds:
                raise HTTPException(400, f"choose what shall be valued: {', '.join(kinds)}")
            try:
                check_count(next(one for one in game.lab().treatments(changed) if one.kind == body.of))
            except BadOption as error:
                raise HTTPException(400, str(error)) from None
        address = address_block(request.client.host) if request.client else ""
        for options in (book, changed):
            offered = await self._pool.offered(game, options, address)
            for strength in body.strengths:
                if strength not in offered:
                    known = ", ".join(offered)
                    raise HTTPException(400, f"{strength!r} does not play {game.title} so; there is {known}")
        if len(set(body.strengths)) < len(body.strengths):
            raise HTTPException(400, "choose two different strengths, or one")
        named = (*changed.changed(), *book.changed())
        changes = {name: changed[name] for name in named if changed[name] != book[name]}
        token = new_token()
        experiment = SavedExperiment(
            kind=body.kind,
            game=game.name,
            version=game.version,
            base=dict(book.changed()),
            changes=changes,
            strengths=body.strengths,
            of=body.of if body.kind == WORTH else "",
            most=MAX_DEALS[body.kind],
            seed=f"live {time.time_ns()}",
            asked=time.time(),
            address=(address or UNKNOWN_ADDRESS) if self._limited else "",
            token_hash=hash_of(token),
        )
        with refusals():
            name = await queue.add(experiment)
        await queue.poll()
        return json_response({"name": name, "token": token}, 201)

    async def stop(self, request: Request) -> Response:
        queue, folder = self._require_queue(request), self._folder(request)
        await self._body(request)
        self._require_owner(request, folder)
        with refusals():
            await queue.stop(folder.name)
        return await self.show(request)

    async def resume(self, request: Request) -> Response:
        queue, folder = self._require_queue(request), self._folder(request)
        await self._body(request)
        experiment = self._require_owner(request, folder)
        if all(finding.done >= experiment.most for finding in state_of(folder, experiment)):
            raise HTTPException(409, f"all of its {experiment.most:,} deals are played")
        with refusals():
            await queue.resume(folder.name)
        await queue.poll()
        return await self.show(request)

    async def keep(self, request: Request) -> Response:
        queue, folder = self._require_queue(request), self._folder(request)
        body = _decode(await self._body(request), KeepRequest)
        self._require_owner(request, folder)
        with refusals():
            await queue.keep(folder.name, body.title.strip())
        return await self.show(request)

    async def delete(self, request: Request) -> Response:
        queue, folder = self._require_queue(request), self._folder(request)
        await self._body(request)
        self._require_owner(request, folder)
        with refusals():
            await queue.delete(folder.name)
        return Response(status_code=204)

    def _require_owner(self, request: Request, folder: Path) -> SavedExperiment:
        experiment = SavedExperiment.read(folder)
        if not is_from_this_machine(request) and not experiment.is_owned_by(request.headers.get(TOKEN_HEADER, "")):
            raise HTTPException(403, NOT_YOURS)
        return experiment

    def _require_queue(self, request: Request) -> ExperimentQueue:
        if self.queue is None:
            raise HTTPException(403, EXPERIMENTS_OFF)
        origin, host = request.headers.get("origin"), request.headers.get("host", "")
        if origin is not None and not self._hosts.allows_origin(origin, host):
            raise HTTPException(403, "only pages of this server may ask that")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise HTTPException(415, "say it in JSON (Content-Type: application/json)")
        return self.queue

    async def _body(self, request: Request) -> bytes:
        body = b""
        async for some in request.stream():
            body += some
            if len(body) > BODY_BYTES:
                raise HTTPException(413, f"that is more than the {BODY_BYTES:,} bytes that may be said here")
        return body


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Answers a limit or a full disk with a sentence."""
    try:
        yield
    except QueueFull as error:
        raise HTTPException(429, str(error)) from None
    except (KeptFull, TimeIsUp) as error:
        raise HTTPException(409, str(error)) from None
    except OSError:
        raise HTTPException(507, CANNOT_WRITE) from None


def _decode(body: bytes, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except msgspec.MsgspecError as error:
        raise HTTPException(400, f"that cannot be understood: {error}") from None


def _entries(finding: ExperimentState, key: str) -> list[dict[str, Json]]:
    found = finding.found.get(key)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _progress_of(folder: Path) -> tuple[SavedExperiment, list[ExperimentState]]:
    experiment = SavedExperiment.read(folder)
    findings = state_of(folder, experiment)
    for finding in findings:
        finding.found = {}
    return experiment, findings


def _headlines(finding: ExperimentState) -> dict[tuple[str, str], dict[str, Json]]:
    """Headline differences by group and name; malformed ones are left out."""
    found: dict[tuple[str, str], dict[str, Json]] = {}
    for one in _entries(finding, "changes"):
        group, name, numbers = one.get("group"), one.get("name"), (one.get("value"), one.get("half"))
        if isinstance(group, str) and isinstance(name, str) and all(isinstance(number, float) for number in numbers):
            found[group, name] = one
    return {key: one for key, one in found.items() if one.get("headline")}


def _warnings(experiment: SavedExperiment, findings: list[ExperimentState]) -> list[Json]:
    """Disagreements between strengths: group, name and sentence."""
    if len(findings) < 2:
        return []
    first, other = (_headlines(finding) for finding in findings[:2])
    told = {key: disagreement(experiment.strengths, [first[key], other[key]]) for key in first if key in other}
    return [{"group": key[0], "name": key[1], "says": list[Json](words)} for key, words in told.items() if words]


COLUMNS = {
    "compare": ("changes", ["group", "name", "unit", "before", "after", "value", "half"]),
    "effects": ("effects", ["number", "group", "figure", "unit", "value", "half", "claimed"]),
    "worth": ("things", ["name", "value", "half", "facing", "facing half", "flagged"]),
}


def _csv(folder: Path) -> str:
    experiment = SavedExperiment.read(folder)
    key, columns = COLUMNS[experiment.kind]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["strength", "deals", *columns])
    for strength, finding in zip(experiment.strengths, state_of(folder, experiment), strict=True):
        for one in _entries(finding, key):
            writer.writerow([strength, finding.done, *(one.get(column) for column in columns)])
    return out.getvalue()
