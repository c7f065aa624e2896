/** What an author sees besides the page: what is wrong with the last save, what became of the table, and the laws. */

import { h, morph, one } from "../js/dom.js";

/**
 * @typedef {{ file: string, line: number, code: string }} CodeSpot
 * @typedef {{ sentence: string, trail: CodeSpot[] }} Mistake
 * @typedef {{ law: string, sentence: string }} BrokenPromise
 * @typedef {{ version: number, notes: Record<string, string>, mistake: Mistake | null, laws: { state: string, broken: BrokenPromise[] } }} DevNews
 */

/** Milliseconds between two looks. While a server takes over from another, a look waits until it is there. */
const PAUSE = 250;
/** The rules that this page was made for: it is of no use under others. */
const version = Number(one("script[data-version]").dataset.version);
const table = location.pathname.startsWith("/t/") ? location.pathname.slice(3) : "";
const root = document.createElement("aside");
root.className = "dev";
root.setAttribute("aria-label", "Your work on this game");
document.body.append(root);

/** @type {DevNews | null} */
let news = null;
/** What the drawing has thrown, if it has. */
let failed = "";
/** What was put aside by hand: the mistake, and whether the note and the list of laws are open. */
let aside = "";
let noted = true;
let listed = false;

async function look() {
  try {
    news = await (await fetch("/dev/news")).json();
    if (news && news.version !== version) location.reload();
    draw();
  } catch {
    // Nobody is there just now; the next look will tell.
  }
  setTimeout(look, PAUSE);
}

function draw() {
  const note = (news && news.notes[table]) || "";
  morph(root, [
    laws(),
    mistakeOf(news?.mistake ?? null),
    failed ? h("p", { key: "drawing", class: "dev-note dev-warn", role: "alert" }, `Your drawing fails, so the plain one is shown: ${failed}`) : null,
    note && noted
      ? h("p", { key: "note", class: "dev-note", role: "status" }, note, " ", h("button", { type: "button", onclick: () => ((noted = false), draw()) }, "All right"))
      : null,
  ]);
}

/** @param {Mistake | null} mistake */
function mistakeOf(mistake) {
  const whole = JSON.stringify(mistake);
  if (!mistake || aside === whole) return null;
  const where = mistake.trail.at(-1);
  return h(
    "section",
    { key: "mistake", class: "dev-mistake", role: "alert" },
    h("h2", {}, "Your last save does not work yet"),
    h("p", { class: "dev-sentence" }, mistake.sentence),
    where ? h("p", { class: "dev-where" }, `${where.file}:${where.line}`) : null,
    h("ol", {}, mistake.trail.map((spot, at) => h("li", { key: at }, h("span", {}, `${spot.file}:${spot.line}`), h("code", {}, spot.code)))),
    h("p", {}, "Until it does, the table goes on by the rules of the save before. This goes away by itself."),
    h("button", { type: "button", onclick: () => ((aside = whole), draw()) }, "Back to the table"),
  );
}

function laws() {
  const { state, broken } = news?.laws ?? { state: "waiting", broken: [] };
  const count = broken.length;
  const words = count ? `${count} ${count === 1 ? "law" : "laws"} broken` : state === "kept" ? "All laws kept" : "Laws are being played …";
  return h(
    "section",
    { key: "laws", class: `dev-laws ${count ? "dev-warn" : ""}` },
    h("button", { type: "button", "aria-expanded": String(listed && count > 0), disabled: !count, onclick: () => ((listed = !listed), draw()) }, words),
    listed && count ? h("ul", {}, broken.map((one, at) => h("li", { key: at }, h("b", {}, one.law), h("span", {}, one.sentence)))) : null,
  );
}

document.addEventListener("drawing-failed", (event) => {
  failed = String(/** @type {CustomEvent} */ (event).detail);
  draw();
});
look();
