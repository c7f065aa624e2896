"""Notifications, on both stores: exactly once per decision, to whoever does not look, and through failures."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from rumpus.service.matchmaking import queue
from rumpus.service.notifications import delivery, outbox, push, watching
from rumpus.service.notifications import requests as notifications
from rumpus.service.notifications.http import Answer, HttpTransport
from rumpus.service.notifications.preferences import quiet_until
from rumpus.service.runtime.protocol import QuietHours
from rumpus.service.service import GameService
from rumpus.service.tables import presence
from tests.service.people import Guest, run, serving_here
from tests.service.push_service import PushService, push_service
from tests.service.test_profiles import BENS, TOKEN_A, TOKEN_B, signed_up

OPEN = HttpTransport(private=True)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("database"))


async def subscribed(guest: Guest, pushes: PushService, name: str) -> dict[str, Any]:
    answer = await guest.ask("push_on", **pushes.subscribe(name))
    assert answer["is"] == "notifications", answer
    return answer


async def sat_down(ann: Guest, ben: Guest) -> str:
    """A table in play of Ann and Ben, both there."""
    made = await ann.ask("make", game="pigeons", token=TOKEN_A, chairs=[{"kind": "me"}, {"kind": "open"}])
    assert made["is"] == "made", made
    table = str(made["table"])
    await ann.ask("attach", table=table, token=TOKEN_A)
    await ben.ask("attach", table=table)
    assert (await ben.ask("sit", token=TOKEN_B))["is"] == "done"
    await ann.hear()
    if ann.live is ben.live:
        heard_others(ann, ben)
    return table


def heard_others(*guests: Guest) -> None:
    """Makes their tables be in memory long enough to have heard who looks at other servers."""
    for guest in guests:
        assert guest.live is not None
        guest.live.loaded_at -= 100


async def move(guest: Guest) -> None:
    """Makes a move; both of a round are needed in this game."""
    await guest.hear()
    page = guest.table
    answer = await guest.ask("move", at=page["at"], move=page["moves"][0]["move"])
    assert answer["is"] == "done", answer


def outbox_of(service: GameService) -> Any:
    return service.store.query("SELECT key, state FROM rumpus_outbox ORDER BY key")


async def settled(service: GameService) -> None:
    """Waits until nothing is marked, and nothing that is due waits or is being sent."""
    waiting = "SELECT 1 FROM rumpus_outbox WHERE state = '' AND due <= $1"
    while await service.store.query("SELECT 1 FROM rumpus_due") or await service.store.query(
        waiting, service.clock.now()
    ):
        await asyncio.sleep(0.01)


async def two(service: GameService, pushes: PushService) -> tuple[Guest, Guest]:
    """Ann and Ben, with profiles and subscriptions."""
    ann, ben = Guest(service), Guest(service)
    await signed_up(ann)
    await signed_up(ben, BENS, "Ben")
    for guest, name in ((ann, "ann"), (ben, "ben")):
        await subscribed(guest, pushes, name)
    return ann, ben


def test_whoever_has_left_is_told_once_and_nothing_secret(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = await two(service, pushes)
            table = await sat_down(ann, ben)
            await move(ben)
            ben.leave()
            await move(ann)
            got = (await pushes.until(1))[0]
            assert got.path == "/push/ben"
            assert got.said == {"kind": "turn", "title": "Pigeons", "path": f"/t/{table}", "tag": got.headers["topic"]}
            assert len(got.plain) == push.PAYLOAD_BYTES
            await settled(service)
            assert len(pushes.delivered) == 1, "Ann looks, and Ben was told"
            assert [state for _, state in await outbox_of(service)] == ["sent"]

    run(scenario())


def test_a_hidden_page_counts_as_nobody(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = await two(service, pushes)
            await sat_down(ann, ben)
            await move(ben)
            assert (await ben.ask("looking", looking=False))["is"] == "done"
            await move(ann)
            await pushes.until(1, "ben")
            await move(ben)
            await ben.ask("looking", looking=True)
            await move(ann)
            await settled(service)
            assert len(pushes.delivered) == 1

    run(scenario())


def test_whoever_leaves_another_server_just_before_a_move_is_told(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server of the move has not heard yet that the other one was left."""
    monkeypatch.setattr(watching, "RETURN_MS", 100)

    async def scenario() -> None:
        async with (
            push_service() as pushes,
            serving_here(database, transport=OPEN) as service,
            serving_here(database, transport=OPEN) as second,
        ):
            ann, ben = Guest(service), Guest(second)
            await signed_up(ann)
            await signed_up(ben, BENS, "Ben")
            await subscribed(ben, pushes, "ben")
            await sat_down(ann, ben)
            await move(ben)
            assert ann.live is not None
            assert ben.live is not None
            await second.store.announce(ben.live.table.id, ben.live.presence.seats())
            while not ann.live.presence.is_looking(1):
                await asyncio.sleep(0.01)
            heard_others(ann, ben)
            ben.leave()
            await move(ann)
            assert service.delivery is not None
            while not pushes.delivered:
                await service.delivery.poll()
                await asyncio.sleep(0.01)
            await settled(service)
            assert [one.path for one in pushes.delivered] == ["/push/ben"]

    run(scenario())


def test_whoever_was_at_a_server_that_died_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "RETURN_MS", 0)
    monkeypatch.setattr(presence, "REMOTE_SECONDS", 1.0)

    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = await two(service, pushes)
            table = await sat_down(ann, ben)
            await move(ben)
            service.tables.present("another", table, 0b10)
            ben.leave()
            await move(ann)
            await settled(service)
            assert pushes.delivered == []
            assert ann.live is not None
            await asyncio.sleep(1)
            await service.housekeeping._maintain(ann.live)
            assert service.delivery is not None
            while not pushes.delivered:
                await service.delivery.poll()
                await asyncio.sleep(0.01)
            assert [one.path for one in pushes.delivered] == ["/push/ben"]

    run(scenario())


def test_a_decision_made_before_it_was_told_is_not_told(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = await two(service, pushes)
            await sat_down(ann, ben)
            pushes.refuse("/push/ben", 503)
            await move(ben)
            await ben.ask("looking", looking=False)
            await move(ann)
            await pushes.until(1, "ben")
            await move(ben)
            pushes.refuse("/push/ben", 201)
            await service.store.change(
                [("UPDATE rumpus_target SET retry_at = 0", ()), ("UPDATE rumpus_outbox SET due = 0, leased = 0", ())]
            )
            assert service.delivery is not None
            await service.delivery.poll()
            await settled(service)
            assert [state for _, state in await outbox_of(service)] == ["dropped"]
            assert len(pushes.delivered) == 1

    run(scenario())


def test_a_subscription_that_is_gone_is_removed(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, _ = await two(service, pushes)
            for status in (404, 410):
                assert [one["own"] for one in (await subscribed(ann, pushes, "ann"))["devices"]] == [True]
                pushes.refuse("/push/ann", status)
                await ann.ask("notification_test")
                await settled(service)
                while (await ann.ask("notifications"))["devices"]:
                    await asyncio.sleep(0.01)
                await settled(service)

    run(scenario())


@pytest.mark.parametrize("status", [429, 500, 503, 0])
def test_a_service_in_trouble_is_asked_again_later(
    tmp_path: Path, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PUSH_SECONDS", 0.2)

    async def scenario() -> None:
        async with push_service() as pushes, serving_here(str(tmp_path / "t.db"), transport=OPEN) as service:
            ann, _ = await two(service, pushes)
            pushes.refuse("/push/ann", status, "Retry-After: 3600\r\n" if status == 429 else "")
            await ann.ask("notification_test")
            await pushes.until(1)
            target = "SELECT failures, retry_at FROM rumpus_target WHERE kind = 'push' AND failures > 0"
            while not await service.store.query(target):
                await asyncio.sleep(0.01)
            [(failures, retry_at)] = await service.store.query(target)
            wait = retry_at - service.clock.now()
            assert failures == 1
            assert (3_500_000 < wait <= 3_600_000) if status == 429 else (20_000 < wait <= 30_000)
            pushes.refuse("/push/ann", 201)
            await service.store.change(
                [("UPDATE rumpus_target SET retry_at = 0", ()), ("UPDATE rumpus_outbox SET due = 0", ())]
            )
            assert service.delivery is not None
            await service.delivery.poll()
            await pushes.until(2)
            while await service.store.query(target):
                await asyncio.sleep(0.01)

    run(scenario())


def test_targets_that_never_answer_slow_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty webhooks never answer; a push and another webhook arrive at once, while those still wait."""
    monkeypatch.setattr(delivery, "WEBHOOK_SECONDS", 30.0)

    async def scenario() -> None:
        async with push_service() as pushes, serving_here(str(tmp_path / "t.db"), transport=OPEN) as service:
            ann, _ = await two(service, pushes)
            for number in range(40):
                silent = Guest(service, f"10.0.1.{number}")
                await signed_up(silent, f"silent-{number:02}-" * 4)
                pushes.refuse(f"/silent/{number}", 0)
                await silent.ask("webhook", url=f"{pushes.url}/silent/{number}")
                await silent.ask("notification_test")
            await pushes.until(delivery.AT_ONCE)
            await ann.ask("notification_test")
            assert (await pushes.until(1, "ann"))[0].said["kind"] == "test"

    run(scenario())


def test_a_slow_target_with_many_notifications_slows_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes each one at its own pace, and all others are sent meanwhile."""
    monkeypatch.setattr(outbox, "BATCH", 5)
    monkeypatch.setattr(delivery, "AT_ONCE", 2)
    monkeypatch.setattr(delivery, "SLOW_SECONDS", 0.05)
    told: list[str] = []
    free = asyncio.Event()

    class Slow:
        async def check(self, url: str) -> None:
            pass

        async def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
            if "slow" in url and told.count(url):
                await free.wait()
            elif "slow" in url:
                await asyncio.sleep(0.1)
            told.append(url)
            return Answer(200)

    async def scenario() -> None:
        async with serving_here(url, transport=Slow()) as service:
            for number in range(8):
                slow = Guest(service, f"10.0.1.{number}")
                await signed_up(slow, f"silent-{number:02}-" * 4)
                await slow.ask("webhook", url=f"https://slow.example/{number}")
                for _ in range(6):
                    await slow.ask("notification_test")
            while len(told) < 8:
                await asyncio.sleep(0.01)
            ann = Guest(service)
            await signed_up(ann)
            await ann.ask("webhook", url="https://quick.example/")
            await ann.ask("notification_test")
            while "https://quick.example/" not in told:
                await asyncio.sleep(0.01)
            free.set()
            await settled(service)
            assert len(told) == 49

    run(scenario())


def test_a_webhook_gets_json_with_the_url_of_the_table(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = Guest(service), Guest(service, origin="https://games.example.org")
            await signed_up(ann)
            await signed_up(ben, BENS, "Ben")
            assert (await ben.ask("webhook", url=f"{pushes.url}/hook?k=1"))["webhook"] == f"{pushes.url}/hook?k=1"
            table = await sat_down(ann, ben)
            await move(ben)
            ben.leave()
            await move(ann)
            got = (await pushes.until(1))[0]
            assert got.path == "/hook?k=1"
            assert got.headers["content-type"] == "application/json"
            assert got.said == {
                "id": f"turn.{table}.1.0.1", "kind": "turn", "title": "Pigeons",
                "url": f"https://games.example.org/t/{table}",
            }  # fmt: skip

    run(scenario())


PRIVATE = [
    "https://127.0.0.1/", "https://localhost/hook", "https://10.1.2.3/", "https://192.168.0.1:8080/",
    "https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://[fe80::1]/", "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/", "https://[::127.0.0.1]/", "https://[fec0::1]/", "https://[64:ff9b:1::a01:203]/",
    "https://[2002:7f00:1::]/", "https://[fd00::1]/", "https://0.0.0.0/", "https://2130706433/", "https://127.1/", "https://224.0.0.1/",
]  # fmt: skip
UNREADABLE = [
    "ftp://example.org/", "example.org", "https://", "https://user:word@example.org/", "https://exa mple.org/",
    "https://example.org:99999/", "https://[::1/", "https://example.org/\r\nHost: x", "http://93.184.216.34/",
]  # fmt: skip


@pytest.mark.parametrize("target", [*PRIVATE, *UNREADABLE])
def test_targets_off_the_public_internet_are_refused_and_nothing_changes(tmp_path: Path, target: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(str(tmp_path / "t.db"), transport=HttpTransport()) as service:
            ann = Guest(service)
            await signed_up(ann)
            keys = pushes.subscribe("ann") | {"endpoint": target}
            for do, fields in {"webhook": {"url": target}, "push_on": keys}.items():
                why = await ann.refused(do, **fields)
                assert why.endswith("."), why
                assert ("not on the public internet" in why) == (target in PRIVATE), why
            assert await service.store.query("SELECT 1 FROM rumpus_target") == []

    run(scenario())


def test_a_name_that_leads_elsewhere_when_it_is_used_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is checked when sending too, and the very one that was checked is connected to."""

    async def scenario() -> None:
        async with push_service() as pushes:
            transport = HttpTransport()
            loop = asyncio.get_running_loop()
            answers = [[(2, 1, 6, "", ("93.184.216.34", 443))], [(2, 1, 6, "", ("127.0.0.1", 443))]]
            asked: list[str] = []

            async def lookup(host: str, *_: Any, **__: Any) -> Any:
                asked.append(host)
                return answers.pop(0)

            monkeypatch.setattr(loop, "getaddrinfo", lookup)
            await transport.check("https://rebound.example/")
            with pytest.raises(Exception, match="not on the public internet"):
                await transport.post("https://rebound.example/", {}, b"", 1.0)
            assert asked == ["rebound.example", "rebound.example"]
            assert pushes.delivered == []

    run(scenario())


def test_redirects_are_not_followed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(str(tmp_path / "t.db"), transport=OPEN) as service:
            ann = Guest(service)
            await signed_up(ann)
            pushes.refuse("/hook", 307, f"Location: {pushes.url}/elsewhere\r\n")
            await ann.ask("webhook", url=f"{pushes.url}/hook")
            await ann.ask("notification_test")
            await pushes.until(1)
            await settled(service)
            while [state for _, state in await outbox_of(service)] != ["failed"]:
                await asyncio.sleep(0.01)
            assert [one.path for one in pushes.delivered] == ["/hook"]

    run(scenario())


def test_ten_thousand_subscriptions_from_one_address_are_limited(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(str(tmp_path / "t.db"), transport=OPEN) as service:
            ann = Guest(service)
            await signed_up(ann)
            fields = pushes.subscribe("ann")
            answers: list[str] = []
            for number in range(10_000):
                answer = await ann.ask("push_on", **fields | {"endpoint": f"{pushes.url}/push/{number}"})
                answers.append(answer.get("why", ""))
                ann.heard.clear()
                ann.bytes.clear()
            assert answers.count("") < notifications.TARGETS_PER_ADDRESS
            assert answers[-1] == notifications.TOO_MANY_TARGETS.format(notifications.TARGETS_PER_ADDRESS)
            assert await service.store.query("SELECT count(*) FROM rumpus_target") == [(1,)]
            for _ in range(notifications.TESTS_PER_ADDRESS + 1):
                service.requests.profiles.changes.buckets.clear()
                answer = await ann.ask("notification_test")
            assert answer["why"] == notifications.TOO_MANY_TESTS.format(notifications.TESTS_PER_ADDRESS)
            assert (await Guest(service, "10.0.0.9").ask("ping"))["is"] == "pong"

    run(scenario())


def test_kinds_tables_and_hours_are_switched_off(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = await two(service, pushes)
            table = await sat_down(ann, ben)
            assert (await ben.ask("mute", table=table, muted=True))["muted"] == [table]

            async def round_without_ben() -> list[str]:
                if ben.live is None:
                    await ben.ask("attach", table=table)
                await move(ben)
                await ben.ask("detach")
                await move(ann)
                await settled(service)
                return [state for _, state in await outbox_of(service)]

            assert await round_without_ben() == ["dropped"]
            assert (await ben.ask("mute", table=table, muted=False))["muted"] == []
            assert (await ben.ask("notifications_change", turn=False))["turn"] is False
            assert await round_without_ben() == ["dropped", "dropped"]
            await ben.ask("notifications_change", turn=True)
            await ben.ask("push_off")
            await subscribed(ben, pushes, "ben")
            assert await round_without_ben() == ["dropped", "dropped", "sent"]
            now = service.clock.now() // 60_000 % 1440
            quiet = {"begin": (now - 2) % 1440, "end": (now + 10) % 1440, "zone": "UTC"}
            assert (await ben.ask("notifications_change", quiet=quiet))["quiet"] == quiet
            assert await round_without_ben() == ["dropped", "dropped", "sent", ""]
            [(due,)] = await service.store.query("SELECT due FROM rumpus_outbox WHERE state = ''")
            assert 8 * 60_000 < due - service.clock.now() <= 10 * 60_000
            why = await ben.refused("notifications_change", quiet=quiet | {"zone": "Nowhere/Land"})
            assert why == "The time zone 'Nowhere/Land' is not known here. Name one like Europe/Berlin."
            assert await ann.refused("mute", table="no-such-table", muted=True) == notifications.UNKNOWN_TABLE
            assert await Guest(service).refused("notifications") == "This needs a profile. Make one, or sign in."

    run(scenario())


@pytest.mark.parametrize(
    ("begin", "end", "zone", "now", "until"),
    [
        (1320, 420, "UTC", "2026-11-19T23:30+00:00", "2026-11-20T07:00+00:00"),
        (1320, 420, "UTC", "2026-11-20T06:59+00:00", "2026-11-20T07:00+00:00"),
        (1320, 420, "UTC", "2026-11-20T07:00+00:00", ""),
        (1320, 420, "Europe/Berlin", "2026-11-19T21:00+00:00", "2026-11-20T06:00+00:00"),
        (1320, 420, "Europe/Berlin", "2026-03-28T22:00+00:00", "2026-03-29T05:00+00:00"),
        (60, 60, "UTC", "2026-11-19T01:00+00:00", ""),
    ],
)
def test_quiet_hours_end_at_their_time_of_the_day(begin: int, end: int, zone: str, now: str, until: str) -> None:
    at = round(datetime.fromisoformat(now).timestamp() * 1000)
    expected = round(datetime.fromisoformat(until).timestamp() * 1000) if until else 0
    assert quiet_until(QuietHours(begin, end, zone), at) == expected


def test_a_device_that_is_signed_out_gets_nothing_more(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, phone = Guest(service), Guest(service)
            await signed_up(ann)
            await subscribed(ann, pushes, "ann")
            token = (await ann.ask("link_new"))["token"]
            await phone.ask("link_use", token=token, secret="phone-secret-" * 3, device="Phone")
            await subscribed(phone, pushes, "phone")
            await ann.ask("device_out", device="others")
            assert [one["own"] for one in (await ann.ask("notifications"))["devices"]] == [True]
            await ann.ask("notification_test")
            await pushes.until(1)
            await settled(service)
            assert [one.path for one in pushes.delivered] == ["/push/ann"]

    run(scenario())


def test_whoever_is_at_the_table_of_its_opponent_is_not_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "NOTICE_MS", 100)

    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = await two(service, pushes)
            assert (await ann.ask("seek", game="pigeons", token=TOKEN_A))["is"] == "seeking"
            found = await ben.ask("seek", game="pigeons", token=TOKEN_B)
            await ann.ask("attach", table=found["table"], token=TOKEN_A)
            heard_others(ann)
            assert service.delivery is not None
            while not pushes.delivered:
                await service.delivery.poll()
                await asyncio.sleep(0.01)
            await settled(service)
            assert [(one.path, one.said["kind"]) for one in pushes.delivered] == [("/push/ben", "opponent")]

    run(scenario())


def test_a_rematch_is_asked_once(url: str) -> None:
    async def scenario() -> None:
        async with push_service() as pushes, serving_here(url, transport=OPEN) as service:
            ann, ben = await two(service, pushes)
            table = await sat_down(ann, ben)
            for _ in range(5):
                await move(ann)
                await move(ben)
            await ben.ask("detach")
            for yes in (True, False, True):
                await ann.ask("rematch", yes=yes)
            got = (await pushes.until(1, "ben"))[0]
            assert (got.said["kind"], got.said["path"]) == ("rematch", f"/t/{table}")
            await settled(service)
            assert len(pushes.delivered) == 1

    run(scenario())


def test_two_servers_send_each_notification_once(database: str) -> None:
    """Both examine, poll and send as fast as they can. Ben looks at the table at the other server, then leaves."""

    async def scenario() -> None:
        async with (
            push_service() as pushes,
            serving_here(database, transport=OPEN) as first,
            serving_here(database, transport=OPEN) as second,
        ):
            ann, ben = Guest(first), Guest(second)
            await signed_up(ann)
            await signed_up(ben, BENS, "Ben")
            for guest, name in ((ann, "ann"), (ben, "ben")):
                await subscribed(guest, pushes, name)
            table = await sat_down(ann, ben)

            async def poll(service: GameService) -> None:
                assert service.delivery is not None
                while True:
                    await service.delivery.poll()
                    await asyncio.sleep(0.001)

            polls = [asyncio.create_task(poll(service)) for service in (first, second)]
            await first.housekeeping.beat()
            while not second.tables.by_id[table].presence.is_looking(0):
                await asyncio.sleep(0.01)
            heard_others(ben)
            while not ben.table["moves"]:
                await ben.hear()
            await move(ben)
            ben.leave()
            while ann.live is None or ann.live.presence.is_looking(1):
                await asyncio.sleep(0.01)
            heard_others(ann)
            await move(ann)
            await pushes.until(1)
            for service in (first, second):
                await settled(service)
            assert [one.path for one in pushes.delivered] == ["/push/ben"]
            for task in polls:
                task.cancel()
            await asyncio.gather(*polls, return_exceptions=True)

    run(scenario())


def test_a_server_that_dies_at_any_step_loses_and_doubles_nothing(url: str) -> None:
    """Steps: entries are marked, examined, leased, sent, recorded. The last two cannot be one: the device shows one."""

    class Dead(HttpTransport):
        def __init__(self, sends: bool) -> None:
            super().__init__(private=True)
            self.sends = sends

        async def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
            if self.sends:
                await super().post(url, headers, body, seconds)
            return await asyncio.Event().wait()  # type: ignore[return-value]

    async def scenario() -> None:
        async with push_service() as pushes:
            for step, sends in (("marked", False), ("leased", False), ("sent", True)):
                before = len(pushes.delivered)
                async with serving_here(url, transport=Dead(sends)) as service:
                    ann, ben = Guest(service), Guest(service)
                    await signed_up(ann, f"{step}-a-" * 8)
                    await signed_up(ben, f"{step}-b-" * 8, "Ben")
                    await subscribed(ben, pushes, f"ben-{step}")
                    assert service.delivery is not None
                    if step == "marked":
                        service.tables.watcher.written = lambda live, first: None  # type: ignore[method-assign]
                    await sat_down(ann, ben)
                    await move(ben)
                    ben.leave()
                    await move(ann)
                    leased = "SELECT 1 FROM rumpus_outbox WHERE leased > 0 AND state = ''"
                    while step != "marked" and not await service.store.query(leased):
                        await asyncio.sleep(0.01)
                    if sends:
                        await pushes.until(before + 1)
                async with serving_here(url, transport=OPEN) as service:
                    await service.store.change(
                        [("UPDATE rumpus_outbox SET leased = 0", ()), ("UPDATE rumpus_due SET at = 0", ())]
                    )
                    assert service.delivery is not None
                    while len(pushes.delivered) < before + 1 + sends:
                        await service.store.change([("UPDATE rumpus_outbox SET due = 0 WHERE state = ''", ())])
                        await service.delivery.poll()
                        for live in service.tables.by_id.values():
                            live.loaded_at -= 100
                        await asyncio.sleep(0.01)
                    await settled(service)
                got = pushes.to(f"ben-{step}")
                assert len(got) == 1 + sends
                assert len({(one.plain, one.headers["topic"]) for one in got}) == 1

    run(scenario())
