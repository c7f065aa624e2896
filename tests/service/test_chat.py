"""Chat: who may say what, who hears it, and that nothing of it is stored but reports, mutes and bans."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from rumpus.core.errors import RumpusError
from rumpus.service.chat.chat import CONTROL_CHARACTERS, EMPTY, NO_BOTS, NO_FREE_TEXT, ONE_THING, TOO_FAST
from rumpus.service.chat.moderation import BANNED, MUTED, REPORT_DAYS, REPORTS_FULL, REPORTS_PER_SOURCE
from rumpus.service.service import GameService
from rumpus.service.tables.creation import NO_FREE_TEXT as NOT_LISTED
from rumpus.table.entries import Forgotten
from rumpus.table.phrases import EMOTES, PHRASES, SAYABLE, chat_words
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.test_profiles import signed_up

TOKENS = {"ann": "anns-token-" * 3, "ben": "bens-token-" * 3, "cat": "cats-token-" * 3}


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("database"))


async def table_for_two(ann: Guest, ben: Guest, eve: Guest | None = None, **more: object) -> str:
    """Ann's table with Ben, and Eve who watches."""
    chairs = [{"kind": "me"}, {"kind": "open"}]
    made = await ann.ask("make", game="pigeons", token=TOKENS["ann"], name="Ann", chairs=chairs, **more)
    assert made["is"] == "made", made
    table = str(made["table"])
    await ann.ask("attach", table=table, token=TOKENS["ann"])
    await ben.ask("attach", table=table)
    await ben.ask("sit", token=TOKENS["ben"], name="Ben")
    if eve is not None:
        await eve.ask("attach", table=table)
    return table


def chats(*guests: Guest) -> list[list[tuple[int, str, str]]]:
    """What each of them has heard: seat, phrase, text."""
    return [
        [(one["seat"], one.get("phrase", ""), one.get("text", "")) for one in guest.heard if one["is"] == "chat"]
        for guest in guests
    ]


async def hear(*guests: Guest) -> list[list[tuple[int, str, str]]]:
    for guest in guests:
        await guest.hear()
    return chats(*guests)


Story = Callable[[GameService, Guest, Guest, Guest], Awaitable[None]]


def at_one_server(url: str, story: Story, clock: FixedClock | None = None) -> None:
    async def whole() -> None:
        async with serving_here(url, clock or FixedClock()) as service:
            await story(service, *(Guest(service, f"10.0.0.{number}") for number in (1, 2, 3)))

    run(whole())


def test_phrases_and_emotes_reach_everybody_once(url: str) -> None:
    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        table = await table_for_two(ann, ben, eve, listed=True)
        before = [one.seq for one in await service.store.read(table)]
        assert (await ann.ask("say", phrase="hello"))["is"] == "done"
        assert (await ben.ask("say", phrase="smile"))["is"] == "done"
        said = [(0, "hello", ""), (1, "smile", "")]
        # Every answer of a guest has the same id here: the second is not a message sent twice, as another sends it.
        assert await hear(ann, ben, eve) == [said, said, said]
        assert (await ann.ask("say", phrase="bye"))["is"] == "done"  # the same id: a repeated message
        assert await hear(eve) == [said]
        assert [one.seq for one in await service.store.read(table)] == before, "nothing is in the journal"
        late = Guest(service)
        await late.ask("attach", table=table)
        assert chats(late) == [[]], "what was said is not sent again"

    at_one_server(url, story)


async def say(guest: Guest, number: object, **fields: object) -> dict[str, Any]:
    """Says something with an id of its own."""
    import json

    await guest.handle(json.dumps({"do": "say", "id": f"s{number}", **fields}))
    await guest.hear()
    return next(one for one in reversed(guest.heard) if one.get("id") == f"s{number}")


def test_free_text_is_for_seated_people_of_tables_that_allow_it(url: str) -> None:
    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        await table_for_two(ann, ben, eve, free_text=True)
        assert ann.table["free_text"] is True
        assert (await say(ann, 1, text="  Good   luck, Ben\u202e! ☺️ "))["is"] == "done"
        assert (await say(ben, 1, phrase="thanks"))["is"] == "done"
        text = (0, "", "Good luck, Ben! ☺")
        assert await hear(ann, ben, eve) == [[text, (1, "thanks", "")], [text, (1, "thanks", "")], [(1, "thanks", "")]]
        await play_to_the_end(ann, ben)
        assert (await say(ben, 2, text="Again?"))["is"] == "done"
        assert (await hear(ann, eve))[1] == [(1, "thanks", "")], "not afterwards either"
        assert chats(ann)[0][-1] == (1, "", "Again?")
        rematch = (await ann.ask("rematch"))["is"], (await ben.ask("rematch"))
        assert rematch[0] == "done"
        await ann.ask("attach", table=rematch[1]["table"], token=TOKENS["ann"])
        assert ann.table["free_text"] is True

    at_one_server(url, story)


async def play_to_the_end(*guests: Guest) -> None:
    while guests[0].table["state"] == "playing":
        for guest in guests:
            await guest.hear()
            if guest.table.get("moves"):
                await guest.ask("move", at=guest.table["at"], move=guest.table["moves"][0]["move"])


def test_what_cannot_be_said_is_refused_in_a_sentence(url: str) -> None:
    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        assert await eve.refused("say", phrase="hello") == "You are at no table. Attach to one first."
        listed = {"game": "pigeons", "token": TOKENS["cat"], "chairs": [{"kind": "me"}], "listed": True}
        answer = await eve.ask("make", **listed, free_text=True)
        assert (answer["why"], answer["about"]) == (NOT_LISTED, "free_text")
        table = await table_for_two(ann, ben, eve)
        assert "free_text" not in ann.table
        assert await eve.refused("say", phrase="hello") == "You are only watching."
        for fields, why in (
            ({"text": "Hi"}, NO_FREE_TEXT),
            ({}, ONE_THING),
            ({"phrase": "hello", "text": "Hi"}, ONE_THING),
            ({"phrase": "I have the ace"}, "There is no phrase 'I have the ace'."),
        ):
            assert await ann.refused("say", **fields) == why
        await table_for_two(ann, ben, eve, free_text=True)
        for text, why in (
            ("x" * 201, "This message has 201 characters. 200 are possible."),
            ("two\nlines", CONTROL_CHARACTERS),
            ("two\u2028lines", CONTROL_CHARACTERS),
            ("\x1b[2J", CONTROL_CHARACTERS),
            ("\u200b \u2800", EMPTY),
        ):
            assert await ann.refused("say", text=text) == why
        assert (await ann.ask("say", text="x" * 3000))["is"] == "refused"
        assert await hear(ann, ben, eve) == [[], [], []]
        assert table

    at_one_server(url, story)


def test_the_account_of_a_bot_does_not_chat(tmp_path: Path) -> None:
    async def story(service: GameService, ann: Guest, hal: Guest, _: Guest) -> None:
        await hal.ask("profile_new", secret="hals-secret-" * 3, name="HAL", bot=True)
        await table_for_two(ann, hal)
        assert await hal.refused("say", phrase="hello") == NO_BOTS

    at_one_server(str(tmp_path / "t.db"), story)


def test_a_seat_says_five_things_at_once_and_then_one_per_three_seconds(tmp_path: Path) -> None:
    clock = FixedClock()

    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        await table_for_two(ann, ben, eve)
        answers = [await say(ann, number, phrase="hello") for number in range(6)]
        assert [one["is"] for one in answers] == ["done"] * 5 + ["refused"]
        assert answers[-1]["why"] == TOO_FAST
        clock.seconds += 3.1
        assert (await say(ann, 6, phrase="hello"))["is"] == "done"
        assert (await say(ann, 7, phrase="hello"))["is"] == "refused"
        assert (await say(ben, 1, phrase="bye"))["is"] == "done", "others are not slowed down"
        assert len(chats(eve)[0]) + len((await hear(eve))[0]) > 0

    at_one_server(str(tmp_path / "t.db"), story, clock)


def test_ten_thousand_messages_from_one_address_change_nothing_for_others(tmp_path: Path) -> None:
    """Nine tables of one network, many seats: together they are limited, and memory is."""

    async def story(service: GameService, ann: Guest, ben: Guest, _: Guest) -> None:
        table = await table_for_two(ann, ben)
        crowd: list[Guest] = []
        for number in range(9):
            guest = Guest(service, "10.9.9.9")
            made = await guest.ask(
                "make", game="pigeons", token=f"token-of-guest-{number:020}", chairs=[{"kind": "me"}, {"kind": "open"}]
            )
            await guest.ask("attach", table=made["table"], token=f"token-of-guest-{number:020}")
            crowd.append(guest)
        done = 0
        for number in range(10_000):
            guest = crowd[number % len(crowd)]
            guest.heard.clear()
            done += (await say(guest, number, phrase="hello"))["is"] == "done"
        assert done == 20, "the clock stands still"
        why = [(await crowd[0].ask("report", seat=1, reason="spam"))["is"] for _ in range(3)]
        assert why == ["refused"] * 3
        assert (await say(ann, 1, phrase="hello"))["is"] == "done"
        assert await hear(ben) == [[(0, "hello", "")]]
        live = service.tables.by_id[table]
        assert len(live.chat.of(0, live.table.places[0].lock)) == 1

    at_one_server(str(tmp_path / "t.db"), story)


def test_only_the_last_messages_of_a_seat_are_kept(tmp_path: Path) -> None:
    clock = FixedClock()

    async def story(service: GameService, ann: Guest, ben: Guest, _: Guest) -> None:
        table = await table_for_two(ann, ben)
        await say(ben, 0, phrase="sorry")
        for number in range(60):
            clock.seconds += 4
            assert (await say(ann, number, phrase="hello"))["is"] == "done"
        live = service.tables.by_id[table]
        assert [len(live.chat.of(seat, live.table.places[seat].lock)) for seat in (0, 1)] == [20, 1]

    at_one_server(str(tmp_path / "t.db"), story, clock)


def test_a_report_reaches_the_host_with_what_was_said(url: str) -> None:
    clock = FixedClock(wall=10**12)

    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        profile = (await signed_up(ben, "bens-secret-" * 3, "Ben"))["profile"]
        table = await table_for_two(ann, ben, eve, free_text=True)
        await say(ben, 1, text="You are a fool.")
        await say(ben, 2, phrase="laugh")
        await say(ann, 1, phrase="sorry")
        assert await eve.refused("report", seat=1, reason="insult") == "You are only watching."
        for seat in (0, 2, 63):
            assert "only another person" in await ann.refused("report", seat=seat, reason="insult")
        assert "There is no reason 'ugly'" in await ann.refused("report", seat=1, reason="ugly")
        assert await service.requests.moderation.reports() == []
        assert (await ann.ask("report", seat=1, reason="spam"))["is"] == "done"
        assert (await ann.ask("report", seat=1, reason="insult"))["is"] == "done"
        [report] = await service.requests.moderation.reports()
        assert report.id == f"{table}/2/1"
        assert (report.name, report.profile, report.reason, report.reporter) == ("Ben", profile, "insult", "Ann")
        assert report.said == ["You are a fool.", "(laugh)"]
        assert (report.at, report.source) == (service.clock.now(), "10.0.0.1")
        with pytest.raises(RumpusError, match="There is no report 'x'"):
            await service.requests.moderation.resolve("x")
        await service.requests.moderation.resolve(report.id)
        assert await service.requests.moderation.reports() == []

    at_one_server(url, story, clock)


def test_reports_are_limited_per_address_and_expire(url: str) -> None:
    clock = FixedClock(wall=10**12)

    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        reports = service.requests.moderation.reports
        await table_for_two(ann, ben)
        answers = [(await ann.ask("report", seat=1, reason="spam"))["is"] for _ in range(11)]
        assert answers == ["done"] * 10 + ["refused"]
        assert len(await reports()) == 1, "one per pair of seats"
        refusals = set()
        for number in range(REPORTS_PER_SOURCE + 5):
            clock.seconds, clock.wall = clock.seconds + 3601, clock.wall + 3_601_000
            guests = Guest(service, "10.7.7.7"), Guest(service, f"10.8.0.{number}")
            await table_for_two(*guests)
            answer = await guests[0].ask("report", seat=1, reason="spam")
            refusals.add(answer.get("why", ""))
        assert refusals == {"", REPORTS_FULL}
        assert len(await reports()) == 1 + REPORTS_PER_SOURCE
        assert (await ben.ask("report", seat=0, reason="spam"))["is"] == "done", "others may still report"
        clock.seconds += (REPORT_DAYS + 1) * 86_400
        clock.wall += (REPORT_DAYS + 1) * 86_400_000
        assert await reports() == []
        assert (await ben.ask("report", seat=0, reason="spam"))["is"] == "done"
        assert await service.store.query("SELECT count(*) FROM rumpus_report") == [(1,)]

    at_one_server(url, story, clock)


def test_a_muted_profile_plays_on_without_chat(url: str) -> None:
    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        moderation = service.requests.moderation
        profile = (await signed_up(ben, "bens-secret-" * 3, "Ben"))["profile"]
        await table_for_two(ann, ben)
        ben_found = await moderation.find(profile)
        await moderation.impose("mute", ben_found)
        assert await ben.refused("say", phrase="hello") == MUTED
        assert (await ben.ask("move", at=ben.table["at"], move=ben.table["moves"][0]["move"]))["is"] == "done"
        phone = Guest(service, "10.0.0.9")
        await phone.ask("profile_new", secret="bens-secret-" * 3)
        answer = await phone.ask("make", game="pigeons", token=TOKENS["cat"], chairs=[{"kind": "me"}, {"kind": "open"}])
        await phone.ask("attach", table=answer["table"])
        assert await phone.refused("say", phrase="hello") == MUTED, "at every table"
        await moderation.lift("mute", ben_found)
        assert (await say(ben, 1, phrase="hello"))["is"] == "done"
        with pytest.raises(RumpusError, match="Ben is not muted"):
            await moderation.lift("mute", ben_found)

    at_one_server(url, story)


SEATS: list[dict[str, Any]] = [
    {"do": "make", "game": "pigeons", "token": TOKENS["cat"], "chairs": [{"kind": "me"}, {"kind": "open"}]},
    {"do": "learn", "game": "pigeons", "token": TOKENS["cat"]},
    {"do": "puzzle", "game": "pigeons", "token": TOKENS["cat"]},
    {"do": "sit", "token": TOKENS["cat"]},
    {"do": "rematch"},
    {"do": "play_on", "token": TOKENS["cat"], "number": 0, "seat": 0},
    {"do": "seek", "game": "pigeons", "token": TOKENS["cat"]},
    {"do": "challenge_new", "game": "pigeons", "token": TOKENS["cat"]},
    {"do": "challenge_accept", "challenge": "abcd", "token": TOKENS["cat"]},
]


@pytest.mark.parametrize("by", ["profile", "seat", "address", "link", "report"])
def test_a_ban_takes_seats_and_chat_but_lets_watch(url: str, by: str) -> None:
    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        moderation = service.requests.moderation
        who = (await signed_up(ben, "bens-secret-" * 3, "Ben"))["profile"] if by == "profile" else ""
        table = await table_for_two(ann, ben)
        if by == "seat":
            who = f"{table}/2"
        elif by == "address":
            who = f"address:{ben.address}"
        elif by == "link":
            who = f"https://games.example.org/t/{table}#{TOKENS['ben']}"
        elif by == "report":
            await ann.ask("report", seat=1, reason="other")
            who = f"{table}/2/1"
        found = await moderation.find(who)
        await moderation.impose("ban", found)
        assert await ben.refused("say", phrase="hello") == BANNED
        for message in SEATS:
            fields = {key: value for key, value in message.items() if key != "do"}
            assert await ben.refused(message["do"], **fields) == BANNED, message
            assert (await eve.ask(message["do"], **fields)).get("why") != BANNED
        assert (await ben.ask("move", at=ben.table["at"], move=ben.table["moves"][0]["move"]))["is"] == "done"
        assert (await ben.ask("rematch", yes=False)).get("why") != BANNED
        assert (await ben.ask("attach", table=table))["is"] == "done"
        assert [(one.kind, one.who) for one in await moderation.sanctions()] == [("ban", found.who)]
        await moderation.lift("ban", await moderation.find(found.who))
        await ben.ask("attach", table=table, token=TOKENS["ben"])
        assert (await say(ben, 1, phrase="hello"))["is"] == "done"

    at_one_server(url, story)


def test_who_waits_in_the_queue_and_is_banned_waits_no_more(url: str) -> None:
    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        profile = (await signed_up(ben, "bens-secret-" * 3, "Ben"))["profile"]
        assert (await ben.ask("seek", game="pigeons", token=TOKENS["ben"]))["is"] == "seeking"
        await service.requests.moderation.impose("ban", await service.requests.moderation.find(profile))
        await signed_up(ann, "anns-secret-" * 3, "Ann")
        assert (await ann.ask("seek", game="pigeons", token=TOKENS["ann"]))["is"] == "seeking"

    at_one_server(url, story)


@pytest.mark.parametrize("words", ["", "nobody", "a/b", "abcd/9", "abcd/2/1", "http://x/t/abcdefgh#wrong", "x" * 9000])
def test_nobody_is_found_by_other_words(tmp_path: Path, words: str) -> None:
    async def story(service: GameService, *_: Guest) -> None:
        with pytest.raises(RumpusError, match=r"Cannot find|Table not found|Nobody sits there"):
            await service.requests.moderation.find(words)

    at_one_server(str(tmp_path / "t.db"), story)


def test_a_deleted_profile_takes_reports_about_it_along(url: str) -> None:
    async def story(service: GameService, ann: Guest, ben: Guest, eve: Guest) -> None:
        await signed_up(ben, "bens-secret-" * 3, "Ben")
        table = await table_for_two(ann, ben)
        await ann.ask("report", seat=1, reason="other")
        assert len(await service.requests.moderation.reports()) == 1
        await ben.ask("profile_delete")
        assert await service.requests.moderation.reports() == []
        assert any(isinstance(one.entry, Forgotten) for one in await service.store.read(table))

    at_one_server(url, story)


@pytest.mark.database
def test_chat_reaches_the_other_server_and_a_mute_holds_there(database: str) -> None:
    async def whole() -> None:
        async with serving_here(database) as first, serving_here(database) as second:
            ann, ben, eve = Guest(first), Guest(second), Guest(second)
            profile = (await signed_up(ben, "bens-secret-" * 3, "Ben"))["profile"]
            await table_for_two(ann, ben, eve, free_text=True)
            await say(ann, 1, phrase="hello")
            for number in range(1, 3):
                await say(ann, number, phrase="hello")
            await say(ann, 9, text="ü" * 200)
            heard = [(0, "hello", ""), (0, "hello", ""), (0, "", "ü" * 200)]
            async with asyncio.timeout(20):
                while (await hear(ben))[0] != heard:
                    await asyncio.sleep(0.05)
            assert await hear(ann, eve) == [heard, heard[:2]]
            await first.requests.moderation.impose("mute", await first.requests.moderation.find(profile))
            assert await ben.refused("say", phrase="hello") == MUTED

    run(whole())


def test_every_phrase_has_words() -> None:
    assert not set(EMOTES) & set(PHRASES)
    assert all(chat_words(phrase) for phrase in SAYABLE)
    assert (chat_words("smile"), chat_words("hello"), chat_words("later")) == ("(smile)", "Hello!", "later")
    assert chat_words("", "Hi") == "Hi"
