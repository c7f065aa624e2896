"""The wire, stores, files and names of the service stay what they were; a rename of Python changes none of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.frozen.current import service

SNAPSHOTS = Path(__file__).parent / "snapshots"


def read(name: str) -> Any:
    """Returns a snapshot."""
    return json.loads((SNAPSHOTS / f"service_{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "name",
    [
        "archived_paths",
        "browser_keys",
        "browser_store",
        "counter_names",
        "entry_point_group",
        "entry_schema",
        "environment_variables",
        "export_files",
        "log_line",
        "logger_names",
        "message_schemas",
        "metrics_text",
        "payload_schemas",
        "postgres_statements",
        "protocol_version",
        "record_file",
        "routes",
        "tournament_entry_schema",
        "written_store",
    ],
)
def test_data_is_as_it_was(name: str) -> None:
    assert getattr(service, name)() == read(name)


def test_requests_are_read_and_written_as_they_were() -> None:
    texts = read("requests")
    assert service.reread_requests(texts) == texts
    assert {json.loads(text)["do"] for text in texts} == tags("message_schemas", "client")


def test_replies_are_read_and_written_as_they_were() -> None:
    texts = read("replies")
    assert service.reread_replies(texts) == texts
    assert {json.loads(text)["is"] for text in texts} == tags("message_schemas", "server")


def test_entries_are_read_and_written_as_they_were() -> None:
    texts = read("entries")
    assert service.reread_entries(texts) == texts
    assert {json.loads(text)["type"] for text in texts} == {kind["tag"][1] for kind in read("entry_schema")[1:]}


def tags(name: str, part: str) -> set[str]:
    """Returns the tags of a union of messages."""
    return {kind["tag"][1] for kind in read(name)[part][1:]}


def test_a_session_is_told_in_the_same_words() -> None:
    expected = read("session")
    assert service.session(expected["script"]) == expected["heard"]


def test_http_answers_keep_their_keys() -> None:
    expected = read("http_answers")
    assert service.http_answers(list(expected)) == expected


def test_the_admin_socket_answers_as_before() -> None:
    expected = read("admin_talk")
    assert service.admin_talk([line for line, _ in expected["answers"]]) == expected


def test_an_archived_table_of_today_can_be_read() -> None:
    parts = read("archived_table")
    assert service.reread_archive(parts) == parts


def test_a_store_of_today_can_be_copied_read_and_replayed() -> None:
    script = (SNAPSHOTS / "service_store.sql").read_text(encoding="utf-8")
    assert service.opened_store(script) == read("opened_store")


def test_a_record_of_today_can_be_read_and_replayed() -> None:
    text = read("record_file")
    assert service.reread_record(text) == (text, 1 + len(json.loads(text)["moves"]))
