/** The lab: change numbers of a game and watch what that does, at two strengths; and what was counted before. */

import { h, morph, one } from "./dom.js";
import { botsFor, catalogue, dyed, optionsOf } from "./games.js";
import { copyText, dialog, icon, iconButton, plural, switches, toast, wordmark } from "./parts.js";
import { comparison, focusOf, headlines, keyOf } from "./lab_findings.js";
import { effects, worths } from "./lab_lists.js";
import { numbers } from "./lab_numbers.js";
import { runsTab } from "./lab_runs.js";
import { changeWords, valueWords } from "./lab_words.js";

const page = one("#page");
const SOON = 1000;
const LATER = 5000;
const TABS = { compare: "Compare", effects: "Every number at once", worth: "What a card is worth", runs: "Runs" };
const BEGIN = { compare: "Compare", effects: "Try every number", worth: "Value them" };
const USUAL = ["greedy", "normal"];
/** Before what both sides share, in an address. */
const BOTH = "both.";

const lab = { runs: [], inquiries: [], shown: true, allowed: null, games: [] };
let online = true;
let tab = "compare";
let game = null;
/** What differs from the book on both sides, and what is compared with that. */
let base = {};
let changes = {};
let strengths = [...USUAL];
let bots = [];
let filter = "";
/** What was asked, with all that is known of it by now; and what was on the other tabs. */
let inquiry = null;
const others = {};
/** What was asked from this page. */
const own = new Set();
/** What of this game can be valued, and which of them shall be. */
let kinds = [];
let of = "";
let figure = "";
/** Where the figure should be. */
let wanted = null;
let busy = false;
/** On a phone the numbers are a drawer. */
let drawer = true;
let lost = "";
let timer = 0;

// --- asking ---

async function ask(path, wish) {
  const answer = await fetch(path, wish === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) });
  if (answer.ok) return answer.json();
  const why = (await answer.text()).trim();
  throw Object.assign(new Error(why), { status: answer.status });
}

const asked = (name) => `/api/lab/inquiries/${encodeURIComponent(name)}`;

/** Do it once at a time, and say what goes wrong. */
async function doing(work) {
  if (busy) return;
  busy = true;
  draw();
  try {
    await work();
  } catch (error) {
    toast(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, "warn");
  }
  busy = false;
  draw();
  again(0);
}

/** Another question of the same person takes the place of the last one, which can be gone on with. */
const begin = () =>
  doing(async () => {
    if (own.has(inquiry?.name) && ["playing", "waiting"].includes(inquiry.state)) await ask(`${asked(inquiry.name)}/stop`, {});
    const { name } = await ask("/api/lab/inquiries", { kind: tab, game: game.name, base, changes, strengths, of: tab === "worth" ? of : "" });
    own.add(name);
    figure = "";
    drawer = false;
    inquiry = await ask(asked(name));
    history.pushState(null, "", `/lab/i/${name}`);
  });
const stop = () => doing(async () => (inquiry = await ask(`${asked(inquiry.name)}/stop`, {})));
const goOn = () => doing(async () => (inquiry = await ask(`${asked(inquiry.name)}/go-on`, {})));

/** Whether what is shown was asked with the numbers that stand at the left. */
const same = () => inquiry && inquiry.game === game?.name && JSON.stringify([inquiry.base, sorted(inquiry.changes), inquiry.strengths, inquiry.of]) === JSON.stringify([base, sorted(changes), strengths, tab === "worth" ? of : ""]);
const sorted = (values) => Object.fromEntries(Object.entries(values).sort());

function keep() {
  const usual = inquiry.title || changeWords(game, inquiry.changes, inquiry.base).join(", ").slice(0, 80) || `${game.title}: ${TABS[inquiry.kind].toLowerCase()}`;
  dialog("Keep and name it", (close) =>
    h(
      "form",
      {
        class: "lab-keep",
        onsubmit: async (event) => {
          event.preventDefault();
          const title = new FormData(event.target).get("title");
          close();
          await doing(async () => {
            inquiry = await ask(`${asked(inquiry.name)}/keep`, { title });
            toast("Kept: you find it under Runs.");
          });
        },
      },
      h("label", { class: "field" }, h("span", {}, "What shall it be called?"), h("input", { name: "title", maxlength: 80, value: usual, required: true, "data-draft": "" })),
      h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: close }, "Never mind"), h("button", { class: "primary" }, "Keep it")),
    ),
  );
}

/** Each tab keeps what was asked there of this game. */
function turn(name) {
  if (name === tab) return;
  others[tab] = inquiry;
  tab = name;
  const other = others[tab];
  inquiry = other && other.game === game?.name ? other : null;
  figure = "";
  wanted = null;
  if (tab !== "runs") history.replaceState(null, "", inquiry ? `/lab/i/${inquiry.name}` : here());
  draw();
  one(".tab.here").scrollIntoView({ block: "nearest", inline: "nearest" });
  again(0);
}

const share = () => copyText(inquiry ? `${location.origin}/lab/i/${inquiry.name}` : here());

/** The address of what is set up but not asked yet. */
function here() {
  const words = new URLSearchParams({ game: game.name, ...(tab === "compare" ? {} : { tab }) });
  for (const [name, value] of Object.entries(base)) words.set(BOTH + name, String(value));
  for (const [name, value] of Object.entries(changes)) words.set(name, String(value));
  return `${location.origin}/lab?${words}`;
}

// --- setting up ---

function set(field, value) {
  if (value === (base[field.name] ?? field.default)) delete changes[field.name];
  else changes[field.name] = value;
  changed();
}

function changed() {
  if (!inquiry) history.replaceState(null, "", here());
  draw();
}

/** A game with the numbers of the book, or of an address. */
async function choose(name, words = new URLSearchParams()) {
  game = lab.games.find((one) => one.name === name) || lab.games[0];
  filter = "";
  const shared = [...words].filter(([word]) => word.startsWith(BOTH)).map(([word, value]) => [word.slice(BOTH.length), value]);
  base = optionsOf(game, new URLSearchParams(shared));
  changes = optionsOf(game, words);
  // How many play is the same on both sides.
  if ("players" in changes) base.players = changes.players;
  delete changes.players;
  kinds = (await ask(`/api/lab/gifts/${game.name}`)).kinds;
  of = kinds[0] || "";
  await findBots();
}

async function findBots() {
  const players = game.fields.find((field) => field.name === "players");
  bots = await botsFor(game.name, base, base.players ?? players?.default ?? game.seats[0]);
  if (!strengths.every((name) => bots.includes(name))) strengths = USUAL.filter((name) => bots.includes(name));
  if (!strengths.length) strengths = bots.slice(0, 1);
}

/** Which game, who plays, and at what kind of table. */
function setUp() {
  dialog("What is played", (close, redraw) => {
    const pick = (label, name, values, words, chosen, take) =>
      h(
        "label",
        { class: "field", key: name },
        h("span", {}, label),
        h(
          "select",
          {
            name,
            onchange: async (event) => {
              await take(values[event.target.selectedIndex]);
              redraw();
              changed();
            },
          },
          values.map((value, at) => h("option", { key: String(value), selected: value === chosen }, words[at])),
        ),
      );
    /** What the table is like, for both sides; a change of the same thing is measured from there. */
    const share = (field) => async (value) => {
      if (value === field.default) delete base[field.name];
      else base[field.name] = value;
      if (changes[field.name] === value) delete changes[field.name];
      await findBots();
    };
    const shared = (field) => {
      const value = base[field.name] ?? field.default;
      if (field.name === "players") return pick(field.label, field.name, game.seats, game.seats.map(String), value, share(field));
      if (field.kind === "bool") return pick(field.label, field.name, [true, false], ["on", "off"], value, share(field));
      if (field.kind === "choice") return pick(field.label, field.name, field.choices, field.says, value, share(field));
      if (field.kind !== "int") return null;
      const typed = async (event) => {
        const number = Number(event.target.value);
        if (event.target.value !== "" && event.target.reportValidity()) await share(field)(number);
        else event.target.value = value;
        redraw();
        changed();
      };
      return h("label", { class: "field", key: field.name }, h("span", {}, field.label), h("input", { type: "number", name: field.name, min: field.low || 0, max: field.high, step: 1, value, "data-draft": "", onchange: typed }));
    };
    const strengthOf = (at) => (value) => {
      strengths[at] = value;
      strengths = strengths.filter((name, where) => name && strengths.indexOf(name) === where);
    };
    return h(
      "form",
      { class: "lab-setup", onsubmit: (event) => (event.preventDefault(), close()) },
      pick("Game", "game", lab.games.map((one) => one.name), lab.games.map((one) => one.title), game.name, async (name) => {
        inquiry = null;
        await choose(name);
      }),
      tab === "worth" && kinds.length ? pick("What is valued", "of", kinds, kinds, of, (kind) => (of = kind)) : null,
      pick("Who plays", "first", bots, bots, strengths[0], strengthOf(0)),
      pick("And beside them", "second", ["", ...bots], ["nobody else", ...bots], strengths[1] || "", strengthOf(1)),
      h("fieldset", {}, h("legend", {}, tab === "compare" ? "The same on both sides" : "The table"), h("div", { class: "fields" }, game.fields.filter((field) => field.basic).map(shared))),
      h("div", { class: "row" }, h("button", { class: "primary" }, "Done")),
    );
  });
}

// --- drawing ---

function gameCard() {
  const players = game.fields.find((field) => field.name === "players");
  const many = base.players ?? players?.default ?? game.seats[0];
  const more = Object.keys(base).filter((name) => name !== "players");
  const shared = more.map((name) => game.fields.find((field) => field.name === name)).map((field) => `, ${field.label.toLowerCase()}: ${valueWords(field, base[field.name])}`);
  return h(
    "div",
    { class: "lab-game", key: "game" },
    h("img", { src: game.picture, alt: "", width: 64, height: 46 }),
    h("div", {}, h("h2", {}, game.title), h("p", { class: "hint" }, `${tab === "worth" && of ? `every ${of}, ` : ""}${plural(many, "player")}${shared.join("")}; ${strengths.join(" and ")}`)),
    h("button", { type: "button", onclick: setUp, "aria-label": "Change the game, or who plays" }, "Change"),
  );
}

function action() {
  const running = inquiry && same() && ["playing", "waiting"].includes(inquiry.state);
  if (running) return h("button", { type: "button", class: "primary lab-go", key: "go", disabled: busy, onclick: stop }, icon("pause"), inquiry.state === "waiting" ? "Waiting: stop" : "Running: stop");
  if (inquiry && same() && inquiry.state === "stopped") return h("button", { type: "button", class: "primary lab-go", key: "go", disabled: busy, onclick: goOn }, icon("play"), "Go on");
  const nothing = tab === "compare" ? !Object.keys(changes).length : tab === "worth" && !of;
  const idle = nothing || (inquiry && same() && inquiry.state === "done");
  return h("button", { type: "button", class: "primary lab-go", key: "go", disabled: busy || idle || !lab.allowed, onclick: begin }, icon("play"), BEGIN[tab]);
}

function side() {
  const words = changeWords(game, changes, base);
  return h(
    "aside",
    { class: drawer ? "lab-side open" : "lab-side", key: "side", "aria-label": "The numbers" },
    h(
      "button",
      { type: "button", class: "lab-drawer", key: "drawer", "aria-expanded": String(drawer), onclick: () => ((drawer = !drawer), draw()) },
      h("span", {}, h("strong", {}, words.length ? `${plural(words.length, "number")} changed` : game.title), h("small", {}, words.join(" · ") || "by the book: press to change numbers")),
      icon(drawer ? "close" : "next"),
    ),
    h("div", { class: "lab-inside", key: "inside" }, gameCard(), numbers({ game, base, changes, filter, set, find: (text) => ((filter = text), draw()) })),
    h("div", { class: "lab-end", key: "end" }, lab.allowed === false ? h("p", { class: "hint" }, "Experiments are off on this server; whoever hosts it can allow them with --experiments.") : null, h("div", { class: "lab-ends" }, lab.allowed && inquiry ? h("button", { type: "button", class: "lab-keep-here", disabled: busy, onclick: keep }, inquiry.kept ? "Rename" : "Keep and name") : null, action())),
  );
}

function playLink() {
  const words = new URLSearchParams({ make: inquiry.game });
  for (const [name, value] of Object.entries({ ...inquiry.base, ...inquiry.changes })) words.set(name, String(value));
  return `/?${words}`;
}

const pickFigure = (key) => {
  figure = key;
  wanted = null;
  draw();
};

const want = (value) => {
  wanted = value;
  draw();
};

/** A single change, to be compared with the book. */
const tryOut = (field, value) => {
  turn("compare");
  inquiry = null;
  changes = {};
  set(field, value);
};

const ABOUT = {
  compare: ["What would another number do?", "Change a number and press Compare. Bots then play the same deals with the same luck by both rulebooks, and the difference shows here while they play, with a band in which the truth lies. Stop when you have seen enough."],
  effects: ["What does every number do?", "One experiment tells of all numbers: in every deal a coin is tossed for each, one more or one less, and the deal is played again with the opposite table. What one more of a number does to each win rate and to the length shows here while bots play."],
  worth: ["What is a card worth?", "Every deal is played several times with the same luck, and each time the seats are given other things of one kind. What a seat with a thing wins more often than in the other games of its deal is what the thing is worth."],
};

function about() {
  const [heading, words] = ABOUT[tab];
  const none = tab === "worth" && !kinds.length ? ` ${game.title} does not say what a seat could be given in place of another.` : "";
  return h("div", { class: "lab-about", key: "about" }, h("h2", {}, heading), h("p", {}, words, none));
}

function shown() {
  if (lost) return h("p", { class: "nothing", role: "alert" }, lost);
  if (!inquiry) return about();
  const waiting = inquiry.state === "waiting" ? h("p", { class: "lab-warning quiet", key: "wait", role: "status" }, icon("time"), h("span", {}, `One inquiry is played at a time here, and this one waits: it is number ${inquiry.before} in the queue.`)) : null;
  return [
    inquiry.title ? h("p", { class: "lab-title", key: "title" }, inquiry.title) : null,
    waiting,
    inquiry.kind === "compare" ? comparison(inquiry, figure, pickFigure) : inquiry.kind === "effects" ? effects(inquiry, game, figure, pickFigure, { wanted, want, tryOut }) : worths(inquiry),
    h(
      "div",
      { class: "lab-actions", key: "actions" },
      h("a", { class: "button", href: `${asked(inquiry.name)}/table.csv`, download: "" }, "Export the table"),
      h("a", { class: "button", href: playLink() }, "Play a table by these numbers"),
      lab.allowed ? h("button", { type: "button", class: "primary", disabled: busy, onclick: keep }, inquiry.kept ? "Rename it" : "Keep and name it") : null,
    ),
  ];
}

/** What a screen reader is told: not every new figure, only that a strength has become certain, and of what. */
function spoken() {
  if (inquiry?.kind !== "compare") return "";
  return inquiry.strengths
    .map((name, at) => [name, (inquiry.findings[at].found.changes || []).find((change) => keyOf(change) === figure)])
    .filter(([, change]) => change?.certain)
    .map(([name, change]) => `Among ${name} bots it is certain: ${change.name}, ${change.seen ? (change.value > 0 ? "more" : "less") : "hardly any difference"}.`)
    .join(" ");
}

function head() {
  return h(
    "header",
    { class: "bar lab-bar" },
    h("a", { href: "/", "aria-label": "Rumpus, to the lobby" }, wordmark(true)),
    h("h1", {}, "Lab", h("small", {}, "same deals, same luck, two rulebooks")),
    h(
      "nav",
      { "aria-label": "The lab" },
      Object.entries(TABS).map(([name, title]) => h("button", { type: "button", key: name, class: tab === name ? "tab here" : "tab", "aria-current": tab === name ? "page" : null, onclick: () => turn(name) }, title)),
    ),
    h("div", { class: "head-tools" }, game ? iconButton("link", "Copy the link to this", share) : null, switches(draw)),
  );
}

function draw() {
  morph(page, [
    head(),
    online ? null : h("p", { class: "offline", role: "status" }, "The server cannot be reached; trying again …"),
    tab === "runs"
      ? h("main", { class: "lab", key: "list" }, runsTab(lab))
      : h("main", { class: "lab two", key: "compare", style: dyed(game) }, game ? [side(), h("div", { class: "lab-shown", key: "shown" }, shown())] : null),
    h("div", { class: "unseen", "aria-live": "polite", key: "spoken" }, spoken()),
  ]);
}

// --- looking again and again ---

async function open(name) {
  inquiry = await ask(asked(name));
  tab = inquiry.kind;
  await choose(inquiry.game);
  base = { ...inquiry.base };
  changes = { ...inquiry.changes };
  strengths = [...inquiry.strengths];
  of = inquiry.of || of;
  await findBots();
  drawer = false;
}

async function look() {
  try {
    if (inquiry) {
      const now = await ask(asked(inquiry.name));
      if (now.name === inquiry?.name) inquiry = now;
    }
    if (inquiry?.kind === "compare") {
      const keys = headlines(inquiry).map(keyOf);
      if (keys.length && !keys.includes(figure)) figure = focusOf(inquiry, game);
    }
    if (!inquiry || tab === "runs" || lab.allowed === null) Object.assign(lab, await ask("/api/lab"));
    online = true;
  } catch {
    online = false;
  }
  draw();
  // A page that nobody sees asks for nothing.
  if (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
  const lively = ["playing", "waiting"].includes(inquiry?.state) || lab.runs.some((run) => run.state === "playing");
  again(lively ? SOON : LATER);
}

function again(wait) {
  clearTimeout(timer);
  timer = setTimeout(look, wait);
}

async function start() {
  try {
    lab.games = (await catalogue()).games;
    const [, name] = location.pathname.match(/^\/lab\/i\/(.+)$/) || [];
    const words = new URLSearchParams(location.search);
    if (words.get("tab") in TABS) tab = words.get("tab");
    if (name) {
      try {
        await open(decodeURIComponent(name));
      } catch (error) {
        lost = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
      }
    }
    if (!game) await choose(words.get("game"), words);
  } catch {
    online = false;
  }
  draw();
  one(".tab.here").scrollIntoView({ block: "nearest", inline: "nearest" });
  look();
}

addEventListener("popstate", () => location.reload());
draw();
start();
