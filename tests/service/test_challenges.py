"""Open challenges: offered, listed, accepted once, withdrawn, expired."""

from __future__ import annotations

import asyncio
from typing import Any

from rumpus.service.matchmaking import challenges
from rumpus.service.service import GameService
from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.test_matchmaking import TOKENS, made, person, scenario, tables_of, url

__all__ = ["url"]


async def offer(guest: Guest, number: int, **more: object) -> dict[str, Any]:
    return await guest.ask("challenge_new", game="pigeons", token=TOKENS[number], **more)


async def listed(guest: Guest) -> list[dict[str, Any]]:
    return list((await guest.ask("challenges"))["challenges"])


@scenario
async def test_a_challenge_is_listed_and_accepted_once(left: GameService, right: GameService) -> None:
    people = [await person((left, right)[number % 2], number) for number in range(3)]
    clock = {"kind": "move", "seconds": 60}
    for _ in range(2):  # repeated: one challenge
        [own] = (await offer(people[0], 0, clock=clock, options={"players": 2}))["challenges"]
    assert own["yours"]
    [seen] = await listed(people[1])
    assert (seen["name"], seen["clock"], seen.get("yours", False)) == ("Guest 0", clock, False)
    assert "own challenge" in await people[0].refused("challenge_accept", challenge=own["challenge"], token=TOKENS[5])
    answers = await asyncio.gather(
        *(
            guest.ask("challenge_accept", challenge=own["challenge"], token=TOKENS[number])
            for number, guest in enumerate(people[1:], 1)
        )
    )
    assert sorted(answer["is"] for answer in answers) == ["found", "refused"]
    [found] = [answer for answer in answers if answer["is"] == "found"]
    [loser] = [answer for answer in answers if answer["is"] == "refused"]
    assert loser["why"] == challenges.GONE
    assert await tables_of(left) == [found["table"]]
    entry = await made(left, found["table"])
    assert entry.clock is not None
    assert entry.listed
    [accepted] = await listed(people[0])
    assert accepted["table"] == found["table"]
    assert await listed(Guest(left)) == []


@scenario
async def test_a_withdrawn_challenge_is_gone(left: GameService, right: GameService) -> None:
    ann, bob = await person(left, 0), await person(right, 1)
    [own] = (await offer(ann, 0))["challenges"]
    await bob.ask("challenge_out", challenge=own["challenge"])
    assert len(await listed(bob)) == 1, "only its owner withdraws it"
    assert (await ann.ask("challenge_out", challenge=own["challenge"]))["challenges"] == []
    assert await bob.refused("challenge_accept", challenge=own["challenge"], token=TOKENS[1]) == challenges.GONE
    assert await tables_of(left) == []


@scenario
async def test_only_ratings_in_range_may_accept(left: GameService, right: GameService) -> None:
    ann, bob, cat = [await person(left, number) for number in range(3)]
    assert cat.profile
    strong = ("pigeons", 2, cat.profile.profile, 30.0, 2.0, 50)
    await left.store.change([("INSERT INTO rumpus_rating VALUES ($1, $2, $3, $4, $5, $6)", strong)])
    [own] = (await offer(ann, 0, low=1100, high=1300))["challenges"]
    assert not (await listed(bob))[0]["open_to_you"]
    why = await bob.refused("challenge_accept", challenge=own["challenge"], token=TOKENS[1])
    assert why == "This challenge is for ratings from 1100 to 1300. Yours is 1000."
    assert (await listed(cat))[0].get("open_to_you", True)
    assert (await cat.ask("challenge_accept", challenge=own["challenge"], token=TOKENS[2]))["is"] == "found"


@scenario
async def test_limits_and_bad_requests(left: GameService, right: GameService) -> None:
    assert "needs a profile" in await Guest(left).refused("challenge_new", game="pigeons", token=TOKENS[0])
    ann = await person(left, 0)
    assert "lowest" in await ann.refused("challenge_new", game="pigeons", token=TOKENS[0], low=5, high=4)
    assert "no game" in await ann.refused("challenge_new", game="chess", token=TOKENS[0])
    assert "Cannot read" in await ann.refused("challenge_new", game="pigeons", token=TOKENS[0], hours=10**6)
    assert await ann.refused("challenge_accept", challenge="unknown", token=TOKENS[0]) == challenges.GONE
    for number in range(challenges.MAX_OPEN):
        assert (await offer(ann, number))["is"] == "challenges"
    assert await ann.refused("challenge_new", game="pigeons", token=TOKENS[9]) == challenges.TOO_MANY
    assert len(await listed(ann)) == challenges.MAX_OPEN
    await ann.ask("profile_delete")
    assert await listed(Guest(left)) == []


def test_a_challenge_expires(url: str) -> None:
    clock = FixedClock(wall=10**12)

    async def story() -> None:
        async with serving_here(url, clock) as service:
            ann, bob = await person(service, 0), await person(service, 1)
            [own] = (await offer(ann, 0, hours=1))["challenges"]
            clock.wall += challenges.HOUR_MS + 1
            clock.seconds += challenges.HOUR_MS / 1000 + 1
            assert await listed(bob) == []
            assert await bob.refused("challenge_accept", challenge=own["challenge"], token=TOKENS[1]) == challenges.GONE

    run(story())
