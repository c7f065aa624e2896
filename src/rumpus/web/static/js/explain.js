/** What a card, an ability or a clause means: small pop-ups, and the rules in full. */

import { h, morph } from "./dom.js";
import { rules, topics } from "./games.js";
import { settings } from "./keep.js";
import { dialog } from "./parts.js";

/** The number of a clause, as in CB-14. */
const NUMBER = "[A-Z]{1,3}-[A-Z]?\\d+";
const CITED = new RegExp(`(\\b${NUMBER}\\b)`, "g");
/** Clauses in brackets at the end of a sentence, brackets and all. */
const BRACKETED = new RegExp(`(\\s*\\(${NUMBER}(?:[,;] (?:${NUMBER}))*\\))`, "g");
const DEFINED = new RegExp(`^\\s*\\*\\*(${NUMBER})\\b`);

/** RULES.md as wishes: headings, lists, tables, paragraphs; every clause is an anchor. */
export function markdown(text) {
  const out = [];
  const lines = text.split("\n");
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) {
      at++;
    } else if (/^#{1,6} /.test(line)) {
      const level = Math.min(5, line.indexOf(" ") + 1);
      out.push(h(`h${level}`, {}, inline(line.replace(/^#+ /, ""))));
      at++;
    } else if (line.startsWith("```")) {
      const code = [];
      for (at++; at < lines.length && !lines[at].startsWith("```"); at++) code.push(lines[at]);
      at++;
      out.push(h("pre", { tabindex: 0 }, code.join("\n")));
    } else if (/^\s*\|/.test(line)) {
      const rows = [];
      for (; at < lines.length && /^\s*\|/.test(lines[at]); at++) rows.push(lines[at].trim().replace(/^\||\|$/g, "").split("|"));
      out.push(table(rows));
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const items = [];
      for (; at < lines.length && (/^\s*([-*]|\d+\.) /.test(lines[at]) || (/^\s{2,}\S/.test(lines[at]) && !/^\s*\|/.test(lines[at]))); at++) {
        if (/^\s*([-*]|\d+\.) /.test(lines[at])) items.push(lines[at].replace(/^\s*([-*]|\d+\.) /, ""));
        else items[items.length - 1] += ` ${lines[at].trim()}`;
      }
      out.push(h("ul", {}, items.map((item) => h("li", anchor(item), inline(item)))));
    } else {
      const words = [];
      for (; at < lines.length && lines[at].trim() && !/^(#|\||```|\s*([-*]|\d+\.) )/.test(lines[at]); at++) words.push(lines[at].trim());
      const whole = words.join(" ");
      out.push(h("p", anchor(whole), inline(whole)));
    }
  }
  return out;
}

function table(rows) {
  const body = rows.filter((row) => !row.every((cell) => /^\s*:?-+:?\s*$/.test(cell)));
  const headed = body.length < rows.length;
  return h(
    "div",
    { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Table" },
    h(
      "table",
      {},
      headed ? h("thead", {}, h("tr", {}, body[0].map((cell) => h("th", { scope: "col" }, inline(cell.trim()))))) : null,
      h("tbody", {}, body.slice(headed ? 1 : 0).map((row) => h("tr", anchor(row[0]), row.map((cell) => h("td", {}, inline(cell.trim())))))),
    ),
  );
}

function anchor(text) {
  const found = DEFINED.exec(text);
  return found ? { id: `clause-${found[1]}` } : {};
}

function inline(text) {
  const parts = text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/g);
  return parts.map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("*") && part.length > 2) return h("em", {}, part.slice(1, -1));
    if (part.startsWith("[")) return part.slice(1, part.indexOf("]"));
    return part;
  });
}

/** The rules in full, opened at a clause if one is named. */
export async function showRules(game, title, clause = "") {
  let text = "";
  try {
    text = await rules(game);
  } catch {
    text = "The rules cannot be read at the moment.";
  }
  const made = markdown(text);
  const { box } = dialog(`Rules of ${title}`, () => h("div", { class: "rules" }, made), "wide");
  const found = clause && box.querySelector(`#${CSS.escape(`clause-${clause}`)}`);
  if (found) {
    found.classList.add("found");
    found.scrollIntoView({ block: "center" });
  }
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
  const box = shown.getBoundingClientRect();
  const own = pop.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, box.left + box.width / 2 - own.width / 2));
  const above = box.top - own.height - 8;
  pop.style.setProperty("left", `${left}px`);
  pop.style.setProperty("top", `${above > 8 ? above : Math.min(innerHeight - own.height - 8, box.bottom + 8)}px`);
}

/** The topics of a game by their name in lower case, for looking words up. */
export async function lookUp(game) {
  try {
    return new Map((await topics(game)).map((topic) => [topic.name.toLowerCase(), topic]));
  } catch {
    return new Map();
  }
}
