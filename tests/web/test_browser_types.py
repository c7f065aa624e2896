"""The browser's types are those of the messages."""

from __future__ import annotations

from typing import get_args

from rumpus.service.runtime import protocol as m
from tools.browser_types import FILE, PHRASES_FILE, phrases, protocol


def test_the_types_for_the_browser_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == protocol(), "run python -m tools.browser_types"


def test_the_phrases_for_the_browser_are_up_to_date() -> None:
    assert PHRASES_FILE.read_text(encoding="utf-8") == phrases(), "run python -m tools.browser_types"


def test_every_message_has_a_type_with_its_tag() -> None:
    text = protocol()
    for kind in (*get_args(m.AnyClientMessage), *get_args(m.AnyServerMessage)):
        config = kind.__struct_config__
        assert f'export interface {kind.__name__} {{\n  {config.tag_field}: "{config.tag}";\n' in text
