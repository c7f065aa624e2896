"""A rough sense of what is good in Battle Puno."""

from __future__ import annotations

from rumpus.core.contract import Judge


class PunoJudge(Judge):
    """Has no opinion yet."""
