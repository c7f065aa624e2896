"""Web Push: encryption (RFC 8291) and the server's identity (VAPID, RFC 8292). Needs the extra `people`."""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Mapping
from importlib.util import find_spec

import msgspec

from rumpus.core.errors import BadOption
from rumpus.service.notifications.http import parse_url
from rumpus.service.notifications.outbox import Item
from rumpus.service.runtime.environment import RandomSource
from rumpus.service.store import Store

PAYLOAD_BYTES = 1_024
"""Length of every payload: its length must not tell what it says."""
TOKEN_SECONDS = 12 * 3600
KEEP_SECONDS = 86_400
"""Seconds a push service keeps a message for a device without a connection."""
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of P-256 (NIST SP 800-186)."""
READ_SETTING = "SELECT value FROM rumpus_setting WHERE name = $1"
KEEP_SETTING = "INSERT INTO rumpus_setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"

BAD_SUBSCRIPTION = "This push subscription cannot be used. Turn notifications off and on again."


@functools.cache
def is_installed() -> bool:
    return find_spec("http_ece") is not None


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Raises ValueError for anything but base64url."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def check_keys(public_key: str, auth: str) -> None:
    """Raises BadOption unless these are keys of a push subscription."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point = decode(public_key)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        fits = len(point) == 65 and len(decode(auth)) == 16
    except ValueError:
        fits = False
    if not fits:
        raise BadOption(BAD_SUBSCRIPTION, "p256dh")


class Vapid:
    """The key that names this server to push services. All servers of a store share it."""

    def __init__(self, secret: int) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        self._key = ec.derive_private_key(secret, ec.SECP256R1())
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = encode(point)

    def authorization(self, endpoint: str, contact: str, now: int) -> str:
        """The header for a push service. `contact` is the origin of the site."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        subject = contact if contact.startswith("https://") else "mailto:webmaster@localhost"
        claims = {"aud": parse_url(endpoint).origin, "exp": now // 1000 + TOKEN_SECONDS, "sub": subject}
        parts = [encode(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        r, s = decode_dss_signature(self._key.sign(".".join(parts).encode(), ec.ECDSA(SHA256())))
        signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={'.'.join([*parts, signature])}, k={self.public}"


async def vapid_of(store: Store, rng: RandomSource) -> Vapid:
    """The store's key, made at first use."""
    found = await store.query(READ_SETTING, "vapid")
    if not found:
        secret = int(rng.token(40), 16) % (CURVE_ORDER - 1) + 1
        await store.change([(KEEP_SETTING, ("vapid", f"{secret:064x}"))])
        found = await store.query(READ_SETTING, "vapid")
    return Vapid(int(found[0][0], 16))


def tag_of(item: Item) -> str:
    """Topic of a message: a later one about the same table, or of the same kind, replaces it."""
    notice = item.notice
    return hashlib.sha256(f"{notice.kind}.{notice.path}".encode()).hexdigest()[:24]


def payload(item: Item) -> bytes:
    """Text for a device, padded with spaces to one length."""
    notice = item.notice
    said = {"kind": notice.kind, "title": notice.title[:80], "path": notice.path[:200], "tag": tag_of(item)}
    return msgspec.json.encode(said).ljust(PAYLOAD_BYTES)


def push_request(item: Item, vapid: Vapid, now: int) -> tuple[Mapping[str, str], bytes]:
    """Headers and encrypted body for the push service of a device."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    target = item.target
    body: bytes = http_ece.encrypt(
        payload(item), private_key=ec.generate_private_key(ec.SECP256R1()), dh=decode(target.public_key),
        auth_secret=decode(target.auth), version="aes128gcm",
    )  # fmt: skip
    headers = {
        "Authorization": vapid.authorization(target.url, target.origin, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEEP_SECONDS),
        "Topic": tag_of(item),
        "Urgency": "high",
    }
    return headers, body
