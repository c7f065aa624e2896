"""Profiles, on both stores: devices, links, limits and deletion."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from rumpus.service.matchmaking import ratings
from rumpus.service.notifications import outbox
from rumpus.service.profiles import deletion, games, passkeys, profiles
from rumpus.table.seats import fingerprint
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here

ANNS, PHONES, BENS = "anns-secret-" * 3, "phone-secret-" * 3, "bens-secret-" * 3


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store without profiles."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("database"))


async def signed_up(guest: Guest, secret: str = ANNS, name: str = "Ann") -> dict[str, Any]:
    answer = await guest.ask("profile_new", secret=secret, name=name, avatar="owl", colour="blue", device="Firefox")
    assert answer["is"] == "profile", answer
    return answer


def test_a_profile_is_made_once_and_signs_in(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann = Guest(service)
            made = await signed_up(ann)
            assert (made["name"], made["avatar"], made["colour"]) == ("Ann", "owl", "blue")
            assert [device["label"] for device in made["devices"]] == ["Firefox"]
            assert made["device"] == made["devices"][0]["device"]
            assert ANNS not in str(made)
            repeated = await signed_up(Guest(service))
            assert repeated["profile"] == made["profile"], "an answer that was lost makes no second profile"
        async with serving_here(url) as service:
            again = Guest(service)
            answer = await again.ask("sign_in", profile=made["profile"], secret=ANNS)
            assert answer["is"] == "profile"
            assert answer["profile"] == made["profile"]

    run(scenario())


TOKEN_A, TOKEN_B, TOKEN_C = "token-of-a-seat-" * 2, "token-of-b-seat-" * 2, "token-of-c-seat-" * 2


async def link_of(guest: Guest) -> str:
    answer = await guest.ask("link_new")
    assert answer["is"] == "link", answer
    return str(answer["token"])


async def table_of(ann: Guest, token: str = TOKEN_A, seats: tuple[str, ...] = ("me", "open")) -> str:
    chairs = [{"kind": kind} if kind in ("me", "open") else {"kind": "bot", "bot": kind} for kind in seats]
    answer = await ann.ask("make", game="pigeons", token=token, chairs=chairs, name="", undo=False)
    assert answer["is"] == "made", answer
    return str(answer["table"])


def test_refused_sign_ins_say_why(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann = Guest(service)
            id = (await signed_up(ann))["profile"]
            other = Guest(service)
            unknown = await other.ask("sign_in", profile="of-another-server", secret=BENS)
            assert (unknown["why"], unknown["about"]) == (profiles.UNKNOWN, "profile")
            forged = await other.ask("sign_in", profile=id, secret=BENS)
            assert (forged["why"], forged["about"]) == (profiles.SIGNED_OUT, "device")
            mixed = await other.ask("sign_in", profile="of-another-server", secret=ANNS)
            assert mixed["about"] == "profile"
            for do, fields in {
                "profile_change": {"name": "Bea"}, "profile_delete": {}, "profile_export": {}, "link_new": {},
                "device_out": {"device": "others"}, "my_games": {}, "passkey_options": {},
            }.items():  # fmt: skip
                assert await other.refused(do, **fields) == profiles.NOT_SIGNED_IN
            assert (await ann.ask("sign_in", profile=id, secret=ANNS))["name"] == "Ann"

    run(scenario())


def test_a_link_works_once_and_for_ten_minutes(url: str) -> None:
    clock = FixedClock()

    async def scenario() -> None:
        async with serving_here(url, clock) as service:
            ann, phone, other = Guest(service), Guest(service), Guest(service)
            id = (await signed_up(ann))["profile"]
            token = await link_of(ann)
            owner = await phone.ask("link_look", token=token)
            assert (owner["is"], owner["name"], owner["profile"]) == ("linked", "Ann", id)
            assert await phone.refused("link_look", token=token[:-1]) == profiles.INCOMPLETE_LINK
            assert await phone.refused("link_use", token=token[:20], secret=PHONES) == profiles.INCOMPLETE_LINK
            forged = token[:-1] + ("0" if token[-1] != "0" else "1")
            assert await phone.refused("link_use", token=forged, secret=PHONES) == profiles.UNKNOWN_LINK
            linked = await phone.ask("link_use", token=token, secret=PHONES, device="Phone")
            assert linked["profile"] == id
            assert [device["label"] for device in linked["devices"]] == ["Firefox", "Phone"]
            # Whoever has lost the answer asks again; nobody else enters by this link.
            assert (await phone.ask("link_use", token=token, secret=PHONES, device="Phone"))["profile"] == id
            assert await other.refused("link_look", token=token) == profiles.USED_LINK
            assert await other.refused("link_use", token=token, secret=BENS) == profiles.USED_LINK
            assert other.profile is None
            second = await link_of(ann)
            clock.wall += profiles.LINK_MS
            clock.seconds += profiles.LINK_MS / 1000
            assert await other.refused("link_use", token=second, secret=BENS) == profiles.EXPIRED_LINK
            devices = (await ann.ask("sign_in", profile=id, secret=ANNS))["devices"]
            assert len(devices) == 2

    run(scenario())


def test_a_link_used_twice_at_once_lets_one_device_in(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, *others = (Guest(service) for _ in range(6))
            await signed_up(ann)
            token = await link_of(ann)
            asked = [other.ask("link_use", token=token, secret=f"{n}-secret-" * 4) for n, other in enumerate(others)]
            answers = [answer["is"] for answer in await asyncio.gather(*asked)]
            assert sorted(answers) == ["profile"] + 4 * ["refused"]

    run(scenario())


def test_a_device_with_another_profile_needs_a_new_secret(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, ben = Guest(service), Guest(service)
            await signed_up(ann)
            bens = await signed_up(ben, BENS, "Ben")
            token = await link_of(ann)
            assert await ben.refused("link_use", token=token, secret=BENS) == profiles.NEW_SECRET
            assert (await ben.ask("sign_in", profile=bens["profile"], secret=BENS))["name"] == "Ben"
            assert (await ben.ask("link_use", token=token, secret=PHONES))["name"] == "Ann", "the refusal used nothing"

    run(scenario())


def test_each_limit_refuses_in_one_sentence_and_changes_nothing(url: str) -> None:
    clock = FixedClock()

    async def scenario() -> None:
        async with serving_here(url, clock) as service:
            ann = Guest(service, "10.0.0.2")
            id = (await signed_up(ann))["profile"]
            tokens = [await link_of(ann) for _ in range(profiles.MAX_LINKS)]
            assert await ann.refused("link_new") == profiles.TOO_MANY_LINKS
            for number in range(profiles.MAX_DEVICES - 1):
                clock.seconds += 10.0
                clock.wall += 10_000
                device = Guest(service)
                answer = await device.ask("link_use", token=tokens.pop(0), secret=f"{number:02}-secret-" * 4)
                assert answer["is"] == "profile", answer
                tokens.append(await link_of(ann))
            assert await Guest(service).refused("link_use", token=tokens[0], secret=BENS) == profiles.TOO_MANY_DEVICES
            assert len((await ann.ask("sign_in", profile=id, secret=ANNS))["devices"]) == profiles.MAX_DEVICES
            for number in range(profiles.PROFILES_PER_ADDRESS):
                await signed_up(Guest(service), f"{number}-newcomer-" * 4)
            why = await Guest(service).refused("profile_new", secret=BENS)
            assert why == profiles.TOO_MANY_PROFILES.format(profiles.PROFILES_PER_ADDRESS)
            assert (await Guest(service, "10.0.0.3").ask("profile_new", secret=BENS))["is"] == "profile"
            clock.seconds += 3600
            refused = ""
            for number in range(int(profiles.CHANGE_BURST) + 1):
                refused = (await ann.ask("profile_change", name=f"Ann {number}")).get("why", "")
            assert refused == profiles.TOO_MANY_CHANGES
            now = (await ann.ask("sign_in", profile=id, secret=ANNS))["name"]
            assert now == f"Ann {int(profiles.CHANGE_BURST) - 1}"

    run(scenario())


def test_devices_are_signed_out_one_by_one_or_all_others(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, phone, tablet = Guest(service), Guest(service), Guest(service)
            id = (await signed_up(ann))["profile"]
            table = await table_of(ann)
            phones = await phone.ask("link_use", token=await link_of(ann), secret=PHONES, device="Phone")
            await tablet.ask("link_use", token=await link_of(ann), secret=BENS, device="Tablet")
            await phone.ask("attach", table=table)
            assert phone.table["you"] == 0
            left = await ann.ask("device_out", device=phones["device"])
            assert [device["label"] for device in left["devices"]] == ["Firefox", "Tablet"]
            await phone.hear()
            assert phone.table["you"] is None, "its seat was the profile's"
            assert await phone.refused("my_games") == profiles.NOT_SIGNED_IN
            assert (await phone.ask("sign_in", profile=id, secret=PHONES))["about"] == "device"
            assert len((await ann.ask("device_out", device="others"))["devices"]) == 1
            assert tablet.profile is None
            assert (await ann.ask("device_out", device=left["device"]))["is"] == "done"
            assert ann.profile is None

    run(scenario())


def test_a_device_signed_out_by_another_server_is_refused(database: str) -> None:
    async def scenario() -> None:
        async with serving_here(database) as service, serving_here(database) as second:
            ann, phone = Guest(service), Guest(second)
            await signed_up(ann)
            await phone.ask("link_use", token=await link_of(ann), secret=PHONES)
            table = await table_of(ann)
            await ann.ask("device_out", device="others")
            assert await phone.refused("link_new") == profiles.SIGNED_OUT
            await phone.ask("link_use", token=await link_of(ann), secret=PHONES)
            await ann.ask("device_out", device="others")
            await phone.ask("attach", table=table)
            assert phone.table["you"] is None
            await phone.ask("link_use", token=await link_of(ann), secret=PHONES)
            await phone.ask("attach", table=table)
            assert phone.table["you"] == 0
            await ann.ask("device_out", device="others")
            await second.requests.profiles.check_all_devices()
            await phone.hear()
            assert phone.table["you"] is None, "also while it is connected"

    run(scenario())


def test_a_signed_in_device_has_its_seats_and_rights_without_a_token(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            ann, phone, ben = Guest(service), Guest(service), Guest(service)
            profile = await signed_up(ann)
            table = await table_of(ann)
            await phone.ask("link_use", token=await link_of(ann), secret=PHONES)
            await phone.ask("attach", table=table)
            assert (phone.table["you"], phone.table["host"]) == (0, True)
            seat = phone.table["seats"][0]
            assert (seat["name"], seat["profile"], seat["avatar"], seat["colour"]) == (
                "Ann", profile["profile"], "owl", "blue",
            )  # fmt: skip
            await ben.ask("attach", table=table)
            assert (ben.table["you"], ben.table["host"]) == (None, False)
            await ben.ask("sit", token=TOKEN_B, name="Ben")
            await phone.hear()
            assert phone.table["seats"][1] == {"name": "Ben", "kind": "person", "here": True}
            move = phone.table["moves"][0]["move"]
            assert (await phone.ask("move", at=phone.table["at"], move=move))["is"] == "done"
            # Asking for a second seat gives the first one.
            another = await table_of(ben, TOKEN_C, ("open", "open"))
            for guest in (phone, ann):
                await guest.ask("attach", table=another)
                assert (await guest.ask("sit", token=TOKEN_A[::-1]))["is"] == "done"
                assert guest.table["you"] == 0
            assert [one["kind"] for one in ann.table["seats"]] == ["person", "open"]
            await phone.ask("attach", table=another)
            assert phone.table["host"] is False

    run(scenario())


def test_only_hashes_of_secrets_are_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving_here(str(tmp_path / "tables.db")) as service:
            ann = Guest(service)
            await signed_up(ann)
            tokens = [await link_of(ann), await link_of(ann)]
            await Guest(service).ask("link_use", token=tokens[0], secret=PHONES, device="Phone")
            await table_of(ann)
            exported = await ann.ask("profile_export")
            for secret in (ANNS, PHONES, TOKEN_A, *tokens):
                for path in tmp_path.iterdir():
                    assert secret.encode() not in path.read_bytes(), path
                hashes = (fingerprint(secret), hashlib.sha256(secret.encode()).digest().hex())
                assert not any(word in str(exported) for word in (secret, *hashes))
            assert fingerprint(ANNS).encode() in b"".join(path.read_bytes() for path in tmp_path.iterdir())

    run(scenario())


def test_the_account_of_a_bot_is_marked_everywhere(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            hal, ann = Guest(service), Guest(service)
            made = await hal.ask("profile_new", secret=BENS, name="HAL", bot=True)
            assert (made["name"], made["bot"]) == ("HAL (bot)", True)
            assert "bot" not in await signed_up(ann)
            table = await table_of(ann, seats=("me", "open"))
            await ann.ask("attach", table=table)
            await hal.ask("attach", table=table)
            await hal.ask("sit", token=TOKEN_B)
            await ann.hear()
            seat = ann.table["seats"][1]
            assert (seat["name"], seat["kind"], seat["bot_account"]) == ("HAL (bot)", "person", True)
            assert "bot_account" not in ann.table["seats"][0]
            await hal.ask("name", name="Ann")
            await ann.hear()
            assert ann.table["seats"][1]["name"] == "Ann 2 (bot)", "it does not imitate a person"
            assert (await hal.ask("profile_change", name="Hal 9000 (bot)"))["name"] == "Hal 9000 (bot)"
            assert (await ann.ask("profile_change", name="Ann (bot)"))["name"] == "Ann bot"
        async with serving_here(url) as service:
            again = Guest(service)
            assert (await again.ask("sign_in", profile=made["profile"], secret=BENS))["bot"] is True
            await again.ask("attach", table=table)
            assert again.table["seats"][1]["bot_account"] is True

    run(scenario())


QUERIES: list[tuple[str, tuple[object, ...]]] = [
    (profiles.FIND_DEVICE, ("hash",)),
    (profiles.DEVICES, ("ann",)),
    (profiles.PASSKEYS, ("ann",)),
    (profiles.FIND_LINK, ("hash",)),
    (passkeys.FIND_PASSKEY, ("credential",)),
    (passkeys.CREDENTIALS, ("ann",)),
    (games.GAMES, ("ann", "over", "over", 5, "table", games.PAGE)),
    (games.EVERYTHING, ("ann", "table", games.EXPORT_PAGE)),
    (deletion.TABLES_OF, ("ann",)),
    ("DELETE FROM rumpus_outbox WHERE profile = $1", ("ann",)),
    (outbox.TIDY[0], (5,)),
    (ratings.SURE, ("pigeons", 2, 5.0, 100)),
    (ratings.UNSURE, ("pigeons", 2, 5.0, 100)),
]
"""Statements of sign-ins, profile pages, lists of games, leaderboards, and of tables that grow with every move."""


def plan_of(statement: str, values: tuple[object, ...]) -> str:
    """The statement with its values in place: a plan for unknown ones may be another."""
    for number, value in reversed(list(enumerate(values, 1))):
        statement = statement.replace(f"${number}", repr(value))
    return statement


def test_queries_of_profiles_use_indexes(url: str) -> None:
    async def scenario() -> None:
        async with serving_here(url) as service:
            store = service.requests.profiles.store
            for statement, values in QUERIES:
                asked = plan_of(statement, values)
                if url.startswith("sqlite"):
                    steps = [str(row[-1]) for row in await store.query(f"EXPLAIN QUERY PLAN {asked}")]
                    assert not [step for step in steps if step.startswith("SCAN")], (statement, steps)
                else:
                    # A small table is read whole whatever its indexes, unless that is forbidden.
                    _, plan = await store.change([("SET LOCAL enable_seqscan = off", ()), (f"EXPLAIN {asked}", ())])
                    steps = [str(row[0]) for row in plan]
                    assert not [step for step in steps if "Seq Scan" in step], (statement, steps)

    run(scenario())
