"""A passkey in software: what a browser's authenticator answers."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """One passkey, of one origin."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.site = origin.partition("://")[2].partition(":")[0]
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = hashlib.sha256(str(self.key.private_numbers().private_value).encode()).digest()
        self.count = 0

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _data(self, flags: int) -> bytes:
        self.count += 1
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer of `navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self._data(PRESENT_AND_VERIFIED | WITH_KEY) + bytes(16)
        data += len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(key)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", options)
        return self._credential({"clientDataJSON": client_data, "attestationObject": attestation})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer of `navigator.credentials.get`."""
        data, client_data = self._data(PRESENT_AND_VERIFIED), self._client_data("webauthn.get", options)
        signed = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential({"clientDataJSON": client_data, "authenticatorData": data, "signature": signed})

    def _credential(self, response: dict[str, bytes]) -> dict[str, Any]:
        encoded = {name: base64url(data) for name, data in response.items()}
        id = base64url(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": encoded, "clientExtensionResults": {}}
