/** The lobby: games, lessons, open tables, and this browser's own tables on one screen. */

import { h, morph, one } from "../ui/dom.js";
import { askForTable, usualSeats } from "./form.js";
import { playFriend } from "./friend.js";
import { Opponents } from "./opponent.js";
import { forTwo } from "../tournament/form.js";
import { Tournaments } from "../tournament/list.js";
import { catalogue, dyed, optionsOf, pictureOf } from "../ui/games.js";
import { showHow } from "../ui/how.js";
import { openLink } from "../profile/link.js";
import { passkeysOffered, usePasskey } from "../profile/passkeys.js";
import { company, openGames, resultWords, timeLeft, turnWords } from "../profile/running.js";
import { profileLink } from "../ui/head.js";
import {
  dropSeat,
  hasPlayed,
  keepSeat,
  learnt,
  name,
  newToken,
  seats,
  solvedDays,
  storedProfile,
  token,
} from "../ui/storage.js";
import { dialog, icon, iconButton, nameField, playerCounts, switches, toast, wordmark } from "../ui/parts.js";
import { Connection } from "../socket.js";
import { alone, go, query } from "../transport.js";

const page = one("#page");
const DAY_MS = 86_400_000;
/** Days after which a table is forgotten, and how many of the newest are shown. */
const MAX_AGE_DAYS = 14;
const MAX_TABLES = 8;
/** Milliseconds between two polls of one's own tables, while others are to move. */
const POLL_MS = 8000;
/** @type {import("../protocol.js").GameInfo[]} */
let games = [];
/** @type {import("../protocol.js").LobbyRow[]} */
let tables = [];
/** @type {import("../protocol.js").MyTable[]} */
let mine = [];
/** The profile whose tables are listed, and the number of the last request for them. */
let owner = "";
let request = 0;
let online = true;
let busy = "";
let timer = 0;
let noTable = "";

const connection = new Connection({
  onLobby: (rows) => {
    tables = rows;
    draw();
  },
  onState: (state) => {
    online = state !== "lost";
    if (state === "open" && !alone) opponents.resume();
    if (state === "open" && !alone) opponents.refresh();
    if (state === "open" && !alone) tournaments.refresh();
    draw();
  },
  onProfile: (profile, why) => {
    if (why) toast(why, "warn");
    if ((profile?.profile ?? "") !== owner) refreshMine();
    draw();
  },
  onFound: (message) => opponents.hear(message),
});
const opponents = new Opponents(connection, () => draw());
const tournaments = new Tournaments(connection, () => draw());

// --- actions ---

async function make(game, request) {
  const token = newToken();
  const answer = await connection.ask({ do: "make", game: game.name, token, name: name(), ...request });
  keepSeat(answer.table, token, { title: game.title, game: game.name });
  go(`/t/${answer.table}`);
}

/** Starts a game against bots: easy ones in a first game, normal ones later. */
async function play(game) {
  if (busy) return;
  busy = game.name;
  draw();
  const bot = hasPlayed(game.name) ? "normal" : "easy";
  const seats = Array.from({ length: usualSeats(game) }, (_, seat) =>
    seat === 0 ? { kind: "me" } : { kind: "bot", bot },
  );
  try {
    await make(game, { chairs: seats });
  } catch (error) {
    busy = "";
    toast(error.message, "warn");
    draw();
  }
}

/** Fetches the state of one's own tables; repeats while somebody may move there. */
async function refreshMine() {
  clearTimeout(timer);
  const since = Date.now() - MAX_AGE_DAYS * 86400e3;
  const mark = ++request;
  const own = storedProfile()?.id ?? "";
  owner = own;
  const keys = seats()
    .filter(([, facts]) => facts.token && facts.when > since && !(own && facts.profile === own))
    .slice(0, MAX_TABLES)
    .map(([table, { token }]) => ({ table, token }));
  const games = own ? await openGames(connection).catch(() => []) : [];
  const others = keys.length ? (await connection.ask({ do: "mine", keys })).tables : [];
  if (mark !== request) return;
  const known = new Set(games.map(({ table }) => table));
  mine = [...games, ...others.filter(({ table }) => !known.has(table))];
  draw();
  if (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
  if (mark === request && mine.some((row) => row.state !== "over")) timer = setTimeout(refreshMine, POLL_MS);
}

/** Returns the path of a link or code; empty if it is neither. */
function tablePath(text) {
  const said = text.trim();
  if (/^[\w-]{4,40}$/.test(said)) return `/t/${said}`;
  try {
    const link = new URL(said, location.origin);
    return link.host === location.host && /^\/[tr]\/[\w-]{4,40}$/.test(link.pathname)
      ? link.pathname + link.search + link.hash
      : "";
  } catch {
    return "";
  }
}

function goToTable(event) {
  event.preventDefault();
  const path = tablePath(new FormData(event.target).get("link"));
  noTable = path ? "" : "No table with that link or code.";
  if (path) go(path);
  else draw();
}

// --- games ---

/** Words for the current streak of solved daily puzzles; empty if it has ended. */
function streakWords(game) {
  const { days, last } = solvedDays(game);
  return days > 1 && last >= Math.floor(Date.now() / DAY_MS) - 1 ? `: ${days} days in a row` : "";
}

function gameCard(game) {
  const waiting = busy === game.name;
  return h(
    "article",
    { class: `game-card game-${game.name}`, key: game.name, style: dyed(game) },
    h(
      "button",
      {
        type: "button",
        class: "how-button",
        "aria-label": `How you win ${game.title}`,
        title: "How you win",
        onclick: () => showHow(game.name, { play: () => play(game) }),
      },
      h("img", { src: game.picture, alt: "", width: 400, height: 240 }),
      h("span", { class: "how-mark", "aria-hidden": "true" }, "?"),
    ),
    game.puzzles
      ? h(
          "a",
          {
            class: "puzzle-mark",
            href: `/puzzle/${game.name}`,
            "aria-label": `Puzzle of ${game.title}${streakWords(game.name)}`,
            title: `Today’s puzzle${streakWords(game.name)}`,
          },
          icon("bulb"),
          h("span", {}, "Puzzle"),
        )
      : null,
    h(
      "div",
      { class: "game-text" },
      h("h2", {}, game.title),
      h(
        "p",
        { class: "facts" },
        h(
          "span",
          { title: playerCounts(game.seats) },
          icon("people"),
          playerCounts(game.seats).replace(/ .*/, ""),
          h("span", { class: "unseen" }, " players"),
        ),
        h("span", { title: `About ${game.minutes} minutes` }, icon("time"), `${game.minutes} min`),
      ),
      h("p", { class: "blurb" }, game.blurb),
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            disabled: waiting,
            onclick: () => play(game),
            "aria-label": `Play ${game.title} now`,
          },
          icon("play"),
          waiting ? "Dealing …" : "Play",
        ),
        game.lesson
          ? h(
              "a",
              {
                class: "button learn",
                href: `/learn/${game.name}`,
                "aria-label": `Learn ${game.title} in ${game.lesson} minutes`,
              },
              icon("cap"),
              h("span", { class: "learn-word" }, "Learn"),
              h("span", { class: "minutes" }, `· ${game.lesson} min`),
            )
          : null,
        alone || Math.max(...game.seats) < 2
          ? null
          : h(
              "button",
              {
                type: "button",
                class: "friend-button",
                "aria-label": `Play ${game.title} with a friend`,
                title: "Play a friend",
                onclick: () => playFriend(game, (request) => make(game, request)),
              },
              icon("people"),
              h("span", {}, "Friend"),
            ),
        alone || Math.max(...game.seats) < 2
          ? null
          : iconButton("search", `Find an opponent for ${game.title}`, () => opponents.ask(game), {
              class: "icon-button round",
            }),
        iconButton("plus", `New ${game.title} game`, () => askForTable(game, (request) => make(game, request)), {
          class: "icon-button round",
        }),
      ),
    ),
  );
}

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Shows the next lesson. It is the last cell among few games, else a strip above them. */
function lessons(strip) {
  const taught = games.filter((game) => game.lesson);
  const done = new Set(learnt());
  const known = taught.filter((game) => done.has(game.name)).length;
  const next = taught.find((game) => !done.has(game.name));
  if (!next) return null;
  const fresh = known === 0;
  const learn = h("a", { class: "button gold", href: `/learn/${next.name}` }, icon("cap"), `Learn ${next.title}`);
  if (strip) {
    return h(
      "section",
      { class: "lessons strip", key: "strip", "aria-label": "Lessons" },
      h("h2", {}, fresh ? "New here?" : "Next for you"),
      h(
        "p",
        {},
        fresh
          ? "Play a guided first game. No reading first."
          : `You have learnt ${NUMBERS[known] || known} of the ${NUMBERS[taught.length] || taught.length}.`,
      ),
      learn,
    );
  }
  return h(
    "section",
    { class: "lessons cell", key: "cell", "aria-label": "Lessons" },
    h("h2", {}, fresh ? "New here?" : "Next for you"),
    h(
      "p",
      {},
      fresh
        ? "Play a guided first game. No reading first. You play, we explain."
        : `You have learnt ${NUMBERS[known] || known} of the ${NUMBERS[taught.length] || taught.length}. The next lesson takes ${NUMBERS[next.lesson] || next.lesson} minutes.`,
    ),
    h(
      "ol",
      {},
      taught.map((game, at) =>
        h(
          "li",
          { key: game.name, class: done.has(game.name) ? "done" : game === next ? "next" : "" },
          h("span", { class: "step", "aria-hidden": "true" }, done.has(game.name) ? icon("tick") : at + 1),
          h(
            "a",
            { href: `/learn/${game.name}` },
            game.title,
            done.has(game.name) ? h("span", { class: "unseen" }, " (learnt)") : null,
          ),
          h("small", {}, `${game.lesson} min`),
        ),
      ),
    ),
    learn,
  );
}

// --- tables ---

function listed(names) {
  return names.length < 3 ? names.join(" and ") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function row(key, href, game, title, words, end, kind = "") {
  return h(
    "li",
    { class: `table-row ${kind}`, key },
    h(
      "a",
      { href },
      h("img", { src: pictureOf(games, game), alt: "", width: 54, height: 40 }),
      h("span", { class: "who" }, h("strong", {}, title), h("small", {}, words)),
      h("span", { class: "end" }, end),
    ),
  );
}

function myRow(table) {
  const href = `/t/${table.table}`;
  const words = company(table);
  if (table.turn) {
    const left = timeLeft(table, connection.now());
    const turn = [h("b", {}, "Your turn"), left ? h("small", {}, left) : null];
    return row(table.table, href, table.game, table.title, words, turn, "gold");
  }
  if (table.state === "over")
    return row(table.table, href, table.game, table.title, `${words} · ${resultWords(table.fared)}`, "Over", "quiet");
  return row(
    table.table,
    href,
    table.game,
    table.title,
    table.state === "open" ? turnWords(table) : words,
    table.state === "open" ? "" : turnWords(table),
  );
}

function myTables() {
  const order = (table) => (table.turn ? 0 : table.state === "over" ? 2 : 1);
  const sorted = [...mine].sort((a, b) => order(a) - order(b));
  const over = sorted.filter((table) => table.state === "over");
  const shown = sorted.filter((table) => !over.includes(table) || over.indexOf(table) < 2);
  return h(
    "section",
    { class: shown.length ? "mine" : "mine none" },
    h(
      "h2",
      {},
      "My games",
      owner ? h("small", {}, h("a", { href: "/games" }, "all")) : null,
      alone ? null : h("small", {}, h("a", { href: "/leaderboard" }, "leaderboard")),
    ),
    shown.length
      ? h("ul", {}, shown.map(myRow))
      : h("p", { class: "nothing" }, "None yet. Your games stay here when you come back. No form, no cookies."),
    !owner && passkeysOffered(connection)
      ? h("button", { type: "button", class: "quiet forget", onclick: restore }, "Sign in with a passkey")
      : null,
    over.filter(({ table }) => token(table)).length > 1
      ? h("button", { type: "button", class: "quiet forget", onclick: () => forget(over) }, "Clear finished tables")
      : null,
  );
}

async function restore() {
  try {
    const { name: whose } = await usePasskey(connection);
    toast(`You are signed in as ${whose}.`);
  } catch (error) {
    toast(error.message, "warn");
  }
}

function forget(finished) {
  for (const { table } of finished) dropSeat(table);
  mine = mine.filter((table) => !finished.includes(table));
  draw();
}

function others() {
  const own = new Set(mine.map(({ table }) => table));
  const found = tables.filter(({ table }) => !own.has(table));
  const open = found.filter((table) => table.state === "open" && table.seats.some((seat) => seat.kind === "open"));
  const running = found.filter((table) => !open.includes(table));
  return [
    opponents.list(games),
    tournaments.list(games),
    h(
      "section",
      { class: "open" },
      h("h2", {}, "Open tables", open.length ? h("small", {}, "join and play") : null),
      open.length
        ? h("ul", {}, open.map(openRow))
        : h("p", { class: "nothing" }, "No one is waiting. Create a game with + and list it here."),
    ),
    running.length
      ? h("section", { class: "running" }, h("h2", {}, "Being played"), h("ul", {}, running.map(runningRow)))
      : null,
  ];
}

function openRow(table) {
  const there = table.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name);
  const free = table.seats.length - there.length;
  const words = [
    there.length ? there.join(", ") : "no one yet",
    `${free} of ${table.seats.length} free`,
    table.clock ? "a clock" : "",
    table.house_rules ? "house rules" : "",
  ];
  return row(
    table.table,
    `/t/${table.table}`,
    table.game,
    table.title,
    words.filter(Boolean).join(" · "),
    h("b", { class: "join" }, "Join"),
  );
}

function runningRow(table) {
  const names = table.seats.map((seat) => seat.name);
  return row(table.table, `/t/${table.table}`, table.game, table.title, listed(names), [
    icon("eye"),
    h("span", { class: "unseen" }, "Watch"),
  ]);
}

function linkForm() {
  return h(
    "form",
    { class: "link-form", onsubmit: goToTable },
    noTable ? h("p", { class: "hint warn", role: "alert", id: "no-table" }, noTable) : null,
    h(
      "label",
      {},
      icon("link"),
      h("input", {
        name: "link",
        placeholder: "A friend’s link or code",
        "aria-label": "A friend’s link or code",
        "aria-invalid": noTable ? "true" : null,
        "aria-describedby": noTable ? "no-table" : null,
        autocomplete: "off",
        spellcheck: "false",
        required: true,
        "data-draft": "",
      }),
    ),
    h("button", { class: "icon-button", "aria-label": "Go to that table", title: "Go to that table" }, icon("next")),
  );
}

/** Explains how to invite others, if nobody else is online. */
function invitation() {
  return h(
    "section",
    { class: "open" },
    h("h2", {}, "With friends"),
    h(
      "p",
      { class: "nothing" },
      "Here you play against bots, and your tables stay in this browser. To play with people, run a server: ",
      h("code", {}, "pip install rumpus"),
      ", then ",
      h("code", {}, "rumpus serve"),
      ".",
    ),
  );
}

// --- page ---

function showMenu() {
  const menu = dialog("Menu", () =>
    h(
      "div",
      { class: "menu" },
      alone
        ? null
        : [
            h("a", { class: "button", href: "/games" }, icon("list"), "My games"),
            h("a", { class: "button", href: "/profile" }, icon("people"), "Profile"),
            h("a", { class: "button", href: "/leaderboard" }, icon("bars"), "Leaderboard"),
            forTwo(games).length
              ? h(
                  "button",
                  {
                    type: "button",
                    onclick: () => {
                      menu.close();
                      tournaments.ask(games);
                    },
                  },
                  icon("crown"),
                  "New tournament",
                )
              : null,
            h("a", { class: "button", href: "/lab" }, icon("bars"), "Lab"),
          ],
      h(
        "div",
        { class: "row" },
        switches(() => {
          menu.redraw();
          draw();
        }),
      ),
    ),
  );
}

function draw() {
  const strip = games.length > 5;
  morph(page, [
    h(
      "header",
      { class: "bar" },
      h("h1", {}, wordmark(true), h("span", { class: "unseen" }, "Rumpus")),
      h(
        "p",
        { class: "tagline" },
        alone ? "Battle games against bots, all in this browser." : "Battle games for friends, strangers and bots.",
      ),
      h(
        "div",
        { class: "head-tools" },
        alone ? null : profileLink(),
        nameField(undefined, () => connection.renamed()),
        h(
          "span",
          { class: "wide-only" },
          alone ? null : h("a", { class: "button quiet", href: "/lab" }, icon("bars"), "Lab"),
          switches(draw),
        ),
        iconButton("menu", "Menu", showMenu, { class: "icon-button narrow-only" }),
      ),
    ),
    online ? null : h("p", { class: "offline", role: "status" }, "Cannot reach the server. Trying again …"),
    h(
      "main",
      { class: strip ? "lobby many" : "lobby" },
      h(
        "section",
        { class: "games", "aria-label": "Games" },
        lessons(true),
        games.map(gameCard),
        strip ? null : lessons(false),
      ),
      h(
        "div",
        { class: "around" },
        myTables(),
        alone ? invitation() : [h("div", { class: "lists" }, others()), linkForm()],
      ),
    ),
  ]);
}

draw();
connection.watchLobby();
refreshMine();
openLink(connection);
addEventListener("hashchange", () => openLink(connection));
catalogue().then((found) => {
  games = found.games;
  draw();
  // A link may open the form with options: ?make=GAME&hp=9.
  const wanted = games.find((game) => game.name === query().get("make"));
  if (wanted) askForTable(wanted, (request) => make(wanted, request), optionsOf(wanted, query()));
});
