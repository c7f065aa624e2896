/** The rules: contents, search and an anchor per clause; in a dialog or as a page. */

import { h, one } from "./dom.js";

/** @typedef {import("./dom.js").VNode} VNode */

/** Pattern of a clause number, such as CB-14. */
export const NUMBER = "[A-Z]{1,3}-[A-Z]?\\d+";
const DEFINED = new RegExp(`^\\s*\\*\\*(${NUMBER})\\b`);

/** Parses RULES.md into vnodes: headings, lists, tables, paragraphs. @param {string} text */
export function markdown(text) {
  /** @type {VNode[]} */
  const out = [];
  const lines = text.split("\n");
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) {
      at++;
    } else if (/^#{1,6} /.test(line)) {
      const level = Math.min(5, line.indexOf(" ") + 1);
      out.push(h(`h${level}`, { id: `part-${out.length}`, tabindex: -1 }, inline(line.replace(/^#+ /, ""))));
      at++;
    } else if (line.startsWith("```")) {
      const code = [];
      for (at++; at < lines.length && !lines[at].startsWith("```"); at++) code.push(lines[at]);
      at++;
      out.push(h("pre", { tabindex: 0 }, code.join("\n")));
    } else if (/^\s*\|/.test(line)) {
      const rows = [];
      for (; at < lines.length && /^\s*\|/.test(lines[at]); at++)
        rows.push(
          lines[at]
            .trim()
            .replace(/^\||\|$/g, "")
            .split("|"),
        );
      out.push(table(rows));
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const items = [];
      for (
        ;
        at < lines.length &&
        (/^\s*([-*]|\d+\.) /.test(lines[at]) || (/^\s{2,}\S/.test(lines[at]) && !/^\s*\|/.test(lines[at])));
        at++
      ) {
        if (/^\s*([-*]|\d+\.) /.test(lines[at])) items.push(lines[at].replace(/^\s*([-*]|\d+\.) /, ""));
        else items[items.length - 1] += ` ${lines[at].trim()}`;
      }
      out.push(
        h(
          "ul",
          {},
          items.map((item) => h("li", anchor(item), inline(item))),
        ),
      );
    } else {
      const words = [];
      for (; at < lines.length && lines[at].trim() && !/^(#|\||```|\s*([-*]|\d+\.) )/.test(lines[at]); at++)
        words.push(lines[at].trim());
      const whole = words.join(" ");
      out.push(h("p", anchor(whole), inline(whole)));
    }
  }
  return out;
}

/** @param {string[][]} rows */
function table(rows) {
  const body = rows.filter((row) => !row.every((cell) => /^\s*:?-+:?\s*$/.test(cell)));
  const headed = body.length < rows.length;
  return h(
    "div",
    {
      class: "scroll-x",
      tabindex: 0,
      role: "region",
      "aria-label": `Table: ${body[0]
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(", ")}`,
    },
    h(
      "table",
      {},
      headed
        ? h(
            "thead",
            {},
            h(
              "tr",
              {},
              body[0].map((cell) => (cell.trim() ? h("th", { scope: "col" }, inline(cell.trim())) : h("td"))),
            ),
          )
        : null,
      h(
        "tbody",
        {},
        body.slice(headed ? 1 : 0).map((row) =>
          h(
            "tr",
            anchor(row[0]),
            row.map((cell) => h("td", {}, inline(cell.trim()))),
          ),
        ),
      ),
    ),
  );
}

/** Returns the `id` of a text that defines a clause. @param {string} text */
function anchor(text) {
  const found = DEFINED.exec(text);
  return found ? { id: `clause-${found[1]}` } : {};
}

/**
 * @param {string} text
 * @returns {(VNode | string)[]}
 */
function inline(text) {
  const parts = text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/g);
  return parts.map((part) => {
    if (part.startsWith("**")) return h("strong", {}, inline(part.slice(2, -2)));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("*") && part.length > 2) return h("em", {}, inline(part.slice(1, -1)));
    if (part.startsWith("[")) return part.slice(1, part.indexOf("]"));
    return part;
  });
}

/** The rulebook as a vnode: contents and search beside the text. @param {string} text */
export function rulebook(text) {
  const made = markdown(text);
  const parts = made.filter((block) => block.tag === "h3");
  return h(
    "div",
    { class: "rulebook" },
    h(
      "div",
      { class: "rule-finder" },
      h("input", {
        type: "search",
        placeholder: "Search the rules",
        "aria-label": "Search the rules",
        oninput: (/** @type {{ target: HTMLInputElement }} */ event) => search(event.target),
      }),
      h("p", { class: "found-count", role: "status" }),
      parts.length
        ? h(
            "nav",
            { "aria-label": "Contents" },
            h(
              "ul",
              {},
              parts.map((part) =>
                h(
                  "li",
                  {},
                  h(
                    "button",
                    {
                      type: "button",
                      class: "quiet",
                      onclick: (/** @type {{ target: Element }} */ event) => goTo(event.target, part.props.id),
                    },
                    part.children,
                  ),
                ),
              ),
            ),
          )
        : null,
    ),
    h("div", { class: "rules" }, made),
  );
}

/**
 * @param {Element} button
 * @param {string} id
 */
function goTo(button, id) {
  const book = bookAround(button);
  /** @type {HTMLInputElement} */
  const field = one("input", book);
  if (field.value) {
    field.value = "";
    search(field);
  }
  /** @type {HTMLElement} */
  const part = one(`#${id}`, book);
  part.scrollIntoView({ block: "start" });
  part.focus({ preventScroll: true });
}

/** @param {Element} node */
const bookAround = (node) => /** @type {Element} */ (node.closest(".rulebook"));

/** Shows only blocks that contain all words, with their headings. @param {HTMLInputElement} field */
function search(field) {
  const book = bookAround(field);
  /** @type {HTMLElement} */
  const text = one(".rules", book);
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (/** @type {Element} */ node) => wanted.every((word) => node.textContent.toLowerCase().includes(word));
  let places = 0;
  for (const block of /** @type {HTMLCollectionOf<HTMLElement>} */ (text.children)) {
    if (/^H\d$/.test(block.tagName)) continue;
    const items = [.../** @type {NodeListOf<HTMLElement>} */ (block.querySelectorAll("li, tbody tr"))];
    const hits = items.length ? items.filter(holds) : holds(block) ? [block] : [];
    for (const item of items) item.hidden = !hits.includes(item);
    block.hidden = !hits.length;
    places += hits.length;
  }
  for (const heading of /** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll("h1, h2, h3, h4, h5"))) {
    const level = Number(heading.tagName[1]);
    let shown = false;
    for (
      let next = /** @type {HTMLElement | null} */ (heading.nextElementSibling);
      next;
      next = /** @type {HTMLElement | null} */ (next.nextElementSibling)
    ) {
      const deeper = /^H\d$/.test(next.tagName);
      if (deeper && Number(next.tagName[1]) <= level) break;
      if (!deeper && !next.hidden) shown = true;
    }
    heading.hidden = !shown;
  }
  one(".found-count", book).textContent = !wanted.length
    ? ""
    : places === 0
      ? "Nothing found."
      : places === 1
        ? "1 match"
        : `${places} matches`;
}

/**
 * Scrolls to a clause such as CB-14; false if there is none.
 * @param {ParentNode} book
 * @param {string} clause
 */
export function showClause(book, clause) {
  const found = book.querySelector(`#${CSS.escape(`clause-${clause}`)}`);
  if (!found) return false;
  found.classList.add("found");
  found.scrollIntoView({ block: "center" });
  return true;
}
