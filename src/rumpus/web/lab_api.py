"""What a page asks of the lab and is told: inquiries that are begun, watched, stopped, kept and taken home."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from rumpus.core.catalogue import game_of
from rumpus.core.errors import BadOption, RumpusError
from rumpus.core.extras import MissingExtra, check_extra
from rumpus.core.options import Value
from rumpus.core.position import Plain
from rumpus.lab.experiments.interpretation import disagreement
from rumpus.lab.experiments.queue import Bench, BenchFull, findings_of
from rumpus.lab.experiments.saved import (
    COMPARE,
    LONGEST_TITLE,
    MOST,
    WORTH,
    Findings,
    Inquiry,
    inquiries_in,
    inquiry_in,
)
from rumpus.service.bots.pool import BotPool
from rumpus.service.runtime import protocol
from rumpus.service.runtime.limits import household
from rumpus.web.middleware import Hosts

BODY_BYTES = 50_000
OFF = "experiments are off here; whoever hosts this server can allow them with --experiments"

Name = Annotated[str, Meta(max_length=60)]
Wish = TypeVar("Wish", bound=Struct)


class InquiryWish(Struct, forbid_unknown_fields=True):
    """What somebody wants to know."""

    kind: Literal["compare", "effects", "worth"]
    game: Name
    strengths: Annotated[list[Name], Meta(min_length=1, max_length=2)]
    base: dict[Name, Value] = {}
    changes: dict[Name, Value] = {}
    of: Name = ""


class KeepWish(Struct, forbid_unknown_fields=True):
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""


class LabInquiries:
    """Only where the host allows it; what is there already may always be looked at."""

    def __init__(
        self, folder: Path | None, allowed: bool, pool: BotPool, hosts: Hosts, page: Callable[[], str]
    ) -> None:
        self.folder = folder
        self.bench = Bench(folder) if folder is not None and allowed else None
        self._pool = pool
        self._hosts = hosts
        self._page = page

    def routes(self) -> list[BaseRoute]:
        one = "/api/lab/inquiries/{name}"
        return [
            Route("/lab/i/{name}", self.page),
            Route("/api/lab/gifts/{game}", self.gifts),
            Route("/api/lab/inquiries", self.ask, methods=["POST"]),
            Route(one, self.show),
            Route(f"{one}/table.csv", self.table),
            Route(f"{one}/stop", self.stop, methods=["POST"]),
            Route(f"{one}/go-on", self.go_on, methods=["POST"]),
            Route(f"{one}/keep", self.keep, methods=["POST"]),
        ]

    # --- looking ---

    def all(self) -> list[dict[str, Plain]]:
        """Every inquiry of the folder in short, the newest first."""
        if self.folder is None:
            return []
        found = []
        for path in inquiries_in(self.folder):
            try:
                inquiry = Inquiry.read(path)
            except RumpusError:
                continue
            found.append((inquiry.asked, self._short(path.name, inquiry, findings_of(path, inquiry))))
        return [short for _, short in sorted(found, key=lambda one: -one[0])]

    def _short(self, name: str, inquiry: Inquiry, findings: list[Findings]) -> dict[str, Plain]:
        state = self._state(name, inquiry, findings)
        waiting = self.bench.waiting if self.bench is not None else []
        return {
            "name": name,
            "kind": inquiry.kind,
            "game": inquiry.game,
            "base": _plain(inquiry.base),
            "changes": _plain(inquiry.changes),
            "strengths": list[Plain](inquiry.strengths),
            "of": inquiry.of,
            "most": inquiry.most,
            "asked": inquiry.asked,
            "title": inquiry.title,
            "kept": inquiry.kept,
            "state": state,
            "before": waiting.index(name) + 1 if name in waiting else 0,
            "done": [finding.done for finding in findings],
            "trouble": next((finding.trouble for finding in findings if finding.trouble), ""),
        }

    def _state(self, name: str, inquiry: Inquiry, findings: list[Findings]) -> str:
        bench = self.bench or Bench(Path())
        return bench.state(name, inquiry, findings)

    def _whole(self, folder: Path) -> dict[str, Plain]:
        inquiry = Inquiry.read(folder)
        findings = findings_of(folder, inquiry)
        shown: list[Plain] = []
        for finding in findings:
            left = (inquiry.most - finding.done) / finding.pace if finding.pace > 0 else None
            one: dict[str, Plain] = {"done": finding.done, "pace": finding.pace, "fewest": finding.fewest}
            shown.append({**one, "left": left, "trouble": finding.trouble, "found": finding.found})
        whole = self._short(folder.name, inquiry, findings)
        whole["findings"] = shown
        if inquiry.kind == COMPARE:
            whole["warnings"] = _warnings(inquiry, findings)
        return whole

    async def page(self, request: Request) -> Response:
        """Only of an inquiry there is."""
        self._folder(request)
        return HTMLResponse(self._page())

    async def gifts(self, request: Request) -> Response:
        """What of this game can be valued: cards, cats, characters."""
        game = game_of(request.path_params["game"])
        return _json({"kinds": [gifts.kind for gifts in game.lab().gifts(game.options())]})

    async def show(self, request: Request) -> Response:
        folder = self._folder(request)
        return _json(await asyncio.to_thread(self._whole, folder))

    async def table(self, request: Request) -> Response:
        """Everything that was found, for a spreadsheet."""
        folder = self._folder(request)
        text = await asyncio.to_thread(_csv, folder)
        headers = {"Content-Disposition": f'attachment; filename="{folder.name}.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    def _folder(self, request: Request) -> Path:
        found = None if self.folder is None else inquiry_in(self.folder, request.path_params["name"])
        if found is None:
            raise HTTPException(404, "there is no such inquiry; it may have been forgotten, for nobody kept it")
        return found

    # --- doing ---

    async def ask(self, request: Request) -> Response:
        bench = self._bench(request)
        wish = _read(await self._body(request), InquiryWish)
        try:
            check_extra("lab")
        except MissingExtra as lack:
            raise HTTPException(501, f"nothing can be counted here: {lack}") from None
        game = game_of(wish.game)
        try:
            book = game.options(wish.base)
            changed = game.options({**wish.base, **wish.changes})
            if game.seats(book) != game.seats(changed):
                raise BadOption("how many play has to be the same on both sides", "players")
        except BadOption as error:
            raise HTTPException(400, str(error)) from None
        if wish.kind == COMPARE and book == changed:
            raise HTTPException(400, "nothing is changed yet: change a number, and compare it with the book")
        if wish.kind == WORTH:
            kinds = [gifts.kind for gifts in game.lab().gifts(changed)]
            if not kinds:
                raise HTTPException(400, f"{game.title} does not say what a seat could be given in place of another")
            if wish.of not in kinds:
                raise HTTPException(400, f"choose what shall be valued: {', '.join(kinds)}")
        address = household(request.client.host) if request.client else ""
        for options in (book, changed):
            offered = await self._pool.offered(game, options, address)
            for strength in wish.strengths:
                if strength not in offered:
                    known = ", ".join(offered)
                    raise HTTPException(400, f"{strength!r} does not play {game.title} so; there is {known}")
        if len(set(wish.strengths)) < len(wish.strengths):
            raise HTTPException(400, "choose two different strengths, or one")
        changes = {name: changed[name] for name in changed.changed() if changed[name] != book[name]}
        changes |= {name: changed[name] for name in book.changed() if changed[name] != book[name]}
        inquiry = Inquiry(
            kind=wish.kind,
            game=game.name,
            version=game.version,
            base=dict(book.changed()),
            changes=changes,
            strengths=wish.strengths,
            of=wish.of if wish.kind == WORTH else "",
            most=MOST[wish.kind],
            seed=f"live {time.time_ns()}",
            asked=time.time(),
        )
        try:
            name = bench.ask(inquiry)
        except BenchFull as error:
            raise HTTPException(429, str(error)) from None
        except OSError:
            raise HTTPException(507, "nothing can be written to the folder of the runs here") from None
        await bench.look()
        return _json({"name": name}, 201)

    async def stop(self, request: Request) -> Response:
        bench, folder = self._bench(request), self._folder(request)
        await self._body(request)
        await bench.stop(folder.name)
        return await self.show(request)

    async def go_on(self, request: Request) -> Response:
        bench, folder = self._bench(request), self._folder(request)
        await self._body(request)
        inquiry = Inquiry.read(folder)
        if all(finding.done >= inquiry.most for finding in findings_of(folder, inquiry)):
            raise HTTPException(409, f"all of its {inquiry.most:,} deals are played")
        try:
            bench.go_on(folder.name)
        except BenchFull as error:
            raise HTTPException(429, str(error)) from None
        await bench.look()
        return await self.show(request)

    async def keep(self, request: Request) -> Response:
        bench, folder = self._bench(request), self._folder(request)
        wish = _read(await self._body(request), KeepWish)
        bench.keep(folder.name, wish.title.strip())
        return await self.show(request)

    def _bench(self, request: Request) -> Bench:
        if self.bench is None:
            raise HTTPException(403, OFF)
        origin, host = request.headers.get("origin"), request.headers.get("host", "")
        if origin is not None and not self._hosts.has_page(origin, host):
            raise HTTPException(403, "only pages of this server may ask that")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise HTTPException(415, "say it in JSON (Content-Type: application/json)")
        return self.bench

    async def _body(self, request: Request) -> bytes:
        body = b""
        async for some in request.stream():
            body += some
            if len(body) > BODY_BYTES:
                raise HTTPException(413, f"that is more than the {BODY_BYTES:,} bytes that may be said here")
        return body


def _plain(values: dict[str, Value]) -> dict[str, Plain]:
    return {name: list[Plain](value) if isinstance(value, list) else value for name, value in values.items()}


def _read(body: bytes, kind: type[Wish]) -> Wish:
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except msgspec.MsgspecError as error:
        raise HTTPException(400, f"that cannot be understood: {error}") from None


def _json(told: dict[str, Plain], status: int = 200) -> Response:
    return Response(protocol.plain(told), status, media_type="application/json")


# --- what both strengths say ---


def _listed(finding: Findings, key: str) -> list[dict[str, Plain]]:
    found = finding.found.get(key)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _warnings(inquiry: Inquiry, findings: list[Findings]) -> list[Plain]:
    """Where strengths disagree: group, name and a sentence."""
    if len(findings) < 2:
        return []
    told: list[Plain] = []
    other = {(one["group"], one["name"]): one for one in _listed(findings[1], "changes")}
    for one in _listed(findings[0], "changes"):
        same = other.get((one["group"], one["name"]))
        if one.get("headline") and same is not None:
            sentence = disagreement(inquiry.strengths, [one, same])
            if sentence:
                told.append({"group": one["group"], "name": one["name"], "says": list[Plain](sentence)})
    return told


COLUMNS = {
    "compare": ("changes", ["group", "name", "unit", "before", "after", "value", "half"]),
    "effects": ("effects", ["number", "group", "figure", "unit", "value", "half", "claimed"]),
    "worth": ("things", ["name", "value", "half", "facing", "facing half", "flagged"]),
}


def _csv(folder: Path) -> str:
    inquiry = Inquiry.read(folder)
    key, columns = COLUMNS[inquiry.kind]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["strength", "deals", *columns])
    for strength, finding in zip(inquiry.strengths, findings_of(folder, inquiry), strict=True):
        for one in _listed(finding, key):
            writer.writerow([strength, finding.done, *(one.get(column) for column in columns)])
    return out.getvalue()
