"""What is shown and told of a tournament depends on finished games alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.service.parts import FixedClock
from tests.service.people import Guest, run, serving_here
from tests.service.test_matchmaking import SECRETS
from tests.service.test_notifications_leak import Recorder, Seeded, drained
from tests.service.test_tournaments import TARGET, new, number_of, tables_of

START = 10**12
SECONDS = 30
COME = 4
"""Second in which both come to the table: whoever is there already is not told of the round."""
Bid = tuple[int, str, int]
"""Second, who, number of the card."""


class Same(Seeded):
    """Equal tokens in every run, so that nothing but the bids differs."""

    def token(self, size: int) -> str:
        return f"{self.source.getrandbits(8 * size):0{2 * size}x}"


def heard(folder: Path, bids: Sequence[Bid]) -> list[tuple[int, bytes]]:
    """All that a spectator of the tournament hears, and all notifications, with the second, if the players bid so."""
    clock = FixedClock(START, 1000.0)
    recorder = Recorder(clock)
    found: list[tuple[int, bytes]] = []

    async def story() -> None:
        async with serving_here(str(folder / "t.db"), clock, recorder, Same()) as service:
            people: dict[str, Guest] = {}
            for number, name in enumerate(("ann", "ben")):
                guest = people[name] = Guest(service)
                await guest.ask("profile_new", secret=SECRETS[number], name=name)
                assert guest.profile
                await service.store.change([(TARGET, (f"hook {name}", guest.profile.profile))])
            id = (await new(people["ann"], listed=True))["tournament"]
            await people["ben"].ask("tournament_join", tournament=id)
            await people["ann"].ask("tournament_start", tournament=id)
            await service.requests.organiser.poll()
            await drained(service)
            eve = Guest(service)
            view = await eve.ask("tournament", tournament=id)
            [table] = tables_of(view, number_of(people["ann"], view))
            assert tables_of(view, number_of(people["ben"], view)) == [table]
            for second in range(SECONDS):
                clock.seconds, clock.wall = clock.seconds + 1, clock.wall + 1000
                if second == COME:
                    for guest in people.values():
                        await guest.ask("attach", table=table)
                for _, who, card in (one for one in bids if one[0] == second):
                    guest = people[who]
                    await guest.hear()
                    page = guest.table
                    answer = await guest.ask("move", at=page["at"], move=page["moves"][card]["move"])
                    assert answer["is"] == "done", answer
                await drained(service)
                await service.requests.organiser.poll()
                assert service.delivery is not None
                await service.delivery.poll()
                await drained(service)
                await eve.hear()
                if second % 7 == 0:
                    await eve.ask("tournament", tournament=id)
                    await eve.ask("tournaments")
                found.extend((second, one) for one in eve.bytes)
                eve.bytes.clear()
            found.extend((round(at), body) for at, _, _, body in recorder.told)

    run(story())
    return found


@pytest.mark.parametrize(
    "bids",
    [
        [(5, "ann", 3)],
        [(20, "ann", 0)],
        [(5, "ben", 0)],
        [(5, "ben", 4)],
        [(5, "ann", 0), (6, "ben", 1), (9, "ann", 0)],
        [(5, "ann", 2), (6, "ben", 3), (20, "ben", 1)],
    ],
)
def test_running_games_show_nothing(tmp_path: Path, bids: Sequence[Bid]) -> None:
    first, other = tmp_path / "first", tmp_path / "other"
    first.mkdir()
    other.mkdir()
    quiet = heard(first, [])
    assert heard(other, bids) == quiet
    told = [json.loads(one) for _, one in quiet]
    assert {one["is"] for one in told if "is" in one} >= {"tournament", "tournaments"}
    notices = [(one["kind"], one["title"]) for one in told if "kind" in one]
    assert notices == [("round", "Pigeons tournament")] * 2, "one for each player"
