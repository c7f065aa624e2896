"""The wire and the store keep their words: whoever speaks version 2, and whatever was written down, is understood."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Raw

from rumpus.core.catalogue import find_game
from rumpus.service.runtime import protocol as m
from rumpus.service.store import StoreListener, open_store
from rumpus.service.tables.lobby import LobbyRow, listing_of
from rumpus.table.entries import Clock, Entry, Made, pack, unpack
from rumpus.table.seat_view import Offer, WhyNot
from rumpus.table.table import Table, open_table

TOKEN = '"token":"abcdefghijklmnopqrstuvwx"'
SECRET = '"secret":"abcdefghijklmnopqrstuvwx"'
CLIENT = [
    '{"do":"ping","id":"1"}',
    '{"do":"lobby","id":"1"}',
    '{"do":"learn","game":"pigeons",' + TOKEN + ',"name":"Ann","id":"l1"}',
    '{"do":"puzzle","game":"pigeons",' + TOKEN + ',"name":"Ann","puzzle":"007","id":"p1"}',
    '{"do":"make","game":"pigeons",' + TOKEN + ',"chairs":[{"kind":"me","bot":""},{"kind":"bot","bot":"hard"}],'
    '"name":"Ann","options":{"players":2},"listed":true,"clock":{"kind":"game","seconds":60,"plus":5},"coach":false,'
    '"undo":false,"grace":30,"free_text":false,"id":"1"}',
    '{"do":"mine","keys":[{"table":"abcdefgh",' + TOKEN + '}],"id":"1"}',
    '{"do":"attach","table":"abcdefgh",' + TOKEN + ',"epoch":2,"lines":7,"id":"1"}',
    '{"do":"detach","id":"1"}',
    '{"do":"sit",' + TOKEN + ',"name":"Ann","seat":1,"id":"1"}',
    '{"do":"leave","id":"1"}',
    '{"do":"name","name":"Anna","id":"1"}',
    '{"do":"fill","seat":1,"bot":"easy","id":"1"}',
    '{"do":"start","bot":"easy","id":"1"}',
    '{"do":"drop","id":"1"}',
    '{"do":"move","at":"0.3","move":4,"words":null,"id":"1"}',
    '{"do":"why","move":null,"words":"release grey","id":"1"}',
    '{"do":"stand_in","seat":1,"bot":"greedy","id":"1"}',
    '{"do":"back","id":"1"}',
    '{"do":"replace","seat":1,"bot":"greedy","id":"1"}',
    '{"do":"undo","id":"1"}',
    '{"do":"agree","yes":true,"id":"1"}',
    '{"do":"rematch","yes":true,"id":"1"}',
    '{"do":"hint","id":"1"}',
    '{"do":"replay","seat":0,"everything":true,"start":3,"count":20,"id":"1"}',
    '{"do":"review","seat":1,"everything":true,"stronger":true,"id":"1"}',
    '{"do":"play_on",' + TOKEN + ',"number":4,"seat":0,"name":"Ann","bot":"hard","id":"1"}',
    '{"do":"profile_new",'
    + SECRET
    + ',"name":"Ann","avatar":"owl","colour":"blue","device":"Firefox on Linux","bot":false,"id":"1"}',
    '{"do":"sign_in","profile":"abcdefgh",' + SECRET + ',"id":"1"}',
    '{"do":"profile_change","name":"Ann","avatar":null,"colour":"red","id":"1"}',
    '{"do":"profile_delete","id":"1"}',
    '{"do":"profile_export","id":"1"}',
    '{"do":"device_out","device":"others","id":"1"}',
    '{"do":"link_new","id":"1"}',
    '{"do":"link_look","token":"abc","id":"1"}',
    '{"do":"link_use","token":"abc",' + SECRET + ',"device":"Phone","id":"1"}',
    '{"do":"passkey_options","id":"1"}',
    '{"do":"passkey_add","response":{"id":"x"},"label":"Laptop","id":"1"}',
    '{"do":"passkey_out","passkey":"x","id":"1"}',
    '{"do":"passkey_ask","id":"1"}',
    '{"do":"passkey_use","response":{"id":"x"},' + SECRET + ',"device":"Phone","id":"1"}',
    '{"do":"my_games","state":"over","before":"5.abcdefgh","id":"1"}',
    '{"do":"looking","looking":false,"id":"1"}',
    '{"do":"notifications","id":"1"}',
    '{"do":"push_on","endpoint":"https://push.example.org/a","p256dh":"BA","auth":"aa","id":"1"}',
    '{"do":"push_off","id":"1"}',
    '{"do":"webhook","url":"https://hook.example.org/","id":"1"}',
    '{"do":"notifications_change","turn":null,"rematch":false,"opponent":null,"round":null,'
    '"quiet":{"begin":1320,"end":420,"zone":"Europe/Berlin"},"id":"1"}',
    '{"do":"mute","table":"abcdefgh","muted":true,"id":"1"}',
    '{"do":"vacation","days":7,"id":"1"}',
    '{"do":"notification_test","id":"1"}',
    '{"do":"seek","game":"pigeons",' + TOKEN + ',"preset":"quick","seats":3,"clock":null,"bot_after":30,"name":"Ann",'
    '"id":"q1"}',
    '{"do":"seek_end","id":"q2"}',
    '{"do":"challenge_new","game":"pigeons",' + TOKEN + ',"options":{"players":2},"clock":null,"low":900,"high":1100,'
    '"hours":2,"name":"Ann","id":"c1"}',
    '{"do":"challenges","id":"c2"}',
    '{"do":"challenge_accept","challenge":"abcd",' + TOKEN + ',"name":"Ann","id":"c3"}',
    '{"do":"challenge_out","challenge":"abcd","id":"c4"}',
    '{"do":"ratings","game":"pigeons","seats":2,"players":["abcd","bot:hard"],"id":"q3"}',
    '{"do":"leaders","game":"pigeons","seats":2,"id":"q4"}',
    '{"do":"world","id":"1"}',
    '{"do":"tournament_new","game":"pigeons",' + TOKEN + ',"clock":{"kind":"game","seconds":600,"plus":5},'
    '"title":"Cup","format":"swiss","options":{"spare":3},"best_of":3,"rounds":5,"late":2,"no_show":120,"listed":true,'
    '"start_at":9,"start_with":8,"bots":["hard"],"join":false,"id":"t1"}',
    '{"do":"tournament","tournament":"abcd","id":"t2"}',
    '{"do":"tournaments","id":"t3"}',
    '{"do":"tournament_join","tournament":"abcd","id":"t4"}',
    '{"do":"tournament_leave","tournament":"abcd","player":3,"id":"t5"}',
    '{"do":"tournament_bot","tournament":"abcd","bot":"hard","id":"t6"}',
    '{"do":"tournament_start","tournament":"abcd","id":"t7"}',
    '{"do":"tournament_cancel","tournament":"abcd","id":"t8"}',
    '{"do":"say","phrase":"hello","text":"","id":"1"}',
    '{"do":"report","seat":1,"reason":"spam","id":"1"}',
]
LATER = [
    b'{"type":"bot_failed","seat":1,"bot":"exact"}',
    b'{"type":"bot_replaced","seat":1,"bot":"greedy"}',
    b'{"type":"moved","seat":1,"move":4,"words":"play 4"}',
    b'{"type":"closed"}',
    b'{"type":"rematch_answered","seat":1,"yes":true}',
    b'{"type":"sat","seat":1,"name":"Ann","lock":"x","profile":"abcd","avatar":"owl","colour":"blue"}',
    b'{"type":"forgotten","profile":"abcd"}',
    b'{"type":"paused","seat":1,"until":9,"vacation":true}',
]
"""Entries that came later."""
SERVER: dict[str, tuple[dict[str, Any], str]] = {
    "hello": ({"protocol": 2, "now": 5, "server": "1.0"}, '"protocol":2,"now":5,"server":"1.0"'),
    "pong": ({"now": 5}, '"now":5'),
    "lobby": ({"tables": [Raw(b"{}")]}, '"tables":[{}]'),
    "lobby_news": ({"tables": [Raw(b"{}")], "gone": ["abcd"]}, '"tables":[{}],"gone":["abcd"]'),
    "made": ({"table": "abcd", "seat": 1}, '"table":"abcd","seat":1'),
    "mine": (
        {"tables": [m.MyTable("abcd", "pigeons", "Pigeons", "over", ["Ben"], True, "won")]},
        '"tables":[{"table":"abcd","game":"pigeons","title":"Pigeons","state":"over","others":["Ben"],"turn":true,"fared":"won"}]',
    ),
    "done": ({}, ""),
    "refused": ({"why": "No.", "stale": True, "about": "hp"}, '"why":"No.","stale":true,"about":"hp"'),
    "why": ({"reasons": [WhyNot(3, "fly", "No.")]}, '"reasons":[{"move":3,"words":"fly","why":"No."}]'),
    "hint": ({"sentence": "Fly.", "details": {"looks": 2}}, '"sentence":"Fly.","details":{"looks":2}'),
    "frames": (
        {"start": 1, "total": 9, "frames": [Raw(b"{}")], "seat": 0, "everything": True},
        '"start":1,"total":9,"frames":[{}],"seat":0,"everything":true',
    ),
    "reviewed": (
        {"done": 1.0, "first": 3, "own": Raw(b"{}"), "open": Raw(b"{}")},
        '"done":1.0,"first":3,"own":{},"open":{}',
    ),
    "profile": (
        {
            "profile": "abcd",
            "name": "Ann",
            "avatar": "owl",
            "colour": "blue",
            "device": "d1",
            "devices": [m.DeviceInfo("d1", "Phone", 5, 6)],
            "passkeys": [m.PasskeyInfo("p1", "Laptop", 7)],
        },
        '"profile":"abcd","name":"Ann","avatar":"owl","colour":"blue","device":"d1","devices":[{"device":"d1",'
        '"label":"Phone","added":5,"seen":6}],"passkeys":[{"passkey":"p1","label":"Laptop","added":7}]',
    ),
    "link": ({"token": "abc", "expires": 9}, '"token":"abc","expires":9'),
    "linked": (
        {"profile": "abcd", "name": "Ann", "avatar": "owl", "colour": "blue"},
        '"profile":"abcd","name":"Ann","avatar":"owl","colour":"blue"',
    ),
    "passkey": ({"options": Raw(b"{}")}, '"options":{}'),
    "exported": ({"data": Raw(b"{}")}, '"data":{}'),
    "my_games": (
        {
            "games": [m.MyGame("abcd", "pigeons", "Pigeons", "playing", 1, 5, ["Ben"], True, ["Ben"], 9, 8, "won")],
            "next": "5.abcd",
        },
        '"games":[{"table":"abcd","game":"pigeons","title":"Pigeons","state":"playing","seat":1,"started":5,'
        '"others":["Ben"],"turn":true,"waiting":["Ben"],"left":9,"until":8,"fared":"won"}],"next":"5.abcd"',
    ),
    "notifications": (
        {
            "push_key": "BA",
            "turn": True,
            "rematch": False,
            "opponent": True,
            "round": True,
            "quiet": m.QuietHours(1320, 420, "UTC"),
            "devices": [m.PushDevice("Phone", 5, True)],
            "webhook": "https://hook.example.org/",
            "muted": ["abcd"],
            "vacation": 9,
            "vacation_days": 23,
        },
        '"push_key":"BA","turn":true,"rematch":false,"opponent":true,"round":true,'
        '"quiet":{"begin":1320,"end":420,"zone":"UTC"},"devices":[{"label":"Phone","added":5,"own":true}],'
        '"webhook":"https://hook.example.org/","muted":["abcd"],"vacation":9,"vacation_days":23',
    ),
    "seeking": ({"since": 5, "bot_at": 6}, '"since":5,"bot_at":6'),
    "found": ({"table": "abcd", "seat": 1}, '"table":"abcd","seat":1'),
    "world": ({"at": "0.3", "position": msgspec.Raw(b"{}")}, '"at":"0.3","position":{}'),
    "seek_over": ({"why": "No."}, '"why":"No."'),
    "challenges": (
        {
            "challenges": [
                m.ChallengeInfo(
                    "c1",
                    "pigeons",
                    "Pigeons",
                    "Ann",
                    "abcd",
                    {"players": 2},
                    900,
                    1100,
                    5,
                    6,
                    Clock("move", 60),
                    "owl",
                    "blue",
                    m.Rating(1000, 90, 50),
                    True,
                    False,
                    "efgh",
                )
            ]
        },
        '"challenges":[{"challenge":"c1","game":"pigeons","title":"Pigeons","name":"Ann","profile":"abcd",'
        '"options":{"players":2},"low":900,"high":1100,"created":5,"expires":6,"clock":{"kind":"move","seconds":60},'
        '"avatar":"owl","colour":"blue","rating":{"rating":1000,"deviation":90,"games":50},"yours":true,'
        '"open_to_you":false,"table":"efgh"}]',
    ),
    "ratings": (
        {"ratings": {"abcd": m.Rating(1000, 333, 1, True)}},
        '"ratings":{"abcd":{"rating":1000,"deviation":333,"games":1,"provisional":true}}',
    ),
    "leaders": (
        {"leaders": [m.Leader("bot:hard", "hard", m.Rating(1200, 90, 50), "owl", "blue", "hard")], "counts": [2]},
        '"leaders":[{"player":"bot:hard","name":"hard","rating":{"rating":1200,"deviation":90,"games":50},'
        '"avatar":"owl","colour":"blue","bot":"hard"}],"counts":[2]',
    ),
    "tournaments": (
        {
            "listed": [
                m.TournamentRow(
                    "t1", "Cup", "pigeons", "Pigeons", "knockout", "running", 8, 2, 3, 5, 8, Clock("move", 60), 3
                )
            ],
            "own": [],
        },
        '"listed":[{"tournament":"t1","title":"Cup","game":"pigeons","game_title":"Pigeons","format":"knockout",'
        '"state":"running","players":8,"round":2,"rounds":3,"start_at":5,"start_with":8,'
        '"clock":{"kind":"move","seconds":60},"best_of":3}],"own":[]',
    ),
    "tournament": (
        {
            "tournament": "t1",
            "title": "Cup",
            "game": "pigeons",
            "game_title": "Pigeons",
            "format": "swiss",
            "state": "cancelled",
            "owner": "abcd",
            "options": {"spare": 3},
            "clock": Clock("game", 600, 5),
            "best_of": 3,
            "no_show": 120,
            "late": 2,
            "listed": True,
            "created": 4,
            "start_at": 5,
            "start_with": 8,
            "most": 64,
            "rounds": 3,
            "may_join": True,
            "players": [
                m.TournamentPlayer(0, "Ann", 1.5, 2.0, 2.25, 1, 1, 1, "abcd", "owl", "blue", left=True),
                m.TournamentPlayer(1, "Ada (hard)", bot="hard"),
            ],
            "pairings": [
                [
                    m.TournamentPairing(0, 1, [1.0, 0.0], [m.TournamentGame("efgh", [0.5, 0.5], "void")], True),
                    m.TournamentPairing(2),
                ]
            ],
            "why": "No.",
        },
        '"tournament":"t1","title":"Cup","game":"pigeons","game_title":"Pigeons","format":"swiss","state":"cancelled",'
        '"owner":"abcd","options":{"spare":3},"clock":{"kind":"game","seconds":600,"plus":5},"best_of":3,"no_show":120,'
        '"late":2,"listed":true,"created":4,"start_at":5,"start_with":8,"most":64,"rounds":3,"may_join":true,'
        '"players":[{"player":0,"name":"Ann","points":1.5,"buchholz":2.0,"sonneborn":2.25,"wins":1,"draws":1,"losses":1,'
        '"profile":"abcd","avatar":"owl","colour":"blue","left":true},{"player":1,"name":"Ada (hard)","bot":"hard"}],'
        '"pairings":[[{"first":0,"second":1,"points":[1.0,0.0],"games":[{"table":"efgh","points":[0.5,0.5],'
        '"reason":"void"}],"withdrawn":true},{"first":2}]],"why":"No."',
    ),
    "chat": ({"seat": 1, "phrase": "hello", "text": "Hi"}, '"seat":1,"phrase":"hello","text":"Hi"'),
    "table": ({"sheet": Raw(b"{}"), "log": m.Log(3, [Raw(b"{}")])}, '"sheet":{},"log":{"start":3,"lines":[{}]}'),
}


def test_what_a_client_may_say_keeps_its_words() -> None:
    for text in CLIENT:
        assert msgspec.json.encode(m.decode(text)).decode() == text
    assert {kind.__struct_config__.tag for kind in get_args(m.AnyClientMessage)} == {
        msgspec.json.decode(text)["do"] for text in CLIENT
    }


def test_what_a_client_leaves_out_has_its_old_default() -> None:
    made = m.decode('{"do":"make","game":"pigeons",' + TOKEN + ',"chairs":[{"kind":"open"}]}')
    assert msgspec.json.encode(made).decode() == (
        '{"do":"make","game":"pigeons",' + TOKEN + ',"chairs":[{"kind":"open","bot":""}],"name":"","options":{},'
        '"listed":false,"clock":null,"coach":true,"undo":true,"grace":60,"free_text":false,"id":""}'
    )


def test_what_the_server_says_keeps_its_words() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(m.AnyServerMessage)}
    assert set(kinds) == set(SERVER)
    for tag, (fields, words) in SERVER.items():
        rest = f",{words}" if words else ""
        assert m.encode(kinds[tag](id_="1", **fields)).decode() == f'{{"is":"{tag}"{rest},"id":"1"}}'


def test_an_offer_keeps_its_words() -> None:
    offer = Offer(3, "scratch 1 +double", "Scratch Bix with Double Scratch", "Bix −2.", {"target": 1, "to": 6})
    assert m.to_json(offer).decode() == (
        '{"move":3,"words":"scratch 1 +double","says":"Scratch Bix with Double Scratch","explanation":"Bix −2.",'
        '"forecast":{"target":1,"to":6}}'
    )


@pytest.fixture(params=[1, 2], ids=["the first schema", "fingerprints and keepsakes"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return kept_store(tmp_path, request.param)


def kept_store(folder: Path, version: int) -> Path:
    path = folder / "kept.db"
    with sqlite3.connect(path) as db:
        db.executescript(Path(__file__).with_name(f"kept_store_{version}.sql").read_text())
    return path


def test_a_store_of_long_ago_opens(kept: Path) -> None:
    async def tables() -> dict[str, Table]:
        store = open_store(str(kept))
        await store.open(StoreListener())
        found: dict[str, Table] = {}
        try:
            for id in ("opentable", "givenup", "playing", "finished", "branched"):
                journal = await store.read(id)
                found[id] = open_table(id, find_game("pigeons"), [(page.entry, page.when) for page in journal])
            assert {"playing", "branched"} <= set(await store.self_running(0))
            assert len(await store.rows(0, 10)) == 2
        finally:
            await store.close()
        return found

    found = asyncio.run(tables())
    assert {id: table.state for id, table in found.items()} == {
        "opentable": "open", "givenup": "dropped", "playing": "playing", "finished": "over", "branched": "playing",
    }  # fmt: skip
    assert found["playing"].epoch == 1
    assert found["playing"].decided == [1, 2]
    assert found["finished"].rematch == "playing"
    with sqlite3.connect(kept) as db:
        for id, table in found.items():
            ask = "SELECT state, listed, driven, row FROM shelf WHERE id = ?"
            state, listed, driven, row = db.execute(ask, (id,)).fetchone()
            now = listing_of(table)
            assert (now.state, now.listed, now.self_running) == (state, listed, driven)
            assert msgspec.json.decode(now.row, type=LobbyRow) == msgspec.json.decode(row, type=LobbyRow)


def test_entries_are_written_as_they_were(kept: Path) -> None:
    with sqlite3.connect(kept) as db:
        entries = [entry for (entry,) in db.execute("SELECT entry FROM book")] + LATER
    for entry in entries:
        assert pack(unpack(entry)) == entry
    kinds = {type(unpack(entry)) for entry in entries}
    assert kinds == set(get_args(Entry))
    assert Made in kinds
