"""Schedules of faults, drawn from a seed. A schedule is a list, so that it can be shrunk.

Always there: delays, notifications that overtake each other, torn and doubled messages, clients that leave, in some
runs bots that fail or answer illegally. The kinds of faults:

- `crash`, `power`, `crash_at_step`: a server dies, and starts again after `seconds`. Without power nobody tells the
  database. A step ends at any await of any task, also in the middle of an append.
- `pause`: a server stands still, and believes that no time has passed.
- `jump`: a machine's wall clock changes by up to half an hour, in either direction.
- `drop_lines`: all clients of a server lose their connection.
- `disk`: SQLite can neither read nor write.
- `stop`, `freeze`: the database ends all connections and accepts none, or answers nobody.
- `slow`, `slow_news`: all statements, or all notifications, take up to seconds. Notifications arrive out of order.
- `lost_before`, `lost_after`, `fails`: a statement loses its connection before it takes effect, or after a commit
  before the answer; or the database refuses it.
- `silent`, `kill_listener`: a server's listening connection goes half-open, so that notifications are lost, or it
  breaks. Its leases go with it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tests.simulation.environment import derived
from tests.simulation.invariants import AFTERMATH_SECONDS

if TYPE_CHECKING:
    from tests.simulation.world import World

POSTGRES_FAULTS = (
    "crash", "crash_at_step", "power", "pause", "jump", "stop", "freeze", "slow", "lost_before", "lost_after", "fails",
    "slow_news", "silent", "kill_listener", "drop_lines", "pause",
)  # fmt: skip
SQLITE_FAULTS = ("crash", "crash_at_step", "pause", "jump", "disk", "drop_lines")
MAX_STEPS = 400
"""Steps of a server's event loop within which `crash_at_step` hits it: at any await of any of its tasks."""


class Fault(NamedTuple):
    """A fault from `at` on, for `seconds`. `server` is the number of a server; `amount` depends on the kind."""

    at: float
    kind: str
    server: int
    seconds: float
    amount: float

    def __str__(self) -> str:
        return f"{self.at:6.2f} s: {self.kind} at server {self.server} for {self.seconds:.1f} s ({self.amount:.2f})"


def draw_faults(seed: int, servers: int, postgres: bool, until: float) -> list[Fault]:
    """Faults of one run. Every eighth seed has none; some have many of one kind."""
    rng = derived(seed, "faults")
    if seed % 8 == 0:
        return []
    kinds = list(POSTGRES_FAULTS if postgres else SQLITE_FAULTS)
    if rng.random() < 0.5:
        kinds = rng.sample(kinds, 2)
    faults = [_draw(rng, rng.choice(kinds), servers, until) for _ in range(rng.randrange(1, 9))]
    return sorted(faults)


def _draw(rng: Random, kind: str, servers: int, until: float) -> Fault:
    at, server = 3.0 + rng.random() * (until - 3.0), rng.randrange(servers)
    seconds = rng.choice((0.3, 2.0, 6.0, 15.0)) * (0.5 + rng.random())
    return Fault(at, kind, server, seconds, rng.random())


def apply_fault(world: World, fault: Fault) -> None:
    """Starts a fault and schedules its end."""
    server = world.servers[fault.server]
    database = world.database
    world.note(str(fault))
    loop, end = world.loop, world.loop.now + fault.seconds
    world.checker.calm_from = max(world.checker.calm_from, end + AFTERMATH_SECONDS)
    world.until[fault.kind] = max(world.until.get(fault.kind, 0.0), end)

    def later(work: Callable[[], object]) -> None:
        loop.at(loop.world, end, work)

    def after_the_last(work: Callable[[], object]) -> None:
        later(lambda: work() if world.over(fault.kind) else None)

    def crash(power_lost: bool = False) -> None:
        if server.process.alive:
            server.crash(power_lost)
            loop.at(loop.world, loop.now + fault.seconds, server.start)

    if fault.kind in ("crash", "power"):
        crash(power_lost=fault.kind == "power")
    elif fault.kind == "crash_at_step":
        server.process.crash_after(1 + round(fault.amount * MAX_STEPS), crash)
    elif fault.kind == "pause":
        server.pause(end)
    elif fault.kind == "jump":
        server.clock.skew_ms += round((fault.amount - 0.5) * (200_000 if fault.seconds > 6 else 4_000_000))
    elif fault.kind == "drop_lines":
        for session in list(server.sessions):
            session.line.cut()
    elif fault.kind == "disk":
        world.disk_fails = True
        world.checker.outage(loop.now, end, "")
        after_the_last(lambda: setattr(world, "disk_fails", False))
    elif database is not None:
        network = database.network
        if fault.kind == "stop":
            database.stop()
            world.checker.outage(loop.now, end, "")
            after_the_last(database.start)
        elif fault.kind == "freeze":
            database.frozen = True
            world.checker.outage(loop.now, end, "")
            after_the_last(database.thaw)
        elif fault.kind in ("slow", "slow_news"):
            setattr(network, fault.kind, fault.amount * (0.5 if fault.kind == "slow" else 4.0))
            after_the_last(lambda: setattr(network, fault.kind, 0.0))
        elif fault.kind in ("lost_before", "lost_after", "fails"):
            setattr(network, fault.kind, 0.3 * fault.amount)
            after_the_last(lambda: setattr(network, fault.kind, 0.0))
        else:
            for connection in list(database.connections):
                if connection.process is server.process and connection.listen is not None:
                    if fault.kind == "silent":
                        connection.fall_silent(ends_at_once=fault.amount < 0.5)
                    else:
                        database.end(connection.backend)
                        connection.break_off()
