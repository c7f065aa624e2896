/** Tooltips for cards, abilities and clauses, and the rules dialog. */

import { h, morph } from "./dom.js";
import { rules, topics } from "./games.js";
import { settings } from "./storage.js";
import { dialog } from "./parts.js";
import { placeBeside } from "./placing.js";
import { NUMBER, rulebook, showClause } from "./rulebook.js";

/** @typedef {import("./dom.js").Child} Child */

const CITED = new RegExp(`(\\b${NUMBER}\\b)`, "g");
/** Matches clauses in brackets at the end of a sentence. */
const BRACKETED = new RegExp(`(\\s*\\(${NUMBER}(?:[,;] (?:${NUMBER}))*\\))`, "g");

/**
 * Opens the rules, at a clause if one is given.
 * @param {string} game
 * @param {string} title
 */
export async function showRules(game, title, clause = "") {
  let text = "";
  try {
    text = await rules(game);
  } catch {
    text = "The rules cannot be loaded at the moment.";
  }
  const { box } = dialog(`Rules of ${title}`, () => rulebook(text), "wide tall");
  if (clause) showClause(box, clause);
}

/**
 * Small button that opens the rules at a clause.
 * @param {string} game
 * @param {string} title
 * @param {string | undefined} clause
 */
export function clauseButton(game, title, clause) {
  return clause
    ? h(
        "button",
        {
          type: "button",
          class: "clause",
          title: `Rule ${clause}`,
          "aria-label": `Rule ${clause}`,
          onclick: () => showRules(game, title, clause),
        },
        clause,
      )
    : null;
}

/**
 * Turns clauses in a text into buttons, if the setting is on.
 * @param {string} game
 * @param {string} title
 * @param {string} text
 */
export function withClauses(game, title, text) {
  // Splitting at a group: every second part is a match.
  const cited = (/** @type {string} */ part) =>
    part.split(CITED).map((piece, number) => (number % 2 ? clauseButton(game, title, piece) : piece));
  return text
    .split(BRACKETED)
    .map((part, number) => (number % 2 ? h("span", { class: "cited" }, cited(part)) : cited(part)));
}

/** Removes clause numbers from a sentence, unless the setting is on. @param {string} text */
export function plainly(text) {
  return settings.numbers ? text : text.replaceAll(BRACKETED, "");
}

// --- tooltips: hover, focus or a long press on elements with data-explain ---

const LONG_PRESS_MS = 450;
/** @type {HTMLElement | null} */
let pop = null;
/** The element that the tooltip explains. @type {HTMLElement | null} */
let shown = null;
/** What it explains, and where the element was. @type {string | undefined} */
let told;
/** @type {DOMRect | null} */
let at = null;
/** The element whose explanation is being fetched or shown. @type {HTMLElement | null} */
let wanted = null;
let timer = 0;
let frame = 0;
let pressed = false;

/**
 * Adds tooltips to `root`. `say(element)` returns vnodes, a text, or null.
 * @param {HTMLElement} root
 * @param {(element: HTMLElement) => Child | Promise<Child>} say
 */
export function popUps(root, say) {
  const show = async (/** @type {HTMLElement} */ node) => {
    wanted = node;
    const name = node.dataset.explain;
    const vnodes = await say(node);
    // The pointer may have left while the server answered.
    if (wanted !== node) return;
    if (!vnodes || !node.isConnected || node.dataset.explain !== name || isBehindResult(node)) return hide();
    pop ||= Object.assign(document.createElement("div"), { className: "pop", id: "pop" });
    pop.setAttribute("role", "tooltip");
    if (!pop.isConnected) (document.querySelector("dialog[open]") || document.body).append(pop);
    morph(pop, [vnodes]);
    shown = node;
    told = name;
    place();
    watch();
  };
  const find = (/** @type {Event} */ event) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-explain]"));
  root.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    const node = find(event);
    if (node) timer = setTimeout(() => show(node), 250);
    else hide();
  });
  root.addEventListener("pointerout", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    if (find(event)) hide();
  });
  root.addEventListener("focusin", (event) => {
    const node = find(event);
    if (node?.matches(":focus-visible")) show(node);
  });
  root.addEventListener("focusout", hide);
  root.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    pressed = false;
    const node = find(event);
    hide();
    clearTimeout(timer);
    if (node) {
      timer = setTimeout(() => {
        pressed = true;
        show(node);
      }, LONG_PRESS_MS);
    }
  });
  for (const kind of /** @type {const} */ (["pointerup", "pointercancel", "pointermove"])) {
    root.addEventListener(kind, (event) => {
      if (event.pointerType === "mouse") return;
      if (kind === "pointermove" && Math.hypot(event.movementX, event.movementY) < 4) return;
      clearTimeout(timer);
    });
  }
  // A long press explains; it must not also play.
  root.addEventListener(
    "click",
    (event) => {
      if (pressed) {
        event.preventDefault();
        event.stopPropagation();
        pressed = false;
      }
    },
    true,
  );
  root.addEventListener(
    "contextmenu",
    (event) => find(event) && event.pointerType === "touch" && event.preventDefault(),
  );
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

/** Hides the tooltip. */
export function hide() {
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  wanted = shown = null;
  pop?.remove();
}

/** Follows the element in every frame. Hides the tooltip once the element is gone or shows something else. */
function watch() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    const box = shown?.getBoundingClientRect();
    if (!shown?.isConnected || !box?.width || shown.dataset.explain !== told || isBehindResult(shown)) return hide();
    if (box.left !== at?.left || box.top !== at?.top) place();
    watch();
    return undefined;
  });
}

/** True if the result of the game covers the element. @param {Element} node */
function isBehindResult(node) {
  const result = document.querySelector(".ending-veil");
  return Boolean(result && !result.contains(node));
}

/** Positions the tooltip beside its element, and below the title bar. */
function place() {
  if (!pop || !shown) return;
  at = shown.getBoundingClientRect();
  const bar = document.querySelector("header.bar");
  const top = bar && !bar.contains(shown) && pop.parentNode === document.body ? bar.getBoundingClientRect().bottom : 0;
  placeBeside(pop, shown, { left: 0, top, right: innerWidth, bottom: innerHeight });
}

/**
 * Help topics of a game by lower-case name.
 * @param {string} game
 * @returns {Promise<Map<string, import("../protocol.js").TopicInfo>>}
 */
export async function lookUp(game) {
  try {
    return new Map((await topics(game)).map((topic) => [topic.name.toLowerCase(), topic]));
  } catch {
    return new Map();
  }
}
