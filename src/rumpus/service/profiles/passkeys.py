"""Passkeys (Web Authentication): sign in to a profile on any device. Needs the extra `people`."""

from __future__ import annotations

import functools
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Raw

from rumpus.core.errors import RumpusError
from rumpus.service.profiles.profiles import INSERT_DEVICE, LOCK_PROFILE, MAX_DEVICES, WITHOUT_DEVICE, Profiles
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import TooMuch
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.presence import Visitor
from rumpus.table.seats import fingerprint

MAX_PASSKEYS = 10
CHALLENGE_SECONDS = 300.0
SITE = "Rumpus"
"""Name of the site in the dialogs of browsers."""

NOT_INSTALLED = "This server offers no passkeys. Use a link from your other device."
INSECURE = "Passkeys need a page over HTTPS, or one on localhost."
NO_CHALLENGE = "This request for a passkey has expired. Please try again."
OTHER_ORIGIN = "This passkey was made for another site."
NOT_VERIFIED = "This passkey could not be verified."
TAKEN_PASSKEY = "This passkey is one of another profile."
UNKNOWN_PASSKEY = "This passkey is not known here. Its profile may have been deleted."
TOO_MANY_PASSKEYS = f"A profile can have {MAX_PASSKEYS} passkeys. Remove one of them first."

INSERT_PASSKEY = """
INSERT INTO rumpus_passkey (credential, profile, public_key, count, label, created)
SELECT CAST($1 AS text), id, CAST($3 AS text), CAST($4 AS bigint), CAST($5 AS text), CAST($6 AS bigint)
FROM rumpus_profile WHERE id = $2 AND deleted = 0
AND (SELECT count(*) FROM rumpus_passkey WHERE profile = $2) < $7 ON CONFLICT DO NOTHING
"""
FIND_PASSKEY = """
SELECT profile.id, passkey.public_key, passkey.count
FROM rumpus_passkey AS passkey JOIN rumpus_profile AS profile ON profile.id = passkey.profile
WHERE passkey.credential = $1 AND profile.deleted = 0
"""
CREDENTIALS = "SELECT credential FROM rumpus_passkey WHERE profile = $1"
MAKE_ROOM = """
DELETE FROM rumpus_device WHERE profile = $1 AND secret_hash <> $2 AND secret_hash NOT IN (
    SELECT secret_hash FROM rumpus_device WHERE profile = $1 AND secret_hash <> $2
    ORDER BY seen DESC, secret_hash LIMIT $3
)
"""
"""Signs out the devices that were away longest. Whoever has only a passkey left can sign none out."""
DELETE_PASSKEY = "DELETE FROM rumpus_passkey WHERE profile = $1 AND credential = $2"
COUNT_PASSKEY = "UPDATE rumpus_passkey SET count = $2 WHERE credential = $1 AND count <= $2"


@functools.cache
def is_installed() -> bool:
    return find_spec("webauthn") is not None


def is_secure(origin: str) -> bool:
    """True if browsers offer passkeys on this origin."""
    parts = urlsplit(origin)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname == "localhost")


def passkeys_offered(origin: str) -> bool:
    return is_secure(origin) and is_installed()


class _ClientData(msgspec.Struct):
    origin: str


class _Answer(msgspec.Struct):
    client_data: str = msgspec.field(name="clientDataJSON")


class _Credential(msgspec.Struct):
    id: str
    response: _Answer


class Passkeys:
    """Challenges of visitors, and the check of their answers."""

    def __init__(self, profiles: Profiles) -> None:
        self.profiles = profiles
        self.store = profiles.store
        self.clock = profiles.clock
        self.executor = profiles.tables.executor
        self._challenges: WeakKeyDictionary[Visitor, tuple[bytes, float]] = WeakKeyDictionary()

    async def options(self, visitor: Visitor) -> m.PasskeyReply:
        """Options for a new passkey."""
        who = await self.profiles.require(visitor)
        site = self._site(visitor)
        there = [id for (id,) in await self.store.query(CREDENTIALS, who.profile)]
        challenge = self._challenge(visitor)
        made = await self.executor.run(_creation_options, site, who.profile, who.name, challenge, there)
        return m.PasskeyReply(options=Raw(made))

    async def add(self, visitor: Visitor, asked: m.PasskeyAdd) -> m.ProfileReply:
        who = await self.profiles.require(visitor)
        site = self._site(visitor)
        challenge = self._take_challenge(visitor)
        self._read(visitor, asked.response)
        id, public_key, count = await self.executor.run(
            _verified_creation, bytes(asked.response), challenge, site, visitor.origin
        )
        now = self.clock.now()
        values = (id, who.profile, public_key, count, asked.label, now, MAX_PASSKEYS)
        *_, found = await self.profiles.change_profile(who, (INSERT_PASSKEY, values), (FIND_PASSKEY, (id,)))
        if not found:
            raise TooMuch(TOO_MANY_PASSKEYS)
        if found[0][0] != who.profile:
            raise RumpusError(TAKEN_PASSKEY)
        return await self.profiles.reply(visitor)

    async def remove(self, visitor: Visitor, asked: m.PasskeyOut) -> m.ProfileReply:
        who = await self.profiles.require(visitor)
        await self.profiles.change_profile(who, (DELETE_PASSKEY, (who.profile, asked.passkey)))
        return await self.profiles.reply(visitor)

    async def ask(self, visitor: Visitor) -> m.PasskeyReply:
        """Options to sign in, by any passkey of this site."""
        site = self._site(visitor)
        made = await self.executor.run(_request_options, site, self._challenge(visitor))
        return m.PasskeyReply(options=Raw(made))

    async def use(self, visitor: Visitor, asked: m.PasskeyUse) -> m.ProfileReply:
        site = self._site(visitor)
        challenge = self._take_challenge(visitor)
        credential = self._read(visitor, asked.response)
        found = await self.store.query(FIND_PASSKEY, credential.id)
        if not found:
            raise RumpusError(UNKNOWN_PASSKEY)
        profile, public_key, count = found[0]
        count = await self.executor.run(
            _verified_request, bytes(asked.response), challenge, site, visitor.origin, public_key, count
        )
        secret_hash, now = fingerprint(asked.secret), self.clock.now()
        statements: list[Statement] = [
            (LOCK_PROFILE, (profile, now)),
            (COUNT_PASSKEY, (credential.id, count)),
            (MAKE_ROOM, (profile, secret_hash, MAX_DEVICES - 1)),
            (WITHOUT_DEVICE, (profile,)),
            (INSERT_DEVICE, (secret_hash, asked.device, now, profile, MAX_DEVICES)),
        ]
        await self.store.change(statements)
        await self.profiles.check_devices(profile)
        await self.profiles.enter(visitor, secret_hash, profile)
        return await self.profiles.reply(visitor)

    def _site(self, visitor: Visitor) -> str:
        """The relying party's id: the host of the visitor's page."""
        if not is_installed():
            raise RumpusError(NOT_INSTALLED)
        if not is_secure(visitor.origin):
            raise RumpusError(INSECURE)
        return urlsplit(visitor.origin).hostname or ""

    def _challenge(self, visitor: Visitor) -> bytes:
        challenge = bytes.fromhex(self.profiles.rng.token(32))
        self._challenges[visitor] = (challenge, self.clock.monotonic() + CHALLENGE_SECONDS)
        return challenge

    def _take_challenge(self, visitor: Visitor) -> bytes:
        """The visitor's challenge, valid for one answer."""
        challenge, until = self._challenges.pop(visitor, (b"", 0.0))
        if until < self.clock.monotonic():
            raise RumpusError(NO_CHALLENGE)
        return challenge

    def _read(self, visitor: Visitor, response: Raw) -> _Credential:
        try:
            credential = msgspec.json.decode(response, type=_Credential)
            data = msgspec.json.decode(_from_base64(credential.response.client_data), type=_ClientData)
        except (msgspec.MsgspecError, ValueError):
            raise RumpusError(NOT_VERIFIED) from None
        if data.origin != visitor.origin:
            raise RumpusError(OTHER_ORIGIN)
        return credential


# --- the library, in the executor: its import takes long ---


def _from_base64(text: str) -> bytes:
    import base64

    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _creation_options(site: str, profile: str, name: str, challenge: bytes, there: list[str]) -> bytes:
    import webauthn
    from webauthn.helpers import structs

    made = webauthn.generate_registration_options(
        rp_id=site,
        rp_name=SITE,
        user_name=name,
        user_id=profile.encode(),
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=_from_base64(id)) for id in there],
    )
    return webauthn.options_to_json(made).encode()


def _request_options(site: str, challenge: bytes) -> bytes:
    import webauthn

    return webauthn.options_to_json(webauthn.generate_authentication_options(rp_id=site, challenge=challenge)).encode()


def _verified_creation(response: bytes, challenge: bytes, site: str, origin: str) -> tuple[str, str, int]:
    """Id, public key and counter of a new passkey."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        made: Any = webauthn.verify_registration_response(
            credential=response.decode(), expected_challenge=challenge, expected_rp_id=site, expected_origin=origin
        )
    except Exception:  # the library raises many kinds for what visitors send
        raise RumpusError(NOT_VERIFIED) from None
    return bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key), made.sign_count


def _verified_request(response: bytes, challenge: bytes, site: str, origin: str, public_key: str, count: int) -> int:
    """The passkey's new counter."""
    import webauthn

    try:
        return webauthn.verify_authentication_response(
            credential=response.decode(),
            expected_challenge=challenge,
            expected_rp_id=site,
            expected_origin=origin,
            credential_public_key=_from_base64(public_key),
            credential_current_sign_count=count,
        ).new_sign_count
    except Exception:
        raise RumpusError(NOT_VERIFIED) from None
