# ruff: noqa: E501 - the stories are JavaScript
"""The keyed morph: only what differs is touched, so focus, typing, scrolling and flying things survive."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.web.local_server import LocalServer


@pytest.fixture(scope="module")
def page(browser: Browser, service: LocalServer) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(service.url + "/")
    yield page
    page.close()


@pytest.fixture(autouse=True)
def stories_may_run(page: Page) -> None:
    """Opens a page without content policy: ours forbids `new Function`."""
    if page.evaluate("typeof window.lax") == "undefined":
        page.context.add_init_script("window.lax = true")
        page.route("**/static/lax.html", lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
        page.goto(page.url.rstrip("/") + "/static/lax.html")


STORIES: dict[str, tuple[str, object]] = {
    "a reordered list keeps its elements": (
        """
        const list = (keys) => h("ul", {}, keys.map((key) => h("li", { key }, key)));
        morph(root, list(["a", "b", "c", "d"]));
        const before = Object.fromEntries([...root.querySelectorAll("li")].map((li) => [li.textContent, li]));
        morph(root, list(["d", "b", "x", "a"]));
        const now = [...root.querySelectorAll("li")];
        return now.map((li) => li.textContent).join("") + now.map((li) => (before[li.textContent] === li ? 1 : 0)).join("");
        """,
        "dbxa1101",
    ),
    "focus and typing survive": (
        """
        const form = (n) => [n % 2 ? h("p", {}, "above") : null, h("label", { key: "l" }, "name", h("input", { value: "said", "data-draft": "" })), h("p", {}, n)];
        morph(root, form(0));
        const input = root.querySelector("input");
        input.focus();
        input.value = "typed";
        input.setSelectionRange(2, 3);
        for (let n = 1; n < 5; n++) morph(root, form(n));
        const same = root.querySelector("input") === input && document.activeElement === input;
        return [same, input.value, input.selectionStart, root.lastChild.textContent];
        """,
        [True, "typed", 2, "4"],
    ),
    "the focused element is not moved even when the order changes": (
        """
        const list = (keys) => keys.map((key) => h("button", { key }, key));
        morph(root, list(["a", "b", "c", "d"]));
        root.children[2].focus();
        const told = [];
        for (const order of ["cabd", "dcab", "bdac", "xcy", "abcd"]) {
            morph(root, list([...order]));
            told.push(root.textContent + document.activeElement.textContent);
        }
        return told.join(" ");
        """,
        "cabdc dcabc bdacc xcyc abcdc",
    ),
    "a value that we set wins over an old one": (
        """
        const box = (on, text) => [h("input", { type: "checkbox", checked: on }), h("input", { value: text })];
        morph(root, box(true, "a"));
        root.firstChild.click();
        root.lastChild.value = "b";
        morph(root, box(true, "a"));
        return [root.firstChild.checked, root.lastChild.value];
        """,
        [True, "a"],
    ),
    "svg is made as svg and html inside it as html": (
        """
        morph(root, h("svg", { viewBox: "0 0 9 9" }, h("g", {}, h("path", { d: "M0 0h9" })), h("foreignObject", {}, h("b", {}, "x"))));
        return [...root.querySelectorAll("*")].map((node) => node.namespaceURI.split("/").pop() + ":" + node.tagName).join(" ");
        """,
        "svg:svg svg:g svg:path svg:foreignObject xhtml:B",
    ),
    "attributes styles and listeners come and go": (
        """
        const calls = [];
        morph(root, h("button", { class: "a", title: "t", disabled: false, style: { color: "red", "--x": "1" }, onclick: () => calls.push(1) }));
        const button = root.firstChild;
        button.click();
        morph(root, h("button", { class: "b", style: { "--x": "2" }, onclick: () => calls.push(2) }));
        button.click();
        morph(root, h("button", {}));
        button.click();
        return [button === root.firstChild, calls.join(), button.className, button.hasAttribute("title"), button.getAttribute("style") || ""];
        """,
        [True, "1,2", "", False, ""],
    ),
    "a memo is made again only when something changed": (
        """
        let made = 0;
        const cells = (lit) => [0, 1, 2].map((n) => memo(n, [n === lit], () => (made++, h("i", { class: n === lit ? "lit" : "" }, n))));
        morph(root, cells(0));
        const first = [...root.children];
        morph(root, cells(0));
        morph(root, cells(2));
        return [made, first.every((node, n) => node === root.children[n]), root.children[2].className, root.children[0].className];
        """,
        [5, True, "lit", ""],
    ),
    "text and elements mix and nothing is left over": (
        """
        morph(root, ["a ", h("b", {}, "b"), [" c", [null, false, ""], 0]]);
        const one = root.textContent;
        morph(root, [h("b", {}, "only")]);
        return [one, root.innerHTML];
        """,
        ["a b c0", "<b>only</b>"],
    ),
    "text is never markup": (
        """
        morph(root, h("p", { title: '"><img src=x onerror=alert(1)>' }, "<img src=x onerror=alert(1)>"));
        return [root.querySelectorAll("img").length, root.textContent];
        """,
        [0, "<img src=x onerror=alert(1)>"],
    ),
    "two children with one key are a mistake": (
        """
        try { morph(root, [h("i", { key: 1 }), h("i", { key: 1 })]); } catch (error) { return error.message; }
        """,
        "two children have the key 1",
    ),
    "an island keeps what others put there": (
        """
        const frame = (n) => [h("p", {}, n), h("div", { island: true, class: "n" + n })];
        morph(root, frame(1));
        root.lastChild.append(document.createElement("hr"));
        morph(root, frame(2));
        return root.innerHTML;
        """,
        '<p>2</p><div class="n2"><hr></div>',
    ),
    "a key that changes its tag becomes another element": (
        """
        morph(root, [h("i", { key: "x" }, "1"), h("i", { key: "y" })]);
        morph(root, [h("b", { key: "x" }, "2"), h("i", { key: "y" })]);
        return root.innerHTML;
        """,
        "<b>2</b><i></i>",
    ),
    "of 469 hexes only the two that differ are touched": (
        """
        let made = 0;
        const map = (lit) => h("svg", {}, Array.from({ length: 469 }, (_, n) => memo(n, [n === lit], () => (made++, h("g", {}, h("path", { d: "M0 0h9v9z", class: n === lit ? "lit" : "" }), h("text", {}, n))))));
        morph(root, map(0));
        const watch = new MutationObserver(() => {});
        watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
        made = 0;
        for (let n = 1; n < 30; n++) morph(root, map(n));
        return [watch.takeRecords().map((record) => record.type + record.attributeName), made];
        """,
        [["attributesclass"] * 2 * 29, 2 * 29],
    ),
    "the very same vnode is not gone through again": (
        """
        let looks = 0;
        const inner = h("path", { d: "M0 0" });
        const { props } = inner;
        Object.defineProperty(inner, "props", { get: () => (looks++, props) });
        const picture = [h("g", {}, inner), h("g", {}, "other")];
        const draw = (text, parts) => morph(root, [h("p", {}, text), h("svg", { class: text }, parts)]);
        draw("one", picture);
        const before = looks;
        draw("two", picture);
        const same = looks === before && root.querySelector("svg").getAttribute("class") === "two";
        draw("three", [picture[1], picture[0]]);
        return [same, root.querySelector("svg").textContent, root.querySelector("g").childElementCount, root.querySelectorAll("path").length];
        """,
        [True, "other", 0, 1],
    ),
}
"""Scripts with `h`, `memo`, `morph` and an empty `root`, and their results."""


@pytest.mark.parametrize("story", STORIES)
def test_only_what_differs_is_touched(page: Page, story: str) -> None:
    script, expected = STORIES[story]
    found = page.evaluate(
        """async (story) => {
            const { h, memo, morph } = await import("/static/js/ui/dom.js");
            const root = document.createElement("div");
            document.body.append(root);
            try {
                const work = new Function("h", "memo", "morph", "root", `return (async () => {${story}})()`);
                return await work(h, memo, morph, root);
            } finally {
                root.remove();
            }
        }""",
        script,
    )
    assert found == expected
