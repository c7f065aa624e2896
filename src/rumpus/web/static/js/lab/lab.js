/** The lab page: changes rule numbers, compares both versions at two strengths, and lists earlier runs. */

import { h, morph, one } from "../ui/dom.js";
import { botsFor, catalogue, dyed, optionsOf } from "../ui/games.js";
import { copyText, dialog, icon, iconButton, plural, switches, toast, wordmark } from "../ui/parts.js";
import { experimentToken, keepExperiment } from "../ui/storage.js";
import { comparison, focusOf, headlines, keyOf } from "./findings.js";
import { effects, worths } from "./lists.js";
import { numbers } from "./numbers.js";
import { runsTab } from "./runs.js";
import { changeWords, valueWords } from "../ui/options.js";
import { timeIsUp } from "./words.js";

const page = one("#page");
const ACTIVE_POLL_MS = 1000;
const IDLE_POLL_MS = 5000;
const TABS = { compare: "Compare", effects: "All options at once", worth: "Card values", runs: "Runs" };
const BEGIN = { compare: "Compare", effects: "Measure all options", worth: "Measure the values" };
const DEFAULT_STRENGTHS = ["greedy", "normal"];
/** Prefix of URL parameters that apply to both sides. */
const BOTH_PREFIX = "both.";

const lab = { runs: [], inquiries: [], shown: true, allowed: null, host: false, games: [] };
let online = true;
let tab = "compare";
let game = null;
/** Base options of both sides that differ from the rulebook; `changes` is the treatment. */
let base = {};
let changes = {};
let strengths = [...DEFAULT_STRENGTHS];
let bots = [];
let filter = "";
/** Current experiment with its results so far, and the experiments of the other tabs. */
let experiment = null;
const others = {};
/** Experiments started on this page. */
const own = new Set();
/** Kinds of components that can be valued, and the selected ones. */
let kinds = [];
let of = "";
let figure = "";
/** Target value of the measure. */
let wanted = null;
let busy = false;
/** True if the drawer with the numbers is open (phones only). */
let drawer = true;
let lost = "";
let timer = 0;

// --- start experiments ---

/** Asks the server: GET without a request. Changes of an experiment carry its token. */
async function ask(path, request, { method = "POST", token = null } = {}) {
  const headers = { "Content-Type": "application/json", ...(token ? { "X-Experiment-Token": token } : {}) };
  const answer = await fetch(path, request === undefined ? {} : { method, headers, body: JSON.stringify(request) });
  if (answer.status === 204) return null;
  if (answer.ok) return answer.json();
  const why = (await answer.text()).trim();
  throw Object.assign(new Error(why), { status: answer.status });
}

/** Changes an experiment: "stop", "go-on", "keep", or deletes it without a path. */
const alter = (name, path, request = {}) =>
  ask(`${asked(name)}${path ? `/${path}` : ""}`, request, {
    method: path ? "POST" : "DELETE",
    token: experimentToken(name),
  });

/** True if this browser may change the shown experiment: it began it, or it is the host's. */
const mine = () => experiment && lab.allowed && (lab.host || experimentToken(experiment.name) !== null);

const asked = (name) => `/api/lab/inquiries/${encodeURIComponent(name)}`;

/** Runs one request at a time and shows its error. */
async function doing(work) {
  if (busy) return;
  busy = true;
  draw();
  try {
    await work();
  } catch (error) {
    toast(error.message, "warn");
  }
  busy = false;
  draw();
  again(0);
}

/** Starts an experiment. It replaces this person's last one, which can be resumed. */
const begin = () =>
  doing(async () => {
    if (own.has(experiment?.name) && ["playing", "waiting"].includes(experiment.state))
      await alter(experiment.name, "stop");
    const { name, token } = await ask("/api/lab/inquiries", {
      kind: tab,
      game: game.name,
      base,
      changes,
      strengths,
      of: tab === "worth" ? of : "",
    });
    own.add(name);
    keepExperiment(name, token);
    figure = "";
    drawer = false;
    experiment = await ask(asked(name));
    history.pushState(null, "", `/lab/i/${name}`);
  });
const stop = () => doing(async () => (experiment = await alter(experiment.name, "stop")));
const goOn = () => doing(async () => (experiment = await alter(experiment.name, "go-on")));

/** True if the shown experiment used the numbers now in the form. */
const same = () =>
  experiment &&
  experiment.game === game?.name &&
  JSON.stringify([experiment.base, sorted(experiment.changes), experiment.strengths, experiment.of]) ===
    JSON.stringify([base, sorted(changes), strengths, tab === "worth" ? of : ""]);
const sorted = (values) => Object.fromEntries(Object.entries(values).sort());

function keep() {
  const usual =
    experiment.title ||
    changeWords(game, experiment.changes, experiment.base).join(", ").slice(0, 80) ||
    `${game.title}: ${TABS[experiment.kind].toLowerCase()}`;
  dialog("Save and name", (close) =>
    h(
      "form",
      {
        class: "lab-keep",
        onsubmit: async (event) => {
          event.preventDefault();
          const title = new FormData(event.target).get("title");
          close();
          await doing(async () => {
            experiment = await alter(experiment.name, "keep", { title });
            toast("Saved. You find it under Runs.");
          });
        },
      },
      h(
        "label",
        { class: "field" },
        h("span", {}, "Name of the experiment"),
        h("input", { name: "title", maxlength: 80, value: usual, required: true, "data-draft": "" }),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "quiet", onclick: close }, "Cancel"),
        h("button", { class: "primary" }, "Save"),
      ),
    ),
  );
}

function remove() {
  const { name, title } = experiment;
  dialog("Delete this experiment?", (close) =>
    h(
      "div",
      { class: "lab-keep" },
      h(
        "p",
        {},
        title
          ? `“${title}” and all its results are deleted. Its link stops working.`
          : "All its results are deleted. Its link stops working.",
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "quiet", onclick: close }, "Cancel"),
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: () => {
              close();
              doing(async () => {
                await alter(name, "");
                leave();
                toast("Deleted.");
              });
            },
          },
          "Delete",
        ),
      ),
    ),
  );
}

/** Leaves an experiment that is gone. Its numbers stay in the form. */
function leave() {
  experiment = null;
  history.replaceState(null, "", here());
}

/** Switches tabs. Each tab keeps its experiment of this game. */
function turn(name) {
  if (name === tab) return;
  others[tab] = experiment;
  tab = name;
  const other = others[tab];
  experiment = other && other.game === game?.name ? other : null;
  figure = "";
  wanted = null;
  if (tab !== "runs") history.replaceState(null, "", experiment ? `/lab/i/${experiment.name}` : here());
  draw();
  one(".tab.here").scrollIntoView({ block: "nearest", inline: "nearest" });
  again(0);
}

const share = () => copyText(experiment ? `${location.origin}/lab/i/${experiment.name}` : here());

/** URL of the current setup, before it is started. */
function here() {
  const words = new URLSearchParams({ game: game.name, ...(tab === "compare" ? {} : { tab }) });
  for (const [name, value] of Object.entries(base)) words.set(BOTH_PREFIX + name, String(value));
  for (const [name, value] of Object.entries(changes)) words.set(name, String(value));
  return `${location.origin}/lab?${words}`;
}

// --- set up ---

function set(field, value) {
  if (value === (base[field.name] ?? field.default)) delete changes[field.name];
  else changes[field.name] = value;
  changed();
}

function changed() {
  if (!experiment) history.replaceState(null, "", here());
  draw();
}

/** Selects a game, with the numbers of the rulebook or of a URL. */
async function choose(name, words = new URLSearchParams()) {
  game = lab.games.find((one) => one.name === name) || lab.games[0];
  filter = "";
  const shared = [...words]
    .filter(([word]) => word.startsWith(BOTH_PREFIX))
    .map(([word, value]) => [word.slice(BOTH_PREFIX.length), value]);
  base = optionsOf(game, new URLSearchParams(shared));
  changes = optionsOf(game, words);
  // Both sides have the same number of players.
  if ("players" in changes) base.players = changes.players;
  delete changes.players;
  kinds = (await ask(`/api/lab/gifts/${game.name}`)).kinds;
  of = kinds[0] || "";
  await findBots();
}

async function findBots() {
  const players = game.fields.find((field) => field.name === "players");
  bots = await botsFor(game.name, base, base.players ?? players?.default ?? game.seats[0]);
  if (!strengths.every((name) => bots.includes(name)))
    strengths = DEFAULT_STRENGTHS.filter((name) => bots.includes(name));
  if (!strengths.length) strengths = bots.slice(0, 1);
}

/** Renders the choice of game, players and table options. */
function setUp() {
  dialog("Game and players", (close, redraw) => {
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
    /** Sets an option on both sides; a change of the same field is measured against it. */
    const share = (field) => async (value) => {
      if (value === field.default) delete base[field.name];
      else base[field.name] = value;
      if (changes[field.name] === value) delete changes[field.name];
      await findBots();
    };
    const shared = (field) => {
      const value = base[field.name] ?? field.default;
      if (field.name === "players")
        return pick(field.label, field.name, game.seats, game.seats.map(String), value, share(field));
      if (field.kind === "bool")
        return pick(field.label, field.name, [true, false], ["on", "off"], value, share(field));
      if (field.kind === "choice") return pick(field.label, field.name, field.choices, field.says, value, share(field));
      if (field.kind !== "int") return null;
      const typed = async (event) => {
        const number = Number(event.target.value);
        if (event.target.value !== "" && event.target.reportValidity()) await share(field)(number);
        else event.target.value = value;
        redraw();
        changed();
      };
      return h(
        "label",
        { class: "field", key: field.name },
        h("span", {}, field.label),
        h("input", {
          type: "number",
          name: field.name,
          min: field.low || 0,
          max: field.high,
          step: 1,
          value,
          "data-draft": "",
          onchange: typed,
        }),
      );
    };
    const strengthOf = (at) => (value) => {
      strengths[at] = value;
      strengths = strengths.filter((name, where) => name && strengths.indexOf(name) === where);
    };
    return h(
      "form",
      {
        class: "lab-setup",
        onsubmit: (event) => {
          event.preventDefault();
          close();
        },
      },
      pick(
        "Game",
        "game",
        lab.games.map((one) => one.name),
        lab.games.map((one) => one.title),
        game.name,
        async (name) => {
          experiment = null;
          await choose(name);
        },
      ),
      tab === "worth" && kinds.length ? pick("What to measure", "of", kinds, kinds, of, (kind) => (of = kind)) : null,
      pick("Bots", "first", bots, bots, strengths[0], strengthOf(0)),
      pick("Second strength", "second", ["", ...bots], ["none", ...bots], strengths[1] || "", strengthOf(1)),
      h(
        "fieldset",
        {},
        h("legend", {}, tab === "compare" ? "Same on both sides" : "Options"),
        h("div", { class: "fields" }, game.fields.filter((field) => field.basic).map(shared)),
      ),
      h("div", { class: "row" }, h("button", { class: "primary" }, "Done")),
    );
  });
}

// --- render ---

function gameCard() {
  const players = game.fields.find((field) => field.name === "players");
  const many = base.players ?? players?.default ?? game.seats[0];
  const more = Object.keys(base).filter((name) => name !== "players");
  const shared = more
    .map((name) => game.fields.find((field) => field.name === name))
    .map((field) => `, ${field.label.toLowerCase()}: ${valueWords(field, base[field.name])}`);
  return h(
    "div",
    { class: "lab-game", key: "game" },
    h("img", { src: game.picture, alt: "", width: 64, height: 46 }),
    h(
      "div",
      {},
      h("h2", {}, game.title),
      h(
        "p",
        { class: "hint" },
        `${tab === "worth" && of ? `every ${of}, ` : ""}${plural(many, "player")}${shared.join("")}; ${strengths.join(" and ")}`,
      ),
    ),
    h("button", { type: "button", onclick: setUp, "aria-label": "Change the game or the bots" }, "Change"),
  );
}

function action() {
  const running = experiment && same() && ["playing", "waiting"].includes(experiment.state);
  if (running && !mine())
    return h(
      "button",
      { type: "button", class: "primary lab-go", key: "go", disabled: true },
      icon("time"),
      experiment.state === "waiting" ? "Waiting" : "Running",
    );
  if (running)
    return h(
      "button",
      { type: "button", class: "primary lab-go", key: "go", disabled: busy, onclick: stop },
      icon("pause"),
      experiment.state === "waiting" ? "Stop (waiting)" : "Stop",
    );
  if (mine() && same() && experiment.state === "stopped")
    return h(
      "button",
      { type: "button", class: "primary lab-go", key: "go", disabled: busy, onclick: goOn },
      icon("play"),
      "Continue",
    );
  const nothing = tab === "compare" ? !Object.keys(changes).length : tab === "worth" && !of;
  const idle = nothing || (experiment && same() && experiment.state === "done" && !timeIsUp(experiment));
  return h(
    "button",
    { type: "button", class: "primary lab-go", key: "go", disabled: busy || idle || !lab.allowed, onclick: begin },
    icon("play"),
    BEGIN[tab],
  );
}

function side() {
  const words = changeWords(game, changes, base);
  return h(
    "aside",
    { class: drawer ? "lab-side open" : "lab-side", key: "side", "aria-label": "Options" },
    h(
      "button",
      {
        type: "button",
        class: "lab-drawer",
        key: "drawer",
        "aria-expanded": String(drawer),
        onclick: () => {
          drawer = !drawer;
          draw();
        },
      },
      h(
        "span",
        {},
        h("strong", {}, words.length ? `${plural(words.length, "option")} changed` : game.title),
        h("small", {}, words.join(" · ") || "standard rules: tap to change options"),
      ),
      icon(drawer ? "close" : "next"),
    ),
    h(
      "div",
      { class: "lab-inside", key: "inside" },
      gameCard(),
      numbers({
        game,
        base,
        changes,
        filter,
        set,
        find: (text) => {
          filter = text;
          draw();
        },
      }),
    ),
    h(
      "div",
      { class: "lab-end", key: "end" },
      lab.allowed === false
        ? h("p", { class: "hint" }, "Experiments are off on this server; its host can allow them with --experiments.")
        : null,
      h(
        "div",
        { class: "lab-ends" },
        mine()
          ? h(
              "button",
              { type: "button", class: "lab-keep-here", disabled: busy, onclick: keep },
              experiment.kept ? "Rename" : "Save and name",
            )
          : null,
        action(),
      ),
    ),
  );
}

function playLink() {
  const words = new URLSearchParams({ make: experiment.game });
  for (const [name, value] of Object.entries({ ...experiment.base, ...experiment.changes }))
    words.set(name, String(value));
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

/** Compares a single change with the rulebook. */
const tryOut = (field, value) => {
  turn("compare");
  experiment = null;
  changes = {};
  set(field, value);
};

const ABOUT = {
  compare: [
    "What would a rule change do?",
    "Change an option and press Compare. Bots play the same deals with the same luck under both rules. The difference appears here while they play, with a 95 % confidence band. Stop when you have seen enough.",
  ],
  effects: [
    "Which options matter most?",
    "Each game nudges every option up or down at random, and the same deal is played again with the opposite changes. The effect of one more of each option on win rates and length appears here while bots play.",
  ],
  worth: [
    "How much is a card worth?",
    "Every deal is played several times with the same luck, each time with different cards for the seats. A card is worth what it adds to the win rate in its deal.",
  ],
};

function about() {
  const [heading, words] = ABOUT[tab];
  const none = tab === "worth" && !kinds.length ? ` This game has no cards to compare.` : "";
  return h("div", { class: "lab-about", key: "about" }, h("h2", {}, heading), h("p", {}, words, none));
}

function shown() {
  if (lost) return h("p", { class: "nothing", role: "alert" }, lost);
  if (!experiment) return about();
  const waiting =
    experiment.state === "waiting"
      ? h(
          "p",
          { class: "lab-warning quiet", key: "wait", role: "status" },
          icon("time"),
          h("span", {}, `One experiment runs at a time here. This one is number ${experiment.before} in the queue.`),
        )
      : null;
  return [
    experiment.title ? h("p", { class: "lab-title", key: "title" }, experiment.title) : null,
    waiting,
    timeIsUp(experiment)
      ? h(
          "p",
          { class: "lab-warning quiet", key: "time", role: "status" },
          icon("time"),
          h("span", {}, "Time is up: an experiment of a visitor runs for one hour. Its results stay."),
        )
      : null,
    experiment.kind === "compare"
      ? comparison(experiment, figure, pickFigure)
      : experiment.kind === "effects"
        ? effects(experiment, game, figure, pickFigure, { wanted, want, tryOut })
        : worths(experiment),
    h(
      "div",
      { class: "lab-actions", key: "actions" },
      h("a", { class: "button", href: `${asked(experiment.name)}/table.csv`, download: "" }, "Export the options"),
      h("a", { class: "button", href: playLink() }, "Play with these options"),
      mine() ? h("button", { type: "button", disabled: busy, onclick: remove, key: "delete" }, "Delete") : null,
      mine()
        ? h(
            "button",
            { type: "button", class: "primary", disabled: busy, onclick: keep, key: "keep" },
            experiment.kept ? "Rename" : "Save and name",
          )
        : null,
    ),
    lab.allowed && !mine()
      ? h(
          "p",
          { class: "hint", key: "theirs" },
          "Another visitor started this experiment. Only they can stop, save or delete it.",
        )
      : null,
  ];
}

/** Text for screen readers: announced only when a strength becomes certain. */
function spoken() {
  if (experiment?.kind !== "compare") return "";
  return experiment.strengths
    .map((name, at) => [name, (experiment.findings[at].found.changes || []).find((change) => keyOf(change) === figure)])
    .filter(([, change]) => change?.certain)
    .map(
      ([name, change]) =>
        `Among ${name} bots the result is certain: ${change.name}, ${change.seen ? (change.value > 0 ? "more" : "less") : "hardly any difference"}.`,
    )
    .join(" ");
}

function head() {
  return h(
    "header",
    { class: "bar lab-bar" },
    h("a", { href: "/", "aria-label": "Rumpus, to the lobby" }, wordmark(true)),
    h("h1", {}, "Lab", h("small", {}, "A/B test a rule")),
    h(
      "nav",
      { "aria-label": "Lab" },
      Object.entries(TABS).map(([name, title]) =>
        h(
          "button",
          {
            type: "button",
            key: name,
            class: tab === name ? "tab here" : "tab",
            "aria-current": tab === name ? "page" : null,
            onclick: () => turn(name),
          },
          title,
        ),
      ),
    ),
    h("div", { class: "head-tools" }, game ? iconButton("link", "Copy link", share) : null, switches(draw)),
  );
}

function draw() {
  morph(page, [
    head(),
    online ? null : h("p", { class: "offline", role: "status" }, "Cannot reach the server. Trying again …"),
    tab === "runs"
      ? h("main", { class: "lab", key: "list" }, runsTab(lab))
      : h(
          "main",
          { class: "lab two", key: "compare", style: dyed(game) },
          game ? [side(), h("div", { class: "lab-shown", key: "shown" }, shown())] : null,
        ),
    h("div", { class: "unseen", "aria-live": "polite", key: "spoken" }, spoken()),
  ]);
}

// --- poll ---

async function open(name) {
  experiment = await ask(asked(name));
  tab = experiment.kind;
  await choose(experiment.game);
  base = { ...experiment.base };
  changes = { ...experiment.changes };
  strengths = [...experiment.strengths];
  of = experiment.of || of;
  await findBots();
  drawer = false;
}

async function poll() {
  try {
    if (experiment) {
      const now = await ask(asked(experiment.name));
      if (now.name === experiment?.name) experiment = now;
    }
    if (experiment?.kind === "compare") {
      const keys = headlines(experiment).map(keyOf);
      if (keys.length && !keys.includes(figure)) figure = focusOf(experiment, game);
    }
    if (!experiment || tab === "runs" || lab.allowed === null) Object.assign(lab, await ask("/api/lab"));
    online = true;
  } catch (error) {
    online = error.status === 404;
    if (online && experiment) {
      leave();
      toast(error.message, "warn");
    }
  }
  draw();
  // A hidden page does not poll.
  if (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
  const lively = ["playing", "waiting"].includes(experiment?.state) || lab.runs.some((run) => run.state === "playing");
  again(lively ? ACTIVE_POLL_MS : IDLE_POLL_MS);
}

function again(wait) {
  clearTimeout(timer);
  timer = setTimeout(poll, wait);
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
        lost = error.message;
      }
    }
    if (!game) await choose(words.get("game"), words);
  } catch {
    online = false;
  }
  draw();
  one(".tab.here").scrollIntoView({ block: "nearest", inline: "nearest" });
  poll();
}

addEventListener("popstate", () => location.reload());
draw();
start();
