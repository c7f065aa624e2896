"""Profiles of programs: each has a secret per server and name, in the user's data folder."""

from __future__ import annotations

import hashlib
import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from rumpus.core.display_names import shortened
from rumpus.core.errors import RumpusError
from rumpus.core.system.files import SMALL_FILE, data_file, data_folder, read_json, write_whole

if TYPE_CHECKING:
    from rumpus.client import Client

FOLDER = "profiles"
LINK = "/link/"
"""Start of the fragment of a link that signs a device in."""


class KeptProfile(Struct):
    """A profile at a server. `id` is empty until the server has answered."""

    server: str
    name: str
    """The name by which this machine calls it."""
    secret: str
    id: str = ""


def _file_name(server: str, name: str) -> str:
    digest = hashlib.sha256(f"{server.lower()} {name.casefold()}".encode()).hexdigest()
    return f"{FOLDER}/{digest[:20]}.json"


def kept_profiles(server: str) -> list[KeptProfile]:
    """Profiles of this machine at a server, by name."""
    paths = sorted((data_folder() / FOLDER).glob("*.json"))
    found = [read_json(path, SMALL_FILE, "profile", KeptProfile) for path in paths]
    return sorted((kept for kept in found if kept.server == server), key=lambda kept: kept.name)


def _keep(kept: KeptProfile) -> Path:
    path = data_file(_file_name(kept.server, kept.name))
    before = os.umask(0o077)  # it is a secret
    try:
        write_whole(path, msgspec.json.format(msgspec.json.encode(kept)))
    finally:
        os.umask(before)
    return path


async def enter(client: Client, name: str, bot: bool) -> tuple[dict[str, Any], dict[str, object]]:
    """Signs a client in to a profile. Returns it, and the message that signs in again."""
    from rumpus.client import Refusal, new_token

    if not name.strip():
        raise RumpusError("Name the profile.")
    path = data_folder() / _file_name(client.server, name)
    device = shortened(f"rumpus on {platform.node() or platform.system()}", 60)
    if path.exists():
        kept = read_json(path, SMALL_FILE, "profile", KeptProfile)
    else:
        kept = KeptProfile(client.server, name, new_token())
        _keep(kept)  # before it is used: an answer may be lost
    try:
        if kept.id:
            profile = await client.ask("sign_in", profile=kept.id, secret=kept.secret)
        else:
            fields = {"name": name, "device": device, "avatar": "robot" if bot else "", "bot": bot}
            profile = await client.ask("profile_new", secret=kept.secret, **fields)
    except Refusal as refusal:
        if refusal.about in ("device", "profile"):
            raise RumpusError(f"{refusal} Its secret is in {path}: delete the file to make a new profile.") from None
        raise
    if bool(profile.get("bot", False)) != bot:
        kind, other = ("a person", "a bot") if bot else ("a bot", "a person")
        raise RumpusError(f"The profile {name} is that of {kind}. Choose another name for {other}.")
    if not kept.id:
        kept.id = str(profile["profile"])
        _keep(kept)
    return profile, {"do": "sign_in", "profile": kept.id, "secret": kept.secret}


async def use_link(client: Client, token: str) -> str:
    """Signs this machine in by a link of "Use on another device". Returns the profile's name."""
    from rumpus.client import Refusal, new_token

    owner = await client.ask("link_look", token=token)
    kept = KeptProfile(client.server, str(owner["name"]), new_token(), str(owner["profile"]))
    path = data_folder() / _file_name(kept.server, kept.name)
    if path.exists():
        raise RumpusError(f"There is a profile {kept.name} of this server already, in {path}.")
    _keep(kept)  # before it is used: an answer may be lost, and the link works once
    try:
        await client.ask("link_use", token=token, secret=kept.secret, device=f"rumpus on {platform.node()}"[:60])
    except Refusal:
        path.unlink()
        raise
    return kept.name
