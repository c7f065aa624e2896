"""From a save to the page: a game under `rumpus dev`, a real Chromium at its table, and twenty edits of the rules.

python -m benchmarks.dev_saves
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from rumpus.testing.browsers import open_browser
from tests.devtools.desk import Author, saves, sits

SAVES = 20


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        author = Author(Path(folder)).start()
        try:
            with open_browser() as browser:
                times = saves(author, sits(browser, author).page, SAVES)
        finally:
            author.close()
    print(f"save to page         median {statistics.median(times):.2f} s, worst {max(times):.2f} s ({SAVES} saves)")


if __name__ == "__main__":
    main()
