/** The leaderboard: the best-rated players per game and number of seats. */

import { h, morph, one } from "../ui/dom.js";
import { catalogue } from "../ui/games.js";
import { pageHead } from "../ui/head.js";
import { switches } from "../ui/parts.js";
import { avatarMark } from "../ui/profile.js";
import { ratingWords } from "../ui/ratings.js";
import { storedProfile } from "../ui/storage.js";
import { Connection } from "../socket.js";

const page = one("#page");
/** @type {import("../protocol.js").GameInfo[]} */
let games = [];
let game = location.hash.slice(1);
let seats = 2;
/** @type {import("../protocol.js").Leaders | null} */
let shown = null;
let why = "";
let online = true;

const connection = new Connection({
  onState: (said) => {
    online = said !== "lost";
    if (said === "open") load();
    draw();
  },
});

async function load() {
  if (!game) return;
  const asked = `${game} ${seats}`;
  try {
    const answer = await connection.ask({ do: "leaders", game, seats });
    if (asked !== `${game} ${seats}`) return;
    shown = answer;
    why = "";
  } catch (error) {
    why = error.message;
  }
  draw();
}

function choose(name, count) {
  game = name;
  seats = count;
  shown = null;
  history.replaceState(null, "", `#${name}`);
  draw();
  load();
}

function choice(label, chosen, onclick) {
  return h(
    "button",
    { type: "button", key: label, class: chosen ? "primary" : "", "aria-pressed": String(chosen), onclick },
    label,
  );
}

function row(leader, place) {
  const { rating } = leader;
  const own = leader.player === storedProfile()?.id;
  return h(
    "tr",
    { key: leader.player, class: own ? "own" : "" },
    h("td", { class: "place" }, rating.provisional ? "" : place),
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "leader" },
        avatarMark(leader.bot ? { avatar: "robot", colour: "slate" } : leader),
        leader.bot ? `Bot ${leader.bot}` : leader.name,
        own ? h("small", {}, "you") : null,
      ),
    ),
    h("td", {}, h("strong", {}, ratingWords(rating))),
    h("td", {}, `± ${rating.deviation}`),
    h("td", {}, rating.games),
  );
}

function board() {
  if (why) return h("p", { class: "nothing", role: "alert" }, why);
  if (!shown) return h("p", {}, "One moment …");
  if (!shown.leaders.length) return h("p", { class: "nothing" }, "Nobody has a rating in this game yet.");
  return h(
    "table",
    { class: "leaders" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("span", { class: "unseen" }, "Place")),
        h("th", { scope: "col" }, "Player"),
        h("th", { scope: "col" }, "Rating"),
        h("th", { scope: "col" }, "Deviation"),
        h("th", { scope: "col" }, "Games"),
      ),
    ),
    h(
      "tbody",
      {},
      shown.leaders.map((leader, number) => row(leader, number + 1)),
    ),
  );
}

function draw() {
  const offered = games.filter((one) => Math.max(...one.seats) > 1);
  const counts = [...new Set([2, ...(shown?.counts ?? []), seats])].sort((a, b) => a - b);
  morph(page, [
    ...pageHead("Leaderboard", online, switches(draw)),
    h(
      "main",
      { class: "profile-page" },
      h("h1", { class: "unseen" }, "Leaderboard"),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Game" },
        offered.map((one) => choice(one.title, one.name === game, () => choose(one.name, 2))),
      ),
      counts.length > 1
        ? h(
            "div",
            { class: "row", role: "group", "aria-label": "Number of players" },
            counts.map((count) => choice(`${count} players`, count === seats, () => choose(game, count))),
          )
        : null,
      board(),
      h(
        "p",
        { class: "hint" },
        "Everybody starts at 1000; “?” marks an uncertain rating. Games at listed tables count, against people with profiles or bots. Leaving a game to a bot counts as the last place.",
      ),
    ),
  ]);
}

draw();
catalogue().then((found) => {
  games = found.games;
  if (!games.some((one) => one.name === game)) game = games.find((one) => Math.max(...one.seats) > 1)?.name ?? "";
  draw();
  load();
});
