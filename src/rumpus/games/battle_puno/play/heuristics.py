from __future__ import annotations
from rumpus.core.contract import Judge


class PunoJudge(Judge):
    pass
