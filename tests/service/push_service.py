"""A push service and a webhook of our own on loopback. It checks and decrypts what arrives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from rumpus.service.notifications.push import decode, encode


class Delivered:
    """A request that arrived."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes, plain: bytes, at: float) -> None:
        self.path = path
        self.headers = headers
        self.body = body
        self.plain = plain
        """The payload, decrypted if it came for a subscription."""
        self.at = at

    @property
    def said(self) -> Any:
        return json.loads(self.plain)


class PushService:
    """Answers each path with `statuses[path]`, else 201. 0: never answers."""

    def __init__(self) -> None:
        self.url = ""
        self.delivered: list[Delivered] = []
        self.statuses: dict[str, tuple[int, str]] = {}
        self.keys: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}
        self._server: asyncio.Server | None = None
        self._arrived = asyncio.Condition()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()

    def subscribe(self, name: str) -> dict[str, str]:
        """What a browser's subscription has: fields of `push_on`."""
        key, auth = ec.generate_private_key(ec.SECP256R1()), name.encode().ljust(16, b".")[:16]
        self.keys[f"/push/{name}"] = key, auth
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.url}/push/{name}", "p256dh": encode(point), "auth": encode(auth)}

    def refuse(self, path: str, status: int, head: str = "") -> None:
        self.statuses[path] = status, head

    def to(self, name: str) -> list[Delivered]:
        return [one for one in self.delivered if one.path.rpartition("/")[2] == name]

    async def until(self, count: int, name: str = "") -> list[Delivered]:
        """Waits until so many requests have arrived, for one subscription or for all."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: len(self.to(name) if name else self.delivered) >= count)
        return self.to(name) if name else self.delivered

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        path = first.split()[1]
        plain = self._open_payload(path, headers, body)
        async with self._arrived:
            self.delivered.append(Delivered(path, headers, body, plain, asyncio.get_running_loop().time()))
            self._arrived.notify_all()
        status, more = self.statuses.get(path, (201, ""))
        if status:
            writer.write(f"HTTP/1.1 {status} Said\r\n{more}Content-Length: 0\r\n\r\n".encode())
            writer.close()
        else:
            await asyncio.Event().wait()

    def _open_payload(self, path: str, headers: dict[str, str], body: bytes) -> bytes:
        if path not in self.keys:
            return body
        check_identity(headers["authorization"], self.url)
        assert headers["content-encoding"] == "aes128gcm"
        assert len(headers["topic"]) <= 32
        key, auth = self.keys[path]
        plain: bytes = http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm")
        return plain


def check_identity(authorization: str, audience: str) -> None:
    """Checks the server's signed token, as a push service does."""
    scheme, _, rest = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = fields["t"].rpartition(".")
    raw = decode(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(fields["k"]))
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(decode(signed.partition(".")[2]))
    assert scheme == "vapid"
    assert claims["aud"] == audience
    assert claims["sub"].startswith(("https://", "mailto:"))


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    await service.open()
    try:
        yield service
    finally:
        await service.close()
