"""Passkeys: a profile on any device, of this origin only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rumpus.service.profiles import passkeys, profiles
from rumpus.service.service import GameService
from tests.service.authenticator import Authenticator
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.test_profiles import ANNS, BENS, PHONES, link_of, signed_up

ORIGIN = "https://play.example"


async def with_passkey(service: GameService, key: Authenticator) -> tuple[Guest, dict[str, Any]]:
    ann = Guest(service, origin=ORIGIN)
    await signed_up(ann)
    options = (await ann.ask("passkey_options"))["options"]
    return ann, await ann.ask("passkey_add", response=key.create(options), label="Laptop")


def test_a_passkey_signs_another_device_in(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "tables.db")) as service:
            key = Authenticator(ORIGIN)
            ann, added = await with_passkey(service, key)
            assert [one["label"] for one in added["passkeys"]] == ["Laptop"]
            options = (await ann.ask("passkey_options"))["options"]
            assert options["rp"]["id"] == "play.example"
            assert [one["id"] for one in options["excludeCredentials"]] == [added["passkeys"][0]["passkey"]]
            for secret in (PHONES, BENS):  # the counter goes on
                phone = Guest(service, origin=ORIGIN)
                asked = (await phone.ask("passkey_ask"))["options"]
                used = await phone.ask("passkey_use", response=key.get(asked), secret=secret, device="Phone")
                assert used["profile"] == added["profile"]
            assert [device["label"] for device in used["devices"]] == ["Firefox", "Phone", "Phone"]
            left = await ann.ask("passkey_out", passkey=added["passkeys"][0]["passkey"])
            assert left["passkeys"] == []
            asked = (await phone.ask("passkey_ask"))["options"]
            why = await phone.refused("passkey_use", response=key.get(asked), secret=PHONES)
            assert why == passkeys.UNKNOWN_PASSKEY

    run(scenario())


def test_a_passkey_signs_in_beside_many_lost_devices(tmp_path: Path) -> None:
    """The device that was away longest makes room: without any device, nobody could sign one out."""
    clock = FixedClock(2 * 10**12)

    async def scenario() -> None:
        async with serving_here(str(tmp_path / "tables.db"), clock) as service:
            key = Authenticator(ORIGIN)
            ann, added = await with_passkey(service, key)
            for number in range(profiles.MAX_DEVICES + 1):
                clock.wall, clock.seconds = clock.wall + 120_000, clock.seconds + 120
                await ann.ask("sign_in", profile=added["profile"], secret=ANNS)
                phone = Guest(service, origin=ORIGIN)
                asked = (await phone.ask("passkey_ask"))["options"]
                for _ in range(2):  # an answer is lost, and the device asks again
                    secret = f"phone-{number:02}-secret-" * 2
                    asked = (await phone.ask("passkey_ask"))["options"]
                    used = await phone.ask("passkey_use", response=key.get(asked), secret=secret, device=str(number))
                    assert used["is"] == "profile", used
            assert len(used["devices"]) == profiles.MAX_DEVICES
            labels = ["Firefox", *map(str, range(2, profiles.MAX_DEVICES + 1))]
            assert [device["label"] for device in used["devices"]] == labels

    run(scenario())


def test_a_passkey_of_another_profile_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "tables.db")) as service:
            key = Authenticator(ORIGIN)
            await with_passkey(service, key)
            ben = Guest(service, origin=ORIGIN)
            await signed_up(ben, BENS, "Ben")
            options = (await ben.ask("passkey_options"))["options"]
            assert await ben.refused("passkey_add", response=key.create(options)) == passkeys.TAKEN_PASSKEY

    run(scenario())


def test_forged_repeated_and_foreign_answers_are_refused(tmp_path: Path) -> None:
    clock = FixedClock()

    async def scenario() -> None:
        async with serving_here(str(tmp_path / "tables.db"), clock) as service:
            key = Authenticator(ORIGIN)
            await with_passkey(service, key)
            phone = Guest(service, origin=ORIGIN)

            async def refused(answer: dict[str, Any]) -> str:
                return await phone.refused("passkey_use", response=answer, secret=PHONES)

            options = (await phone.ask("passkey_ask"))["options"]
            forger = Authenticator(ORIGIN)
            forger.id = key.id
            answer = key.get(options)
            assert await refused(forger.get(options)) == passkeys.NOT_VERIFIED
            assert await refused(answer) == passkeys.NO_CHALLENGE, "a challenge is good for one answer"
            await phone.ask("passkey_ask")
            assert await refused(answer) == passkeys.NOT_VERIFIED, "it answers another challenge"
            options = (await phone.ask("passkey_ask"))["options"]
            elsewhere = Authenticator("https://play.example.evil")
            elsewhere.key, elsewhere.id = key.key, key.id
            assert await refused(elsewhere.get(options)) == passkeys.OTHER_ORIGIN
            await phone.ask("passkey_ask")
            assert await refused({"id": "x", "response": {"clientDataJSON": "&"}}) == passkeys.NOT_VERIFIED
            options = (await phone.ask("passkey_ask"))["options"]
            clock.seconds += passkeys.CHALLENGE_SECONDS + 1
            assert await refused(key.get(options)) == passkeys.NO_CHALLENGE
            ben = Guest(service, origin=ORIGIN)
            await signed_up(ben, BENS, "Ben")
            options = (await ben.ask("passkey_options"))["options"]
            made = Authenticator(ORIGIN).create(options)
            options = (await ben.ask("passkey_options"))["options"]
            assert await ben.refused("passkey_add", response=made) == passkeys.NOT_VERIFIED
            assert phone.profile is None

    run(scenario())


def test_a_profile_has_at_most_ten_passkeys(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "tables.db")) as service:
            ann, _ = await with_passkey(service, Authenticator(ORIGIN))
            for number in range(1, passkeys.MAX_PASSKEYS + 1):
                options = (await ann.ask("passkey_options"))["options"]
                answer = await ann.ask("passkey_add", response=Authenticator(ORIGIN).create(options))
                assert (answer["is"] == "profile") == (number < passkeys.MAX_PASSKEYS)
            assert answer["why"] == passkeys.TOO_MANY_PASSKEYS

    run(scenario())


def test_without_library_or_secure_origin_none_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "tables.db")) as service:

            def offered(origin: str) -> bool:
                guest = Guest(service, origin=origin)
                guest.greet()
                return b'"passkeys":true' in guest.replies.pop()

            assert [offered(one) for one in (ORIGIN, "http://localhost:8484", "http://192.168.0.7:8484", "")] == [
                True, True, False, False,
            ]  # fmt: skip
            ann = Guest(service, origin="http://192.168.0.7:8484")
            await signed_up(ann, ANNS)
            assert await ann.refused("passkey_options") == passkeys.INSECURE
            ann.origin = ORIGIN
            monkeypatch.setattr(passkeys, "is_installed", lambda: False)
            assert not offered(ORIGIN)
            for do in ("passkey_options", "passkey_ask"):
                assert await ann.refused(do) == passkeys.NOT_INSTALLED
            await link_of(ann)

    run(scenario())
