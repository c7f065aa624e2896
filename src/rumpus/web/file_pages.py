"""The files of games over HTTP: a request never touches a disk, so that no path leads anywhere else."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rumpus.core.catalogue import game_of
from rumpus.web.game_files import KINDS, files_of

FOR_EVER = "public, max-age=31536000, immutable"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture that is opened as a page of its own may dress itself, and do nothing else."""


def routes() -> list[BaseRoute]:
    return [Route("/games/{game}/{stamp}/{path:path}", serve)]


async def serve(request: Request) -> Response:
    """A file by its path; an address with the stamp of other files than these leads nowhere."""
    files = files_of(game_of(request.path_params["game"]))
    file = files.files.get(request.path_params["path"])
    if file is None or request.path_params["stamp"] != files.stamp:
        raise HTTPException(404, "there is no such file")
    headers = {"ETag": file.etag, "Cache-Control": FOR_EVER}
    if file.kind == KINDS[".svg"]:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    if _knows(request.headers.get("if-none-match", ""), file.etag):
        return Response(status_code=304, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)


def _knows(tags: str, etag: str) -> bool:
    return any(tag.strip().removeprefix("W/") in (etag, "*") for tag in tags.split(","))
