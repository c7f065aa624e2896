/** The author's overlay: errors of the last save, the table's state, and broken laws. */

import { h, morph, one } from "../js/ui/dom.js";

/**
 * @typedef {{ file: string, line: number, code: string }} CodeSpot
 * @typedef {{ sentence: string, trail: CodeSpot[] }} Mistake
 * @typedef {{ law: string, sentence: string }} LawViolation
 * @typedef {{ version: number, notes: Record<string, string>, mistake: Mistake | null, laws: { state: string, broken: LawViolation[] } }} DevNews
 */

/** Milliseconds between two polls. During a server restart, a poll waits for the new server. */
const POLL_MS = 250;
/** Version of the rules that this page was made for; other versions need a reload. */
const version = Number(one("script[data-version]").dataset.version);
const table = location.pathname.startsWith("/t/") ? location.pathname.slice(3) : "";
const root = document.createElement("aside");
root.className = "dev";
root.setAttribute("aria-label", "Your game");
document.body.append(root);

/** @type {DevNews | null} */
let news = null;
/** Error thrown by the drawing, or empty. */
let failed = "";
/** Dismissed items: the error, and whether the note and the list of laws are open. */
let aside = "";
let noted = true;
let listed = false;

async function poll() {
  try {
    news = await (await fetch("/dev/news")).json();
    if (news && news.version !== version) location.reload();
    draw();
  } catch {
    // No server at the moment; the next poll follows.
  }
  setTimeout(poll, POLL_MS);
}

function draw() {
  const note = news?.notes[table] || "";
  morph(root, [
    laws(),
    mistakeOf(news?.mistake ?? null),
    failed
      ? h(
          "p",
          { key: "drawing", class: "dev-note dev-warn", role: "alert" },
          `Your drawing fails, so the plain one is shown: ${failed}`,
        )
      : null,
    note && noted
      ? h(
          "p",
          { key: "note", class: "dev-note", role: "status" },
          note,
          " ",
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                noted = false;
                draw();
              },
            },
            "OK",
          ),
        )
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
    h("h2", {}, "Your last save does not load"),
    h("p", { class: "dev-sentence" }, mistake.sentence),
    where ? h("p", { class: "dev-where" }, `${where.file}:${where.line}`) : null,
    h(
      "ol",
      {},
      mistake.trail.map((spot, at) =>
        h("li", { key: at }, h("span", {}, `${spot.file}:${spot.line}`), h("code", {}, spot.code)),
      ),
    ),
    h("p", {}, "The table keeps the rules of your previous save. This message goes away once the files load."),
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          aside = whole;
          draw();
        },
      },
      "Back to the table",
    ),
  );
}

function laws() {
  const { state, broken } = news?.laws ?? { state: "waiting", broken: [] };
  const count = broken.length;
  const words = count
    ? `${count} ${count === 1 ? "law" : "laws"} broken`
    : state === "kept"
      ? "All laws kept"
      : "Checking the laws …";
  return h(
    "section",
    { key: "laws", class: `dev-laws ${count ? "dev-warn" : ""}` },
    h(
      "button",
      {
        type: "button",
        "aria-expanded": String(listed && count > 0),
        disabled: !count,
        onclick: () => {
          listed = !listed;
          draw();
        },
      },
      words,
    ),
    listed && count
      ? h(
          "ul",
          {},
          broken.map((one, at) => h("li", { key: at }, h("b", {}, one.law), h("span", {}, one.sentence))),
        )
      : null,
  );
}

document.addEventListener("drawing-failed", (event) => {
  failed = String(/** @type {CustomEvent} */ (event).detail);
  draw();
});
poll();
