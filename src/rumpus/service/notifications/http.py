"""POST requests to URLs of visitors: addresses are checked after resolving, redirects refused, times limited."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple, Protocol
from urllib.parse import urlsplit

from rumpus.core.errors import BadOption

if TYPE_CHECKING:
    import ssl

MAX_HEAD_BYTES = 16_384
"""Bytes of an answer's status and headers. Its body is not read."""
NAT64 = ip_network("64:ff9b::/96")
UNICAST = ip_network("2000::/3")
"""All that is assigned for the public internet (RFC 4291). Beside it are site-local and IPv4-compatible addresses."""

BAD_URL = "Cannot send to {!r}. Give a whole URL that begins with https://."
INSECURE_URL = "Cannot send to {!r} without encryption. Give a URL that begins with https://."
UNKNOWN_HOST = "No server is known by the name {!r}. Check the URL."
PRIVATE_HOST = "{!r} is not on the public internet, and this server sends nowhere else."


class Answer(NamedTuple):
    status: int
    retry_after: str = ""


class Url(NamedTuple):
    secure: bool
    host: str
    port: int
    path: str
    """Path and query."""
    name: str
    """Host and port, as in the header `Host`."""

    @property
    def origin(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self.name}"


def parse_url(url: str) -> Url:
    """Reads a URL. Raises BadOption for anything but a plain HTTP URL in ASCII."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        name = host.encode("idna").decode() if not host.isascii() else host
    except (ValueError, UnicodeError):
        raise BadOption(BAD_URL.format(url[:100]), "url") from None
    plain = url.isascii() and url.isprintable() and " " not in url
    if not plain or parts.scheme not in ("http", "https") or not host or "@" in parts.netloc or len(host) > 253:
        raise BadOption(BAD_URL.format(url[:100]), "url")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    shown = f"[{name}]" if ":" in name else name
    shown += f":{port}" if port else ""
    return Url(secure, name, port or (443 if secure else 80), path, shown)


def is_public(address: str) -> bool:
    """True if an address is on the public internet. IPv4 addresses within IPv6 ones are checked too."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        embedded = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in NAT64:
            embedded = IPv4Address(int(found) & 0xFFFFFFFF)
        if embedded is None and found not in UNICAST:
            return False
        found = embedded or found
    return found.is_global and not found.is_multicast


class Transport(Protocol):
    async def check(self, url: str) -> None:
        """Raises BadOption if nothing may be sent to this URL."""

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
        """Raises OSError or TimeoutError without an answer, and BadOption like `check`."""


class HttpTransport:
    """Sends over the network. `private` allows private addresses, and URLs without encryption."""

    def __init__(self, private: bool = False) -> None:
        self.private = private

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        import ssl  # not in a browser

        return ssl.create_default_context()

    async def check(self, url: str) -> None:
        await self._addresses(self._parse(url), url)

    def _parse(self, url: str) -> Url:
        parsed = parse_url(url)
        if not parsed.secure and not self.private:
            raise BadOption(INSECURE_URL.format(url[:100]), "url")
        return parsed

    async def _addresses(self, url: Url, shown: str) -> list[str]:
        """Addresses of a host. One that is not public refuses all: it could be the next one chosen."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(5):
                found = await loop.getaddrinfo(url.host, url.port, type=1)
        except (OSError, UnicodeError):
            raise BadOption(UNKNOWN_HOST.format(url.host), "url") from None
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if not self.private and not all(is_public(address) for address in addresses):
            raise BadOption(PRIVATE_HOST.format(url.host), "url")
        return addresses

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
        parsed = self._parse(url)
        async with asyncio.timeout(seconds):
            reader, writer = await self._connect(parsed, await self._addresses(parsed, url))
            try:
                lines = [f"POST {parsed.path} HTTP/1.1", f"Host: {parsed.name}", "Connection: close"]
                lines += [f"{name}: {value}" for name, value in headers.items()]
                lines += [f"Content-Length: {len(body)}", "User-Agent: Rumpus", "", ""]
                writer.write("\r\n".join(lines).encode("ascii") + body)
                await writer.drain()
                return _read_head(await reader.readuntil(b"\r\n\r\n"))
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
                raise OSError("The answer is no HTTP.") from error
            finally:
                writer.transport.abort()

    async def _connect(self, url: Url, addresses: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connects to the checked address: the name could lead elsewhere by now."""
        trouble: OSError = OSError("There is no address.")
        for address in addresses[:4]:
            try:
                return await asyncio.open_connection(
                    address, url.port, limit=MAX_HEAD_BYTES, ssl=self._tls if url.secure else None,
                    server_hostname=url.host if url.secure else None,
                )  # fmt: skip
            except OSError as error:
                trouble = error
        raise trouble


def _read_head(head: bytes) -> Answer:
    first, *lines = head.decode("latin-1").split("\r\n")
    version, _, rest = first.partition(" ")
    if not version.startswith("HTTP/1."):
        raise ValueError(first)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Answer(int(rest[:3]), headers.get("retry-after", ""))
