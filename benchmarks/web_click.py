"""From a click to one's own screen: a real Chromium on loopback, the move durably committed in between.

python benchmarks/web_click.py
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from rumpus.testing.browsers import PageUser, open_browser
from tests.web.house import House

CLICK = """async () => {
    const board = document.querySelector("#board");
    const before = board.textContent;
    const began = performance.now();
    document.querySelector(".option").click();
    while (board.textContent === before) await new Promise((done) => setTimeout(done));
    await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - began;
}"""


def main() -> None:
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        # The bots take their time, so that what is measured is one's own move alone.
        house = House(Path(folder), pause=0.4).start()
        try:
            with open_browser() as browser:
                ann = PageUser(browser, house.url)
                sizes: list[int] = []
                ann.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
                ann.lobby("Ann")
                ann.page.wait_for_load_state("networkidle")
                print(f"lobby page in all            {sum(sizes) / 1000:.0f} KB")
                for _ in range(8):
                    ann.lobby("Ann").get_by_role("button", name="Play Pigeons now").click()
                    for _ in range(4):
                        ann.page.wait_for_selector(".option")
                        times.append(ann.page.evaluate(CLICK))
                ann.close()
        finally:
            house.close()
    times.sort()
    median = statistics.median(times)
    print(f"click to own screen          median {median:.0f} ms, worst {times[-1]:.0f} ms ({len(times)} clicks)")


if __name__ == "__main__":
    main()
