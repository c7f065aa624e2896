/** What a card, an ability or a clause means: small pop-ups, and the rules in full. */

import { h, morph } from "./dom.js";
import { rules, topics } from "./games.js";
import { settings } from "./keep.js";
import { dialog } from "./parts.js";
import { placeBeside } from "./placing.js";
import { NUMBER, rulebook, showClause } from "./rulebook.js";

const CITED = new RegExp(`(\\b${NUMBER}\\b)`, "g");
/** Clauses in brackets at the end of a sentence, brackets and all. */
const BRACKETED = new RegExp(`(\\s*\\(${NUMBER}(?:[,;] (?:${NUMBER}))*\\))`, "g");

/** The rules in full, opened at a clause if one is named. */
export async function showRules(game, title, clause = "") {
  let text = "";
  try {
    text = await rules(game);
  } catch {
    text = "The rules cannot be read at the moment.";
  }
  const { box } = dialog(`Rules of ${title}`, () => rulebook(text), "wide tall");
  if (clause) showClause(box, clause);
}

/** A clause as a small button that opens the rules there. */
export function clauseButton(game, title, clause) {
  return clause
    ? h("button", { type: "button", class: "clause", title: `Rule ${clause}`, "aria-label": `Rule ${clause}`, onclick: () => showRules(game, title, clause) }, clause)
    : null;
}

/** Text in which clauses can be pressed, where somebody wants to see them. */
export function withClauses(game, title, text) {
  // Split at a group: every second part is what was looked for.
  const cited = (part) => part.split(CITED).map((piece, number) => (number % 2 ? clauseButton(game, title, piece) : piece));
  return text.split(BRACKETED).map((part, number) => (number % 2 ? h("span", { class: "cited" }, cited(part)) : cited(part)));
}

/** A sentence without the numbers of its clauses, unless somebody wants to see them. */
export function plainly(text) {
  return settings.numbers ? text : text.replaceAll(BRACKETED, "");
}

// --- pop-ups: hover, focus or a long press on anything with data-explain ---

const LONG = 450;
let pop = null;
/** What the pop-up explains. */
let shown = null;
let timer = 0;
let pressed = false;

/** Explains what stands under the pointer; `say(element)` gives wishes, a text, or null. */
export function popUps(root, say) {
  const show = async (node) => {
    const wishes = await say(node);
    if (!wishes || !node.isConnected) return hide();
    pop ||= Object.assign(document.createElement("div"), { className: "pop", id: "pop" });
    pop.setAttribute("role", "tooltip");
    if (!pop.isConnected) (document.querySelector("dialog[open]") || document.body).append(pop);
    morph(pop, [wishes]);
    shown = node;
    place();
  };
  const find = (event) => event.target.closest?.("[data-explain]");
  root.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    const node = find(event);
    if (node) timer = setTimeout(() => show(node), 250);
    else hide();
  });
  root.addEventListener("pointerout", (event) => event.pointerType === "mouse" && (clearTimeout(timer), find(event) && hide()));
  root.addEventListener("focusin", (event) => {
    const node = find(event);
    if (node && node.matches(":focus-visible")) show(node);
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
      }, LONG);
    }
  });
  for (const kind of ["pointerup", "pointercancel", "pointermove"]) {
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
  root.addEventListener("contextmenu", (event) => find(event) && event.pointerType === "touch" && event.preventDefault());
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  // What scrolls elsewhere, the story for one, is no reason to fall silent; what is explained takes its pop-up along.
  const follow = (event) => pop?.isConnected && event.target.contains(shown) && (shown.isConnected ? place() : hide());
  document.addEventListener("scroll", follow, { passive: true, capture: true });
}

export function hide() {
  clearTimeout(timer);
  pop?.remove();
}

function place() {
  placeBeside(pop, shown);
}

/** The topics of a game by their name in lower case, for looking words up. */
export async function lookUp(game) {
  try {
    return new Map((await topics(game)).map((topic) => [topic.name.toLowerCase(), topic]));
  } catch {
    return new Map();
  }
}
