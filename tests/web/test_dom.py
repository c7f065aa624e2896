# ruff: noqa: E501 - the stories are JavaScript
"""The keyed morph: only what differs is touched, so focus, typing, scrolling and flying things survive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.house import House


@pytest.fixture(scope="module")
def page(browser: Browser, house: House) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(house.url + "/")
    yield page
    page.close()


def run(page: Page, story: str) -> Any:
    """A story in the page, with `h`, `memo`, `morph` and an empty `root`."""
    return page.evaluate(
        """async (story) => {
            const { h, memo, morph } = await import("/static/js/dom.js");
            const root = document.createElement("div");
            document.body.append(root);
            try {
                const work = new Function("h", "memo", "morph", "root", `return (async () => {${story}})()`);
                return await work(h, memo, morph, root);
            } finally {
                root.remove();
            }
        }""",
        story,
    )


@pytest.fixture(autouse=True)
def stories_may_run(page: Page) -> None:
    """The page's own policy forbids making functions from text, rightly; these tests use a page without it."""
    if page.evaluate("typeof window.lax") == "undefined":
        page.context.add_init_script("window.lax = true")
        page.route("**/static/lax.html", lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
        page.goto(page.url.rstrip("/") + "/static/lax.html")


def test_a_reordered_list_keeps_its_elements(page: Page) -> None:
    assert (
        run(
            page,
            """
        const list = (keys) => h("ul", {}, keys.map((key) => h("li", { key }, key)));
        morph(root, list(["a", "b", "c", "d"]));
        const before = Object.fromEntries([...root.querySelectorAll("li")].map((li) => [li.textContent, li]));
        morph(root, list(["d", "b", "x", "a"]));
        const now = [...root.querySelectorAll("li")];
        return now.map((li) => li.textContent).join("") + now.map((li) => (before[li.textContent] === li ? 1 : 0)).join("");
        """,
        )
        == "dbxa1101"
    )


def test_focus_and_typing_survive(page: Page) -> None:
    assert run(
        page,
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
    ) == [True, "typed", 2, "4"]


def test_the_focused_element_is_not_moved_even_when_the_order_changes(page: Page) -> None:
    assert (
        run(
            page,
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
        )
        == "cabdc dcabc bdacc xcyc abcdc"
    )


def test_a_value_that_we_set_wins_over_an_old_one(page: Page) -> None:
    assert run(
        page,
        """
        const box = (on, text) => [h("input", { type: "checkbox", checked: on }), h("input", { value: text })];
        morph(root, box(true, "a"));
        root.firstChild.click();
        root.lastChild.value = "b";
        morph(root, box(true, "a"));
        return [root.firstChild.checked, root.lastChild.value];
        """,
    ) == [True, "a"]


def test_svg_is_made_as_svg_and_html_inside_it_as_html(page: Page) -> None:
    assert (
        run(
            page,
            """
        morph(root, h("svg", { viewBox: "0 0 9 9" }, h("g", {}, h("path", { d: "M0 0h9" })), h("foreignObject", {}, h("b", {}, "x"))));
        return [...root.querySelectorAll("*")].map((node) => node.namespaceURI.split("/").pop() + ":" + node.tagName).join(" ");
        """,
        )
        == "svg:svg svg:g svg:path svg:foreignObject xhtml:B"
    )


def test_attributes_styles_and_listeners_come_and_go(page: Page) -> None:
    assert run(
        page,
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
    ) == [True, "1,2", "", False, ""]


def test_a_memo_is_made_again_only_when_something_changed(page: Page) -> None:
    assert run(
        page,
        """
        let made = 0;
        const cells = (lit) => [0, 1, 2].map((n) => memo(n, [n === lit], () => (made++, h("i", { class: n === lit ? "lit" : "" }, n))));
        morph(root, cells(0));
        const first = [...root.children];
        morph(root, cells(0));
        morph(root, cells(2));
        return [made, first.every((node, n) => node === root.children[n]), root.children[2].className, root.children[0].className];
        """,
    ) == [5, True, "lit", ""]


def test_text_and_elements_mix_and_nothing_is_left_over(page: Page) -> None:
    assert run(
        page,
        """
        morph(root, ["a ", h("b", {}, "b"), [" c", [null, false, ""], 0]]);
        const one = root.textContent;
        morph(root, [h("b", {}, "only")]);
        return [one, root.innerHTML];
        """,
    ) == ["a b c0", "<b>only</b>"]


def test_text_is_never_markup(page: Page) -> None:
    assert run(
        page,
        """
        morph(root, h("p", { title: '"><img src=x onerror=alert(1)>' }, "<img src=x onerror=alert(1)>"));
        return [root.querySelectorAll("img").length, root.textContent];
        """,
    ) == [0, "<img src=x onerror=alert(1)>"]


def test_two_children_with_one_key_are_a_mistake(page: Page) -> None:
    assert run(
        page,
        """try { morph(root, [h("i", { key: 1 }), h("i", { key: 1 })]); } catch (error) { return error.message; }""",
    ) == ("two children have the key 1")


def test_an_island_keeps_what_others_put_there(page: Page) -> None:
    assert (
        run(
            page,
            """
        const frame = (n) => [h("p", {}, n), h("div", { island: true, class: "n" + n })];
        morph(root, frame(1));
        root.lastChild.append(document.createElement("hr"));
        morph(root, frame(2));
        return root.innerHTML;
        """,
        )
        == '<p>2</p><div class="n2"><hr></div>'
    )


def test_a_key_that_changes_its_tag_becomes_another_element(page: Page) -> None:
    assert (
        run(
            page,
            """
        morph(root, [h("i", { key: "x" }, "1"), h("i", { key: "y" })]);
        morph(root, [h("b", { key: "x" }, "2"), h("i", { key: "y" })]);
        return root.innerHTML;
        """,
        )
        == "<b>2</b><i></i>"
    )


def test_of_469_hexes_only_the_two_that_differ_are_touched(page: Page) -> None:
    touched, made = run(
        page,
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
    )
    assert made == 2 * 29
    assert touched == ["attributesclass"] * (2 * 29)


def test_the_very_same_wish_is_not_gone_through_again(page: Page) -> None:
    assert run(
        page,
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
    ) == [True, "other", 0, 1]
