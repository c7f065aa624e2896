"""The queue of experiments: limits per visitor, time, what is kept, and what a full disk does."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.system import processes
from rumpus.lab.experiments import queue as module
from rumpus.lab.experiments import saved, worker
from rumpus.lab.experiments.queue import (
    BROKEN,
    DONE,
    MAX_ACTIVE_PER_ADDRESS,
    MAX_KEPT,
    MAX_KEPT_DAYS,
    MAX_KEPT_PER_ADDRESS,
    MAX_UNKEPT,
    MAX_WAITING,
    ExperimentQueue,
    KeptFull,
    QueueFull,
    TimeIsUp,
    state_of,
)
from rumpus.lab.experiments.saved import ExperimentState, SavedExperiment, experiments_in
from rumpus.testing.server import START_SECONDS

CITY = find_game("defend_the_city")
DAY = 86_400


def asked(**more: Any) -> SavedExperiment:
    words: dict[str, Any] = {"kind": "compare", "game": CITY.name, "version": CITY.version, "changes": {"stamina": 40}}
    return SavedExperiment(**{**words, "strengths": ["random"], "most": 16_000, "seed": "s", "asked": 1.0, **more})


def store(folder: Path, name: str, **more: Any) -> Path:
    (folder / name).mkdir(parents=True)
    asked(**{"wanted": False, **more}).write(folder / name)
    return folder / name


def names_in(folder: Path) -> set[str]:
    return {path.name for path in experiments_in(folder)}


async def until(queue: ExperimentQueue, so: Callable[[], object]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not so():
        assert time.monotonic() < deadline
        await queue.poll()
        await asyncio.sleep(0.05)


def played(folder: Path, work: Callable[[ExperimentQueue], Awaitable[None]]) -> None:
    async def whole() -> None:
        queue = ExperimentQueue(folder)
        try:
            await work(queue)
        finally:
            await queue.close()

    asyncio.run(whole())


# --- waiting ---


def test_one_address_has_few_places_and_all_together_have_a_limit(tmp_path: Path) -> None:
    async def work(queue: ExperimentQueue) -> None:
        names = [await queue.add(asked(address="10.0.0.1")) for _ in range(MAX_ACTIVE_PER_ADDRESS)]
        with pytest.raises(QueueFull, match=r"3 experiments from your address .* Stop one"):
            await queue.add(asked(address="10.0.0.1"))
        await queue.stop(names[0])
        await queue.add(asked(address="10.0.0.1"))
        with pytest.raises(QueueFull, match="from your address"):
            await queue.resume(names[0])
        for number in range(MAX_WAITING - MAX_ACTIVE_PER_ADDRESS):
            await queue.add(asked(address=f"10.0.1.{number}"))
        with pytest.raises(QueueFull, match="20 experiments are waiting already"):
            await queue.add(asked(address="10.0.2.1"))

    played(tmp_path, work)


def test_many_requests_at_once_get_no_more_places(tmp_path: Path) -> None:
    async def work(queue: ExperimentQueue) -> None:
        stopped = [store(tmp_path, f"stopped-{number}", address="10.0.0.1").name for number in range(5)]
        wanted = [queue.add(asked(address="10.0.0.1")) for _ in range(5)]
        await asyncio.gather(*wanted, *map(queue.resume, stopped), return_exceptions=True)
        assert len(queue.waiting) == MAX_ACTIVE_PER_ADDRESS

    played(tmp_path, work)


def test_places_are_taken_again_after_a_restart(tmp_path: Path) -> None:
    async def work(queue: ExperimentQueue) -> None:
        for number in range(MAX_ACTIVE_PER_ADDRESS):
            store(tmp_path, f"before-{number}", wanted=True, address="10.0.0.1")
        queue.open()
        with pytest.raises(QueueFull, match="from your address"):
            await queue.add(asked(address="10.0.0.1"))

    played(tmp_path, work)


def test_on_a_server_for_one_machine_nobody_is_limited_by_address(tmp_path: Path) -> None:
    async def work(queue: ExperimentQueue) -> None:
        for _ in range(MAX_WAITING):
            await queue.add(asked())
        with pytest.raises(QueueFull):
            await queue.add(asked())

    played(tmp_path, work)


# --- time ---


@pytest.mark.long
def test_an_experiment_ends_when_its_time_is_up_and_keeps_its_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(queue: ExperimentQueue) -> None:
        visitors = await queue.add(asked(address="10.0.0.1"))
        folder = tmp_path / visitors
        await until(queue, lambda: state_of(folder, SavedExperiment.read(folder))[0].done)
        await queue.stop(visitors)
        limit = SavedExperiment.read(folder).seconds + 0.5
        monkeypatch.setattr(saved, "MAX_PLAY_SECONDS", limit)
        await queue.resume(visitors)
        await until(queue, lambda: queue.playing)
        await until(queue, lambda: not queue.playing)
        experiment = SavedExperiment.read(folder)
        assert (experiment.wanted, experiment.seconds >= limit) == (False, True)
        states = state_of(folder, experiment)
        assert 0 < states[0].done < experiment.most
        assert queue.state(visitors, experiment, states) == DONE
        with pytest.raises(TimeIsUp, match="Begin a new experiment"):
            await queue.resume(visitors)

    played(tmp_path, work)


@pytest.mark.long
def test_time_before_a_restart_counts_and_one_machine_has_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "MAX_PLAY_SECONDS", 1.0)
    monkeypatch.setattr(module, "COUNT_SECONDS", 0.1)
    store(tmp_path, "own", wanted=True, seconds=5.0)

    async def work(queue: ExperimentQueue) -> None:
        queue.open()
        await until(queue, lambda: SavedExperiment.read(tmp_path / "own").seconds > 6.5)
        assert queue.playing == "own"

    played(tmp_path, work)
    assert SavedExperiment.read(tmp_path / "own").wanted
    assert SavedExperiment.read(store(tmp_path, "other", address="10.0.0.1", seconds=5.0)).seconds_left == 0


# --- what stays ---


def test_whoever_begins_many_displaces_nobody_elses(tmp_path: Path) -> None:
    for number in range(3):
        store(tmp_path, f"calm-{number}", address="10.0.0.1", asked=float(number))
    for number in range(MAX_UNKEPT - 3):
        store(tmp_path, f"busy-{number:02}", address="10.0.0.2", asked=100.0 + number)
    name = asyncio.run(ExperimentQueue(tmp_path).add(asked(address="10.0.0.2")))
    left = names_in(tmp_path)
    assert {"calm-0", "calm-1", "calm-2", "busy-01", name} <= left
    assert "busy-00" not in left
    assert len(left) == MAX_UNKEPT


def test_kept_experiments_are_limited_by_address_and_in_total(tmp_path: Path) -> None:
    async def work(queue: ExperimentQueue) -> None:
        for number in range(MAX_KEPT_PER_ADDRESS):
            store(tmp_path, f"kept-{number}", kept=True, address="10.0.0.1", asked=time.time())
        store(tmp_path, "more", address="10.0.0.1")
        with pytest.raises(KeptFull, match=r"20 experiments from your address are kept already\. Delete one first\."):
            await queue.keep("more", "One more")
        await queue.keep("kept-0", "Another name")
        await queue.delete("kept-1")
        await queue.keep("more", "One more")
        for number in range(MAX_KEPT - MAX_KEPT_PER_ADDRESS):
            store(tmp_path, f"own-{number}", kept=True)
        store(tmp_path, "last", address="10.0.0.3")
        with pytest.raises(KeptFull, match="200 experiments are kept here already"):
            await queue.keep("last", "No more room")
        assert not SavedExperiment.read(tmp_path / "last").kept

    played(tmp_path, work)


def test_a_visitors_kept_experiment_is_deleted_after_a_year_and_ones_own_is_not(tmp_path: Path) -> None:
    old = time.time() - (MAX_KEPT_DAYS + 1) * DAY
    store(tmp_path, "old", kept=True, address="10.0.0.1", asked=old)
    store(tmp_path, "renamed", kept=True, address="10.0.0.1", asked=old, kept_at=time.time())
    store(tmp_path, "own", kept=True, asked=old)
    store(tmp_path, "new", kept=True, address="10.0.0.1", asked=time.time())
    ExperimentQueue(tmp_path).open()
    assert names_in(tmp_path) == {"renamed", "own", "new"}


def test_deleting_stops_and_removes_everything(tmp_path: Path) -> None:
    async def work(queue: ExperimentQueue) -> None:
        name = await queue.add(asked())
        await until(queue, lambda: queue.playing == name)
        await queue.delete(name)
        assert (queue.playing, queue.waiting, list(tmp_path.iterdir())) == ("", [], [])

    played(tmp_path, work)


# --- damage ---


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "\x00", "[" * 900_000, '{"kind":"compare"}', " " * 2_000_000, '{"base":' * 90_000],
    ids=["empty", "torn", "list", "zero", "deep list", "keys missing", "huge", "deep"],
)
def test_a_damaged_experiment_is_left_out_and_breaks_nothing(tmp_path: Path, text: str) -> None:
    (store(tmp_path, "damaged") / "inquiry.json").write_text(text)
    (store(tmp_path, "state") / "found-0.json").write_text(text)
    queue = ExperimentQueue(tmp_path)
    queue.open()
    asyncio.run(queue.add(asked()))
    assert state_of(tmp_path / "state", asked())[0].done == 0
    assert (tmp_path / "damaged").exists()


def test_a_pipe_in_place_of_a_state_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(store(tmp_path, "piped") / "found-0.json")
    assert state_of(tmp_path / "piped", asked())[0].done == 0


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_leaves_no_trace_and_stops_what_shall_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(queue: ExperimentQueue) -> None:
        before = store(tmp_path, "before").name
        name = await queue.add(asked())
        await until(queue, lambda: queue.playing == name)
        monkeypatch.setattr(saved, "write_whole", full)
        with pytest.raises(OSError, match="No space"):
            await queue.stop(name)
        assert queue.playing == ""
        for change in (queue.add(asked()), queue.resume(before), queue.keep(name, "title")):
            with pytest.raises(OSError, match="No space"):
                await change
        assert (queue.waiting, names_in(tmp_path)) == ([], {name, before})
        monkeypatch.undo()
        await queue.resume(before)
        assert queue.waiting == [before]

    played(tmp_path, work)


def test_a_process_on_a_full_disk_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = store(tmp_path, "full", most=2)
    # This process is none of a server's.
    monkeypatch.setattr(processes, "limit_bot_process", lambda parent: None)
    monkeypatch.setattr("os.nice", lambda more: 0)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    with monkeypatch.context() as patch:
        patch.setattr(worker.ExperimentWorker, "load", full)
        assert worker.main(1, folder, 0) == 1
        assert ExperimentState.read(folder, 0).trouble == "its files could not be written: No space left on device"
        patch.setattr(saved, "write_whole", full)
        assert worker.main(1, folder, 0) == worker.CANNOT_WRITE


@pytest.mark.long
def test_a_process_that_cannot_even_say_why_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(queue: ExperimentQueue) -> None:
        name = await queue.add(asked(version=CITY.version))
        (tmp_path / name / "games-0").write_text("in the way")
        (tmp_path / name / "found-0.json").mkdir()
        await until(queue, lambda: queue.playing)
        await until(queue, lambda: not queue.playing)
        experiment = SavedExperiment.read(tmp_path / name)
        assert queue.troubles == {name: "its files could not be written"}
        assert queue.state(name, experiment, state_of(tmp_path / name, experiment)) == BROKEN

    played(tmp_path, work)


# --- whose it is ---


def test_only_its_token_owns_an_experiment() -> None:
    token = saved.new_token()
    experiment = asked(token_hash=saved.hash_of(token))
    assert experiment.is_owned_by(token)
    assert not any(experiment.is_owned_by(other) for other in ("", "x", "\udcff", experiment.token_hash, token[:-1]))
    assert not asked().is_owned_by("")
    assert token not in msgspec.json.encode(experiment).decode()
