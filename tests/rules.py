"""Which test shows which clause of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])

DEFINED = re.compile(r"\*\*([A-Z]{1,3}-[A-Z]?\d+)\b")


def rule(*clauses: str) -> Callable[[Test], Test]:
    """Marks a test as showing these clauses: `@rule("DC-5")`."""
    mark = pytest.mark.rule(*clauses)

    def marked(test: Test) -> Test:
        return mark(test)  # type: ignore[no-any-return]

    return marked


def clauses_of(rules_text: str) -> list[str]:
    """The clause ids that a RULES.md defines: each stands in bold at its place, as in **DC-5**."""
    return list(dict.fromkeys(DEFINED.findall(rules_text)))
