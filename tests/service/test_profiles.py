"""Profiles, on both stores: devices, links, limits and deletion."""

from __future__ import annotations

from typing import Any

from tests.service.people import Guest, run, serving_here

ANNS, PHONES, BENS = "anns-secret-" * 3, "phone-secret-" * 3, "bens-secret-" * 3


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
