"""`python -m rumpus.web`: the same as `rumpus serve`."""

from __future__ import annotations

import sys

import typer

from rumpus.core.errors import RumpusError
from rumpus.web.command import serve

if __name__ == "__main__":
    try:
        typer.run(serve)
    except RumpusError as error:
        print(f"rumpus: {error}", file=sys.stderr)
        sys.exit(2)
