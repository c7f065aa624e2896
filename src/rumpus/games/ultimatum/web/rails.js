/** The other squads, and what happened to them and to one's own: beside the map and over it. */

import { h } from "/static/js/drawing.js";
import { mini, portrait } from "./art.js";
import { nameOf, topicText } from "./scene.js";
import { cooldown, figures } from "./sheet.js";
import { effects, hpBar } from "./tokens.js";

/** Density of rows, by their number. */
const density = (count) => (count <= 3 ? "wide" : count <= 6 ? "middle" : count <= 12 ? "close" : "tight");

/** True if the rail has no room for a sheet; it appears with the forecast then. */
export const isDense = (count) => count > 6;

export function others(scene) {
  const { h, view, tools, you, foes } = scene;
  const seats = view.seats.filter((seat) => seat.seat !== you);
  const count = foes.length;
  return h(
    "div",
    { class: `ul-others ${density(count)} seats-${seats.length}`, key: "others" },
    seats.map((seat) =>
      h(
        "section",
        {
          key: seat.seat,
          class: `ul-squad seat-${seat.seat} ${view.turn === seat.seat && view.stage !== "over" ? "turn" : ""} ${seat.out ? "out" : ""}`,
          "data-essential": `health ${seat.seat}`,
          "aria-label": `Squad of ${tools.names[seat.seat]}`,
        },
        scene.button(
          "ul-head",
          () => tools.sheet(seat.seat),
          { key: "head" },
          tools.person(seat.seat),
          h("small", {}, seat.out ? "out" : `${seat.hp} HP`),
        ),
        h(
          "ul",
          { key: "rows" },
          foes
            .filter((one) => one.seat === seat.seat)
            .map((one) => h("li", { key: one.id }, row(scene, one, density(count)))),
        ),
      ),
    ),
  );
}

const STATES = {
  ready: "to act",
  done: "✓ has acted",
  acting: "acts now",
  dead: "fallen",
  placed: "",
  "to be placed": "not placed yet",
  picked: "",
};
const SHORT = { ready: "", done: "✓", acting: "▶", dead: "✕", placed: "", "to be placed": "…", picked: "" };

function row(scene, one, room) {
  const { h, tools } = scene;
  const open = scene.looked === one && (room === "wide" || room === "middle");
  const waits = [one.normal, one.ultimatum].filter((ability) => ability.wait);
  return scene.button(
    `ul-row ${one.state.replaceAll(" ", "-")} ${scene.looked === one ? "looked" : ""} ${scene.lit.has(one.id) ? "lit" : ""}`,
    () => scene.meet(one),
    {
      "aria-pressed": String(scene.looked === one),
      "aria-label": `${tools.names[one.seat]}’s ${one.name}, ${one.hp} of ${one["most hp"]} HP, ${one.state}`,
    },
    portrait(h, one.name),
    h(
      "span",
      { class: "ul-row-words" },
      h("strong", {}, one.name),
      h("span", { class: "ul-row-effects" }, effects(h, one, 3, true)),
      h("small", { class: "ul-state" }, room === "wide" ? (STATES[one.state] ?? "") : (SHORT[one.state] ?? "")),
      one.state === "dead" ? null : hpBar(h, one, scene.fates.get(one.id)),
    ),
    one.state === "dead"
      ? null
      : open
        ? sheetOf(scene, one)
        : h(
            "span",
            { class: "ul-row-abilities" },
            room === "wide"
              ? [ability(h, one.normal, ""), ability(h, one.ultimatum, "★ ")]
              : waits.length
                ? cooldown(h, waits.at(-1))
                : h("small", { class: "ready" }, "ready"),
          ),
  );
}

const ability = (h, { name, wait, cooldown: most }, star) =>
  h(
    "span",
    { key: name, class: wait ? "waits" : "" },
    h("span", {}, `${star}${name}`),
    wait ? [" ", cooldown(h, { wait, cooldown: most })] : null,
  );

/** Attributes and abilities of the inspected character. */
export function sheetOf({ h, tools }, one) {
  const line = (name, star, more) =>
    h("span", { key: name, class: "ul-skill" }, h("strong", {}, `${star}${name} `, more), topicText(tools, name));
  const ready = (it) => (it.wait ? cooldown(h, it) : h("em", { class: "ready" }, "ready"));
  return h(
    "span",
    { class: "ul-sheet" },
    figures(h, one),
    line(one.passive, "", null),
    line(one.normal.name, "", ready(one.normal)),
    line(one.ultimatum.name, "★ ", ready(one.ultimatum)),
  );
}

/** A whole squad, for the sheet of a player. */
export function squadSheet(view, seat) {
  return h(
    "ul",
    { class: "ul ul-squad-sheet" },
    view.characters
      .filter((one) => one.seat === seat)
      .map((one) =>
        h(
          "li",
          { key: one.id },
          portrait(h, one.name),
          h(
            "div",
            {},
            h("strong", {}, one.name),
            h("small", {}, ` ${one.title}, ${one.state === "dead" ? "fallen" : one.state}`),
            one.state === "dead"
              ? null
              : [
                  hpBar(h, one),
                  figures(h, one),
                  h("span", { class: "ul-row-abilities" }, ability(h, one.normal, ""), ability(h, one.ultimatum, "★ ")),
                ],
          ),
        ),
      ),
  );
}

// --- who lost HP since one's last turn ---

/** By kind of log line: whether it gets a row beside others, who acts, on whom, and the action. */
const DEEDS = {
  run: ({ unit }) => ({ who: unit, verb: "walks", quiet: true }),
  jump: ({ unit }) => ({ who: unit, verb: "jumps", quiet: true }),
  pass: ({ unit }) => ({ who: unit, verb: "passes", quiet: true }),
  attack: ({ unit, target }) => ({ who: unit, whom: target, verb: "strikes" }),
  tend: ({ unit, target }) => ({ who: unit, whom: target, verb: "heals" }),
  ability: ({ unit, ability }) => ({ who: unit, verb: ability }),
  trap: ({ unit, owner }) => ({ who: owner, whom: unit, verb: "trap" }),
  tick: ({ unit, effect }) => ({ who: unit, verb: effect, effect }),
};

/** Actions from the log lines: actor, target and HP healed. `toll` tells of losses. */
function deeds(lines) {
  const found = [];
  for (const { kind, facts } of lines) {
    const last = found.at(-1);
    if (DEEDS[kind]) found.push({ heals: [], ...DEEDS[kind](facts) });
    else if (kind === "miss" && last) last.missed = true;
    else if (kind === "heal" && last && facts.points) last.heals.push([facts.unit, facts.points]);
  }
  return found;
}

/** HP lost by each character, by whom or by which effect, and whether it fell, from the log lines. */
export function toll(lines) {
  const losses = new Map();
  let cause = "";
  let answer = ""; // whose passive struck back
  for (const { kind, facts } of lines) {
    const id = facts.unit;
    const one = losses.get(id) || { id, loss: 0, by: new Map(), fell: false };
    const deed = DEEDS[kind]?.(facts);
    if (deed) [cause, answer] = [deed.effect || deed.who, ""];
    else if (kind === "passive") answer = id;
    else if (kind === "damage" && facts.loss) {
      const by = nameOf(id === cause && answer ? answer : cause);
      one.loss += facts.loss;
      if (by) one.by.set(by, (one.by.get(by) || 0) + facts.loss);
    } else if (kind === "death" || kind === "revive") one.fell = kind === "death";
    if (one.loss || one.fell) losses.set(id, one);
  }
  return [...losses.values()].filter(({ loss, fell }) => loss || fell);
}

/** Log lines between the end of one's last turn and one's first action of this one; null before the first turn. */
function sinceOwnTurn({ tools, you, byId }) {
  let since = null;
  let ours = false;
  let acted = false;
  for (const line of tools.story) {
    const { kind, facts } = line;
    const own = byId.get(facts.unit)?.seat === you;
    if (kind === "turn") {
      if (ours && !own) [since, acted] = [[], false];
      ours = own;
    } else if (ours && own && kind !== "tick" && DEEDS[kind]?.(facts).who === facts.unit) acted = true;
    if (!acted) since?.push(line);
  }
  return since;
}

/** Who lost HP: one's own first, the fallen before the others. */
function tollRows({ h, byId, you }, losses, most) {
  const own = ({ id }) => byId.get(id)?.seat === you;
  const rank = (one) => (own(one) ? 1e6 : 0) + (one.fell ? 1e4 : 0) + one.loss;
  const words = ({ id, loss, fell }) => `${nameOf(id)} ${fell ? "fell" : `−${loss}`}`;
  const sorted = losses.sort((a, b) => rank(b) - rank(a));
  const shown = sorted.splice(0, sorted.length > most ? most - 1 : most);
  const rows = shown.map((one) => {
    const causes = [...one.by].sort(([, a], [, b]) => b - a);
    const told = causes.map(([who, points]) => (causes.length > 1 ? `${who} ${points}` : who)).join(", ");
    return h(
      "p",
      { key: one.id, class: "ul-toll" },
      mini(h, nameOf(one.id)),
      h("b", { class: own(one) ? "bad" : "good" }, words(one)),
      told ? h("span", { class: "word" }, `${one.fell ? "to" : "by"} ${told}`) : null,
    );
  });
  if (sorted.length) rows.push(h("p", { key: "more", class: "soft" }, sorted.map(words).join(", ")));
  return rows;
}

/** Rows of actions, if nobody lost HP: those beside a target first. */
function deedRows(h, since, most) {
  const all = deeds(since);
  const loud = all.filter((deed) => !deed.quiet);
  return (loud.length ? loud : all).slice(-most).map(({ who, whom, verb, missed, heals }, key) => {
    const sum = heals.reduce((total, [id, points]) => total + (!whom || id === whom ? points : 0), 0);
    const other = whom || heals.find(([id]) => id !== who)?.[0];
    return h(
      "p",
      { key },
      mini(h, nameOf(who)),
      other && other !== who ? [h("span", { key: "to" }, "→"), mini(h, nameOf(other), "whom")] : null,
      other
        ? h("span", { class: "unseen", key: "names" }, nameOf(who), `, ${nameOf(other)}: `)
        : h("strong", { class: "ul-doer", key: "names" }, nameOf(who)),
      h("span", { class: "word" }, missed ? "misses" : verb),
      sum ? h("b", { class: "good" }, `+${sum}`) : null,
    );
  });
}

/** Rows of recent events, by density: what fits below the others. */
const ROWS = { wide: 6, middle: 5, close: 2, tight: 2 };

/** Below the others: a legend, a character's sheet, or who lost HP since one's last turn. */
export function news(scene) {
  const { h, looked, tools, view, state, you } = scene;
  const section = (kind, more, ...inside) =>
    h("section", { class: `ul-news ${kind}`, key: "news", "data-essential": "news", ...more }, inside);
  if (looked) {
    const key = (kind, text) => h("p", {}, h("i", { class: `key-${kind}` }), text);
    const [trap] = view["hidden traps"];
    return section(
      "of-key",
      {},
      h(
        "h4",
        { "aria-level": 2, class: "ul-news-name" },
        h("span", {}, looked.name),
        h("small", {}, tools.names[looked.seat]),
      ),
      sheetOf(scene, looked),
      h("h4", { "aria-level": 2 }, "What the colours mean"),
      key("walk", `where ${looked.name} can walk`),
      key("strike", "and then strike"),
      trap ? key("trap", `a hidden trap of ${nameOf(trap.owner)} is hidden in here`) : null,
    );
  }
  const ours = you === null ? null : sinceOwnTurn(scene);
  const since = ours || (tools.since?.length ? tools.since : tools.story.slice(-12));
  const title = ours ? "Since your last turn" : "Just now";
  const most = ROWS[density(scene.foes.length)];
  const losses = toll(since);
  const count = losses.length;
  const rows = count ? tollRows(scene, losses, most) : deedRows(h, since, most);
  return section(
    `${count ? "of-toll" : ""} ${state.toll ? "open" : ""}`,
    { "aria-label": title },
    h(
      "h4",
      { "aria-level": 2, "aria-label": title },
      h("span", {}, title),
      tools.since?.length && tools.again && view.stage !== "over"
        ? scene.button("ul-again", () => tools.again(), {}, "▶ show again")
        : null,
    ),
    rows.length ? rows : h("p", { class: "soft" }, view.stage === "over" ? view.outcome : "Nothing yet."),
    // A narrow board shows the first row only, and the others when asked.
    count > 1
      ? scene.button(
          "ul-more",
          () => scene.set({ toll: !state.toll }),
          { "aria-expanded": String(Boolean(state.toll)) },
          state.toll ? "Close" : `+${count - 1}`,
        )
      : null,
  );
}

// --- over the map ---

/** Paths just walked, by character. */
export function walked(lines) {
  const ways = new Map();
  for (const { kind, facts } of lines)
    if (kind === "run") ways.set(facts.unit, [...(ways.get(facts.unit) || []), ...facts.way.split(" ").slice(1)]);
  return ways;
}

/** By kind of log line: whose word floats, its text, its style, and whether it shakes. */
const BLOWS = {
  damage: ({ unit, loss, absorbed }) =>
    loss ? [unit, `−${loss}`, "", true] : absorbed ? [unit, "blocked", "good", true] : null,
  heal: ({ unit, points }) => (points ? [unit, `+${points}`, "good"] : null),
  shield: ({ unit, points }) => [unit, `shield ${points}`, "good"],
  miss: ({ target }) => [target, "miss", "good"],
  effect: ({ unit, effect }) => [unit, effect, ""],
  ability: ({ unit, ability }) => [unit, `${ability}!`, "good"],
  trap: ({ unit }) => [unit, "trap!", "", true],
  death: ({ unit }) => [unit, "falls", "", true],
};

/** Floats damage, healing and misses over their characters, one after the other. */
export function blows(root, tools) {
  const { motion, lines, before } = tools;
  const place = (id) => {
    const there = root.querySelector(`[data-unit="${CSS.escape(id)}"]`);
    const last = before?.characters?.find((one) => one.id === id)?.hex;
    return there || (last ? root.querySelector(`[data-hex="${CSS.escape(last)}"]`) : null);
  };
  const acts = lines.map(({ kind, facts }) => BLOWS[kind]?.(facts)).filter(Boolean);
  acts.slice(0, 14).forEach(([id, text, mood, hit], number) => {
    motion.later(motion.still() ? 0 : 220 * number, () => {
      const node = place(id);
      motion.floatWord(node, text, mood);
      if (hit && node?.dataset.unit) motion.shake(node.firstElementChild);
    });
  });
}
