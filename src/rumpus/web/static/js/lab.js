/** The lab: runs of many games between bots, how far they have come, and their reports. */

import { h, morph, one } from "./dom.js";
import { catalogue, pictureOf } from "./games.js";
import { switches, wordmark } from "./parts.js";

const page = one("#page");
const SOON = 1500;
const LATER = 6000;
let runs = null;
let shown = true;
let games = [];
let online = true;

function span(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 90) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} hours`;
}

const count = (number) => number.toLocaleString("en");

/** How far it has come, in a sentence. */
function state(run) {
  const done = `${count(run.done)} of ${count(run.games)} games`;
  if (run.state === "broken") return `Cannot be read: ${run.trouble}`;
  if (run.state === "done") return `Done: ${count(run.games)} games`;
  if (run.state === "stopped") return `Stopped after ${done}; the same command goes on from here`;
  return run.left === null ? `Playing: ${done}` : `Playing: ${done}, ${span(run.left)} left`;
}

/** The bots by name, each with how often: greedy × 2. */
function players(run) {
  const times = new Map();
  for (const name of run.players) times.set(name, (times.get(name) || 0) + 1);
  return [...times].map(([name, many]) => (many > 1 ? `${name} × ${many}` : name)).join(", ");
}

function row(run) {
  const changes = Object.entries(run.changes).map(([name, value]) => `${name} = ${value}`);
  return h(
    "li",
    { class: `run ${run.state}`, key: run.name },
    h("img", { src: pictureOf(games, run.game), alt: "", width: 96, height: 72 }),
    h(
      "div",
      { class: "run-facts" },
      h("h2", {}, run.title || "A run"),
      run.players.length ? h("p", {}, `Between ${players(run)}${changes.length ? `, with ${changes.join(", ")}` : ", by the rulebook’s numbers"}`) : null,
      h("p", { class: "run-state" }, state(run)),
      run.state === "playing" ? h("progress", { max: run.games, value: run.done, "aria-label": `Games of ${run.name} that are done` }) : null,
      h("small", {}, h("code", {}, run.name)),
    ),
    run.done && run.state !== "broken"
      ? h("a", { class: run.state === "done" ? "button primary" : "button", href: `/lab/${encodeURIComponent(run.name)}`, "aria-label": `Report of ${run.name}` }, run.state === "done" ? "Open the report" : "Report so far")
      : null,
  );
}

function draw() {
  morph(page, [
    h(
      "header",
      { class: "bar" },
      h("a", { href: "/", "aria-label": "Rumpus, to the lobby" }, wordmark(true)),
      h("h1", { class: "tagline" }, "The lab"),
      h("div", { class: "head-tools" }, h("a", { class: "button quiet", href: "/" }, "Lobby"), switches(draw)),
    ),
    online ? null : h("p", { class: "offline", role: "status" }, "The server cannot be reached; trying again …"),
    h(
      "main",
      { class: "lab" },
      h(
        "section",
        { class: "lab-about" },
        h("h2", {}, "Is it fair? Is it luck? What is a card worth?"),
        h("p", {}, "Here bots play a game thousands of times, and what comes of it is counted: how often whoever begins wins, how long it lasts, which cards win, and what would change if a number in the rules were another one. Nobody’s own games are in it."),
      ),
      runs === null
        ? null
        : runs.length
          ? h("ul", { class: "runs", "aria-label": "Runs" }, runs.map(row))
          : h("p", { class: "nothing" }, shown ? "Nothing has been counted on this server yet. Whoever runs it can begin, and the first results are here within seconds." : "This server does not show its runs; whoever hosts it can, with --lab FOLDER."),
      shown && games.length
        ? h(
            "details",
            { class: "lab-begin", ...(runs?.length ? {} : { open: true }) },
            h("summary", {}, "How to begin a run"),
            h("p", {}, "In the folder where this server was started:"),
            h("pre", { tabindex: 0 }, `rumpus lab run ${games[0].name} --games 10000`),
            h("p", {}, "It shows up here while it is played, and its report can be opened after the first games."),
          )
        : null,
    ),
  ]);
}

async function look() {
  try {
    const answer = await fetch("/api/lab");
    if (!answer.ok) throw new Error(String(answer.status));
    games = (await catalogue()).games;
    ({ runs, shown } = await answer.json());
    online = true;
  } catch {
    online = false;
  }
  draw();
  // A page that nobody sees asks for nothing.
  if (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
  setTimeout(look, runs?.some((run) => run.state === "playing") ? SOON : LATER);
}

draw();
look();
