/** The lobby: what can be played, who is waiting, and where this browser has a seat. */

import { h, morph, one } from "./dom.js";
import { askForTable, usualSeats } from "./form.js";
import { catalogue, dyed, pictureOf } from "./games.js";
import { dropSeat, keepSeat, name, newToken, seats } from "./keep.js";
import { icon, nameField, playerCounts, seatMark, switches, toast, wordmark } from "./parts.js";
import { showRules } from "./explain.js";
import { Connection } from "./socket.js";

const page = one("#page");
let all = { games: [], bots: [] };
let tables = [];
let online = true;
let busy = "";
const connection = new Connection({
  onLobby: (rows) => {
    tables = rows;
    draw();
  },
  onState: (state) => {
    online = state !== "lost";
    draw();
  },
});

async function make(game, wish) {
  const token = newToken();
  const answer = await connection.ask({ do: "make", game: game.name, token, name: name(), ...wish });
  keepSeat(answer.table, token, { title: game.title, game: game.name });
  location.href = `/t/${answer.table}`;
}

async function quick(game) {
  if (busy) return;
  busy = game.name;
  draw();
  const bot = all.bots.includes("normal") ? "normal" : all.bots.at(-1);
  const chairs = Array.from({ length: usualSeats(game) }, (_, seat) => (seat === 0 ? { kind: "me" } : { kind: "bot", bot }));
  try {
    await make(game, { chairs });
  } catch (error) {
    busy = "";
    toast(error.message, "warn");
    draw();
  }
}

function gameCard(game) {
  const waiting = busy === game.name;
  return h(
    "article",
    { class: `game-card game-${game.name}`, key: game.name, style: dyed(game) },
    h("img", { src: game.picture, alt: "", width: 400, height: 240, loading: "lazy" }),
    h(
      "div",
      { class: "game-text" },
      h("h2", {}, game.title),
      h("p", { class: "blurb" }, game.blurb),
      h(
        "p",
        { class: "facts" },
        h("span", {}, icon("people"), playerCounts(game.seats)),
        h("span", {}, icon("time"), `about ${game.minutes} min`),
      ),
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "primary", disabled: waiting, onclick: () => quick(game), "aria-label": `Play ${game.title} now` }, waiting ? "Dealing …" : game.seats[0] === 1 && usualSeats(game) === 1 ? "Play now" : "Play now against bots"),
        h("button", { type: "button", onclick: () => askForTable(game, all.bots, (wish) => make(game, wish)), "aria-label": `Make a table of ${game.title}` }, "Make a table"),
        h("button", { type: "button", class: "quiet", onclick: () => showRules(game.name, game.title), "aria-label": `Rules of ${game.title}` }, "Rules"),
      ),
    ),
  );
}

function tableRow(row) {
  const free = row.seats.filter((seat) => seat.kind === "open").length;
  const open = row.state === "open";
  return h(
    "li",
    { class: "table-row", key: row.table },
    h("img", { src: pictureOf(all.games, row.game), alt: "", width: 64, height: 48 }),
    h(
      "div",
      { class: "who" },
      h("strong", {}, row.title),
      h(
        "span",
        { class: "seats" },
        row.seats.map((seat, number) =>
          h("span", { class: `seat-chip ${seat.kind}`, key: number }, seatMark(number), seat.kind === "open" ? "free" : seat.name),
        ),
      ),
      h("small", {}, [row.clock ? "with a clock" : "", row.house_rules ? "house rules" : ""].filter(Boolean).join(" · ")),
    ),
    h("a", { class: open && free ? "button primary" : "button", href: `/t/${row.table}` }, open && free ? "Join" : "Watch"),
  );
}

function mySeats() {
  const mine = seats().filter(([, facts]) => Date.now() - facts.when < 14 * 86400e3).slice(0, 6);
  if (!mine.length) return null;
  return h(
    "section",
    { class: "mine" },
    h("h2", {}, "Your tables"),
    h(
      "ul",
      {},
      mine.map(([table, facts]) =>
        h(
          "li",
          { key: table },
          h("a", { href: `/t/${table}` }, facts.title || "A table", h("small", {}, ` · ${when(facts.when)}`)),
          h("button", { type: "button", class: "icon-button", "aria-label": `Forget the table of ${facts.title}`, onclick: () => (dropSeat(table), draw()) }, "✕"),
        ),
      ),
    ),
  );
}

function when(time) {
  const minutes = Math.round((Date.now() - time) / 60000);
  if (minutes < 2) return "just now";
  if (minutes < 90) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}

function draw() {
  morph(page, [
    h(
      "header",
      { class: "lobby-head" },
      h("h1", {}, wordmark(), h("span", { class: "unseen" }, "Rumpus")),
      h("p", { class: "tagline" }, "Battle games for friends, strangers and bots. Pick one and go."),
      h("div", { class: "head-tools" }, nameField(), h("a", { class: "button quiet", href: "/lab" }, "Lab"), switches(draw)),
    ),
    online ? null : h("p", { class: "offline", role: "status" }, "The server cannot be reached; trying again …"),
    h(
      "main",
      {},
      h("section", { class: "games", "aria-label": "Games" }, all.games.map(gameCard)),
      h(
        "div",
        { class: "lower" },
        h(
          "section",
          { class: "tables" },
          h("h2", {}, "Tables"),
          tables.length ? h("ul", {}, tables.map(tableRow)) : h("p", { class: "nothing" }, "Nobody is waiting just now. Make a table and list it here, or send a friend its link."),
        ),
        mySeats(),
      ),
    ),
    h(
      "footer",
      {},
      h("p", {}, "Every deal is fair and can be checked: the hash of its seed is shown before the first move, the seed after the end."),
      h("p", {}, "No account, no cookies. A seat belongs to whoever has its link."),
    ),
  ]);
}

draw();
connection.watchLobby();
catalogue().then((found) => {
  all = found;
  draw();
});
