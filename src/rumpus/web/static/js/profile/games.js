/** My games: running tables with whose turn it is and the time left, and finished ones with their results. */

import { h, morph, one } from "../ui/dom.js";
import { catalogue, pictureOf } from "../ui/games.js";
import { pageHead, profileLink } from "../ui/head.js";
import { icon, switches, toast } from "../ui/parts.js";
import { storedProfile } from "../ui/storage.js";
import { Connection } from "../socket.js";
import { company, resultWords, timeLeft, turnWords } from "./running.js";

const page = one("#page");
/** Milliseconds between two looks at the running tables. */
const POLL_MS = 8000;
const STATES = { playing: "Running", over: "Finished" };
/** @type {import("../protocol.js").GameInfo[]} */
let offered = [];
/** @type {"playing" | "over"} */
let state = location.hash === "#finished" ? "over" : "playing";
/** Pages by their `before`, to go back as well. */
let pages = [""];
/** @type {import("../protocol.js").MyGames | null} */
let shown = null;
/** @type {import("../protocol.js").Notifications | null} */
let notifications = null;
let online = true;
let why = "";

const connection = new Connection({
  onState: (said) => {
    online = said !== "lost";
    if (said === "open") load();
    draw();
  },
  onProfile: (profile, ended) => {
    why = profile ? "" : ended;
    draw();
  },
});

async function load() {
  if (!storedProfile()?.id) {
    shown = null;
    return draw();
  }
  const asked = { state, before: pages.at(-1) };
  try {
    const answer = await connection.ask({ do: "my_games", ...asked });
    if (asked.state === state && asked.before === pages.at(-1)) shown = answer;
    // A server without notifications refuses: no table can be muted.
    notifications ??= await connection.ask({ do: "notifications" }).catch(() => null);
  } catch (error) {
    if (!why) toast(error.message, "warn");
  }
  return draw();
}

function turnTo(kind) {
  state = kind;
  pages = [""];
  shown = null;
  history.replaceState(null, "", kind === "over" ? "#finished" : "#");
  draw();
  load();
}

function turnPage(before) {
  if (before) pages.push(before);
  else pages.pop();
  shown = null;
  draw();
  load();
}

function row(game) {
  const over = game.state === "over";
  const when = new Date(game.started).toLocaleDateString(undefined, { dateStyle: "medium" });
  const left = game.turn ? timeLeft(game, connection.now()) : "";
  return h(
    "li",
    { key: game.table, class: `my-game ${game.turn ? "gold" : ""}` },
    h("img", { src: pictureOf(offered, game.game), alt: "", width: 54, height: 40 }),
    h(
      "span",
      { class: "who" },
      h("a", { href: `/t/${game.table}` }, h("strong", {}, game.title)),
      h("small", {}, `${company(game)} · ${when}`),
    ),
    h(
      "span",
      { class: "my-state" },
      over ? resultWords(game.fared) : turnWords(game),
      left ? h("time", {}, left) : null,
    ),
    over
      ? h(
          "span",
          { class: "row" },
          h("a", { class: "button", href: `/t/${game.table}`, "aria-label": `Review ${game.title}` }, "Review"),
          h(
            "a",
            { class: "button", href: `/r/${game.table}?seat=${game.seat}`, "aria-label": `Replay ${game.title}` },
            "Replay",
          ),
        )
      : muting(game),
  );
}

/** A button that mutes a table; null if nothing is sent anyway. */
function muting({ table, title }) {
  if (!notifications || !(notifications.devices.length || notifications.webhook)) return null;
  const muted = notifications.muted.includes(table);
  const change = async () => {
    try {
      notifications = await connection.ask({ do: "mute", table, muted: !muted });
    } catch (error) {
      toast(error.message, "warn");
    }
    draw();
  };
  return h(
    "button",
    { type: "button", "aria-pressed": String(muted), "aria-label": `Mute ${title}`, onclick: change },
    muted ? "Muted" : "Mute",
  );
}

function list() {
  if (!storedProfile()?.id)
    return h("p", { class: "nothing" }, why || "You have no profile yet. You get one when you first take a seat.");
  if (!shown) return h("p", {}, "One moment …");
  if (!shown.games.length)
    return h(
      "p",
      { class: "nothing" },
      state === "over" ? "You have finished no game yet." : "You have no running game.",
    );
  return h("ul", { class: "my-games" }, shown.games.map(row));
}

function draw() {
  morph(page, [
    ...pageHead("My games", online, profileLink(), switches(draw)),
    h(
      "main",
      { class: "profile-page" },
      h("h1", { class: "unseen" }, "My games"),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Which games" },
        Object.entries(STATES).map(([kind, label]) =>
          h(
            "button",
            {
              type: "button",
              key: kind,
              class: kind === state ? "primary" : "",
              "aria-pressed": String(kind === state),
              onclick: () => turnTo(kind),
            },
            label,
          ),
        ),
      ),
      list(),
      h(
        "div",
        { class: "row" },
        pages.length > 1 ? h("button", { type: "button", onclick: () => turnPage("") }, icon("back"), "Newer") : null,
        shown?.next
          ? h("button", { type: "button", onclick: () => turnPage(shown.next) }, "Older", icon("next"))
          : null,
      ),
    ),
  ]);
}

draw();
catalogue().then((found) => {
  offered = found.games;
  draw();
});
setInterval(() => state === "playing" && online && !document.hidden && load(), POLL_MS);
setInterval(() => shown?.games.some((game) => game.turn && game.until) && draw(), 1000);
