"""Whole games played by keyboard and accessibility tree alone, as a person with a screen reader plays."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page

from rumpus.testing.browsers import DECIDED, DECISION, PageUser, next_to_play
from tests.web.local_server import LocalServer
from tests.web.scenarios import table_of

MAX_TABS = 60
"""Tab presses within which every control of a decision is reached from the board."""
MAX_STEPS = 8
"""Controls pressed for one decision."""
GAMES: dict[str, dict[str, object]] = {"cat_brawl": {"max_rounds": 8}, "defend_the_city": {}}
"""Games with options that keep them short."""
CHANGE_MS = 30
CHANGE_TRIES = 20
"""How often to look for what a press has changed: a radio button that was chosen already changes nothing."""
OTHERS = ("", "Status", "Result", "Log")
"""Regions without controls of a decision. Each drawing names its own."""


@dataclass(frozen=True)
class Control:
    """A button, radio button or other thing to press, as the accessibility tree tells it."""

    role: str
    name: str
    region: str
    group: str
    disabled: bool = False


class ScreenReader:
    """Reads a page's accessibility tree, and nothing else of the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._tools = page.context.new_cdp_session(page)
        self._tools.send("Accessibility.enable")
        self.focused: tuple[str, str] = ("", "")
        """Role and name of the focused element, when the tree was last read."""
        self.question = ""
        """The text of the strip."""

    def read(self) -> list[Control]:
        """Returns the controls in the order of the document."""
        nodes = {node["nodeId"]: node for node in self._tools.send("Accessibility.getFullAXTree")["nodes"]}
        root = next(iter(nodes.values()))
        found: list[Control] = []
        strip: list[str] = []
        waiting = [(root, "", "")]
        while waiting:
            node, region, group = waiting.pop()
            role, name = str(node["role"]["value"]), str(node.get("name", {}).get("value", ""))
            facts = {fact["name"]: fact["value"].get("value") for fact in node.get("properties", [])}
            if not node["ignored"]:
                if role == "region":
                    region = name
                elif role in ("group", "radiogroup"):
                    group = name
                elif role in ("button", "radio"):
                    found.append(Control(role, name, region, group, bool(facts.get("disabled"))))
                elif role == "StaticText" and region == "Status":
                    strip.append(name)
                if facts.get("focused"):
                    self.focused = (role, name)
            children = [nodes[child] for child in node.get("childIds", []) if child in nodes]
            waiting.extend((child, region, group) for child in reversed(children))
        self.question = " ".join(strip)
        return found

    def press(self, wanted: Control) -> None:
        """Walks to a control by Tab, and presses Enter."""
        self.page.keyboard.press("b")
        for _ in range(MAX_TABS):
            self.page.keyboard.press("Tab")
            self.read()
            if self.focused == (wanted.role, wanted.name):
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"Tab does not lead to {wanted}.")

    def asked(self) -> list[Control]:
        """Returns the controls of the decision, checking that the question and each of them can be told."""
        controls = [control for control in self.read() if control.region not in OTHERS]
        assert self.question.startswith("Your turn"), self.question
        assert len(self.question) > len("Your turn") + 3, "nothing says what is asked"
        assert all(control.name for control in controls), controls
        return controls


def decide(reader: ScreenReader, number: int, at: str) -> None:
    """Makes a decision by what the tree offers: one radio button of each group, or a button, then what confirms it."""
    page = reader.page
    pressed: list[Control] = []
    before = reader.asked()
    while len(pressed) < MAX_STEPS:
        able = [control for control in before if not control.disabled and control not in pressed]
        chosen_groups = {control.group for control in pressed if control.role == "radio"}
        radios = [control for control in able if control.role == "radio" and control.group not in chosen_groups]
        buttons = [control for control in able if control.role == "button"]
        if radios:
            choices = [control for control in radios if control.group == radios[0].group]
            chosen = choices[(number + len(choices) // 2) % len(choices)]
        else:  # the last button confirms; it can be pressed once something is chosen
            chosen = buttons[-1] if pressed else buttons[number % len(buttons)]
        reader.press(chosen)
        pressed.append(chosen)
        for _ in range(CHANGE_TRIES):
            page.wait_for_timeout(CHANGE_MS)
            now = [control for control in reader.read() if control.region not in OTHERS]
            if page.evaluate(DECIDED, at):
                return
            if now != before:
                before = now
                break
    raise AssertionError(f"no decision is made by pressing {pressed}")


@pytest.mark.parametrize(("name", "options"), GAMES.items(), ids=GAMES)
def test_a_whole_game_by_keyboard_and_accessibility_tree_alone(
    browser: Browser, service: LocalServer, name: str, options: dict[str, object]
) -> None:
    ann = PageUser(browser, service.url, calm=True)
    ann.go(table_of(service, name, options, "random")[1])
    reader = ScreenReader(ann.page)
    decisions = 0
    while next_to_play([ann]):
        decide(reader, decisions, ann.page.evaluate(DECISION))
        decisions += 1
        assert decisions < 300, "this game does not come to an end"
    assert decisions >= 4
    assert any(control.region == "Result" and control.name == "Rematch" for control in reader.read())
    ann.close()
