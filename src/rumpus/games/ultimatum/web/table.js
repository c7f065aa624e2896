/** Ultimatum: the hex map, the characters on it, and what the chosen one can do, lit without asking the server. */

import { hide } from "/static/js/drawing.js";
import { FACES, SIGNS } from "./art.js";

const SIZE = 30; // from the middle of a hex to a corner, in the units of the picture
const WIDE = Math.sqrt(3) * SIZE;
const DIRECTIONS = {
  E: (row, column) => [row, column + 1],
  W: (row, column) => [row, column - 1],
  NE: (row, column) => [row - 1, column + (row % 2)],
  NW: (row, column) => [row - 1, column + (row % 2) - 1],
  SE: (row, column) => [row + 1, column + (row % 2)],
  SW: (row, column) => [row + 1, column + (row % 2) - 1],
};

/** Everything is on the board. */
export const tray = () => null;

export function asked(view, offers) {
  if (view.stage === "ban") return "ban a character: nobody gets it";
  if (view.stage === "pick") return "pick a character for your squad";
  if (view.stage === "place") return "place your characters on your spawn points";
  if (view.stage === "more") return `${nameOf(view.active)} may go on, or finish`;
  return offers.length ? "choose a character, then a lit hex or target" : "";
}

export function board(view, offers, tools) {
  const { send } = tools;
  const scene = new Scene(view, offers, send, tools);
  if (tools.lines.length) tools.after((root) => blows(root, tools));
  tools.after((root) => inSight(root, tools.state));
  return tools.h(
    "div",
    { class: `ul ul-${view.stage}` },
    view.stage === "ban" || view.stage === "pick" ? draft(scene) : [field(scene), bar(scene), squads(scene)],
  );
}

// --- names and places ---

const nameOf = (id) => String(id || "").split(".")[1] || String(id || "");
const hexName = (row, column) => String.fromCharCode(97 + column) + (row + 1);
const spot = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
const isHex = (word) => /^[a-z]\d{1,2}$/.test(word);

/** Over which hexes somebody has just gone, by who it was. */
function walked(lines) {
  const ways = new Map();
  for (const { kind, facts } of lines) if (kind === "run") ways.set(facts.unit, [...(ways.get(facts.unit) || []), ...facts.way.split(" ").slice(1)]);
  return ways;
}

function centre(name) {
  const [row, column] = spot(name);
  return [WIDE * (column + 0.5 + (row % 2) / 2) + 6, SIZE * (1 + 1.5 * row) + 6];
}

// --- what can be done, from the offers and what was pressed so far ---

class Scene {
  /** @type {any} */ view;
  /** @type {import("/static/js/protocol.js").Offer[]} */ offers;
  /** @type {(offer: import("/static/js/protocol.js").Offer) => unknown} */ send;
  /** @type {any} */ tools;
  /** @type {any} */ state;
  /** @type {typeof import("/static/js/drawing.js").h} */ h;

  constructor(view, offers, send, tools) {
    Object.assign(this, { view, offers, send, tools, state: tools.state, h: tools.h });
    this.byHex = new Map(view.characters.filter((one) => one.hex).map((one) => [one.hex, one]));
    this.byId = new Map(view.characters.map((one) => [one.id, one]));
    this.walks = walked(tools.lines);
    this.sort();
    this.choose();
    this.light();
  }

  /** Every offer by who would do it. */
  sort() {
    this.deeds = new Map();
    this.finish = null;
    for (const offer of this.offers) {
      if (offer.words === "finish") {
        this.finish = offer;
        continue;
      }
      if (offer.words.includes(" via ")) continue;
      const [name, ...rest] = offer.words.split(" ");
      const one = this.view.characters.find((other) => other.seat === this.tools.you && other.name === name);
      if (!one) continue;
      if (!this.deeds.has(one.id)) this.deeds.set(one.id, { place: [], move: [], attack: [], ability: [], ultimatum: [], pass: null });
      const deed = this.deeds.get(one.id);
      const words = rest.join(" ");
      if (words === "pass") deed.pass = offer;
      else if (rest[0] === "place" || rest[0] === "move" || rest[0] === "attack") deed[rest[0]].push({ offer, named: [rest[1]] });
      else {
        const kind = words.startsWith(one.ultimatum.name) ? "ultimatum" : "ability";
        const title = kind === "ability" ? one.normal.name : one.ultimatum.name;
        deed[kind].push({ offer, named: words.slice(title.length).trim().split(" ").filter(Boolean) });
      }
    }
  }

  /** Who is looked at: the one who acts, the one who was pressed, or the only one there is. */
  choose() {
    const { state, view } = this;
    const decision = `${view.number} ${view.stage} ${view.active} ${this.offers.map((one) => one.move).join()}`;
    if (state.decision !== decision) {
      state.decision = decision;
      state.mode = "";
      state.named = [];
      if (this.offers.length) {
        const able = [...this.deeds.keys()];
        if (view.active && this.deeds.has(view.active)) state.unit = view.active;
        else if (view.stage === "place" || able.length === 1) state.unit = able[0];
        else if (!able.includes(state.unit)) state.unit = null;
      }
    }
    this.one = this.byId.get(state.unit) || null;
    this.deed = this.deeds.get(state.unit) || null;
    if (state.mode && !this.deed?.[state.mode]?.length) state.mode = "";
    // Where the keyboard enters the map: whoever was chosen, whoever can do something, or the first place to start at.
    const able = [...this.deeds.keys()].filter((id) => this.byId.get(id)?.hex);
    this.home = able.includes(state.unit) ? state.unit : able[0] || this.deed?.place[0]?.named[0] || "";
  }

  /** What is lit: a place or a character with the offers that pressing it stands for. */
  light() {
    this.lit = new Map();
    this.pips = new Map();
    const { deed, state } = this;
    if (!deed) return;
    const put = (key, kind, entry) => {
      if (!this.lit.has(key)) this.lit.set(key, { kind, entries: [] });
      this.lit.get(key).entries.push(entry);
    };
    for (const kind of state.mode ? [state.mode] : ["place", "move", "attack"]) {
      for (const entry of deed[kind]) for (const key of this.spots(entry)) put(key, kind, entry);
    }
    if (state.mode) return;
    for (const kind of ["ability", "ultimatum"]) {
      for (const entry of deed[kind]) for (const key of entry.named.length ? this.spots(entry) : []) this.pips.set(key, `${this.pips.get(key) || ""}${kind[0]}`);
    }
  }

  /** Where an offer can be pressed, given what has been named already. */
  spots({ named }) {
    const done = this.state.named;
    if (!named.length) return [this.one.id];
    const pair = named.length === 2 && named.every((word) => word.includes("."));
    if (pair ? !done.every((word) => named.includes(word)) : !done.every((word, at) => named[at] === word)) return [];
    const left = pair ? named.filter((word) => !done.includes(word)) : named.slice(done.length, done.length + 1);
    return left.flatMap((word) => (word in DIRECTIONS ? this.line(word) : [word]));
  }

  /** The hexes in a direction as far as the first character or wall. */
  line(direction) {
    const found = [];
    const rows = this.view.map.rows;
    let [row, column] = spot(this.one.hex);
    for (let steps = 0; steps < 8; steps++) {
      [row, column] = DIRECTIONS[direction](row, column);
      const sign = rows[row]?.[column];
      if (!sign || sign === "#") break;
      found.push(hexName(row, column));
      const there = this.byHex.get(hexName(row, column));
      if (there && there.seat !== this.one.seat) break;
    }
    return found;
  }

  at(hex, id) {
    return this.lit.get(id) || this.lit.get(hex) || null;
  }

  // --- pressing ---

  select(id) {
    hide();
    const { state } = this;
    Object.assign(state, { unit: state.unit === id && !this.deeds.has(id) ? null : id, mode: "", named: [] });
    this.tools.redraw();
  }

  mode(kind) {
    hide();
    const { state } = this;
    Object.assign(state, { mode: state.mode === kind ? "" : kind, named: [] });
    this.tools.redraw();
  }

  /** A hex, or whoever stands on it. */
  press(hex, id) {
    const { state } = this;
    const there = id ? this.byId.get(id) : this.byHex.get(hex);
    const key = this.lit.has(there?.id) ? there.id : this.lit.has(hex) ? hex : there?.hex && this.lit.has(there.hex) ? there.hex : null;
    const own = there && this.deeds.has(there.id) && there.id !== state.unit;
    if (own && !state.mode) return this.select(there.id);
    if (key) return this.pressLit(key);
    const ability = this.pips.get(there?.id) || this.pips.get(hex);
    if (ability && this.view.stage !== "place") return this.mode(ability.includes("a") ? "ability" : "ultimatum");
    if (there) return this.select(there.id);
    return undefined;
  }

  pressLit(key) {
    const { state, tools } = this;
    const { entries } = this.lit.get(key);
    const pip = !state.mode && key.includes(".") ? this.pips.get(key) : "";
    if (pip) {
      const more = ["ability", "ultimatum"].flatMap((kind) => this.deed[kind].filter(({ named }) => named.length === 1 && named[0] === key));
      return tools.choose(`${this.one.name} and ${nameOf(key)}`, [...entries, ...more].map(({ offer }) => offer));
    }
    const step = state.named.length + 1;
    if (entries.length > 1 || entries[0].named.length > step) {
      if (entries[0].named.length > step) {
        state.named = [...state.named, key];
        return tools.redraw();
      }
      return tools.choose(`${this.one.name}: which?`, entries.map(({ offer }) => offer));
    }
    return this.send(entries[0].offer);
  }
}

// --- the map ---

function field(scene) {
  const { view, h, tools, state } = scene;
  const { rows, columns } = view.map;
  const width = WIDE * (columns + 0.5) + 12;
  const height = SIZE * (1.5 * rows.length + 0.5) + 12;
  const press = (event) => {
    const node = event.target.closest("[data-unit], [data-hex]");
    if (node) scene.press(node.dataset.hex || null, node.dataset.unit || null);
  };
  return h(
    "div",
    { class: "ul-field", key: "field" },
    h(
      "div",
      { class: `ul-top ${columns > 14 ? "big" : ""}` },
      h("strong", {}, view.map.name),
      h("span", {}, view.number ? `phase ${view.number} of ${view.limit}` : "phase zero"),
      turnOf(scene),
      h("button", { type: "button", class: "ul-zoom", "data-spot": "", "aria-pressed": String(Boolean(state.whole)), onclick: () => ((state.whole = !state.whole), tools.redraw()) }, state.whole ? "Larger" : "Whole map"),
    ),
    h(
      "div",
      { class: "ul-scroll" },
      h(
        "div",
        {
          class: `ul-map ${state.whole ? "whole" : ""} ${scene.deed ? "aiming" : ""}`,
          style: { "--columns": String(columns + 0.5), "--ratio": `${width} / ${height}`, "--share": String(width / height) },
          onclick: press,
          onkeydown: (event) => {
            if ((event.key === "Enter" || event.key === " ") && event.target.dataset.hex) {
              event.preventDefault();
              press(event);
            } else if (event.key in ARROWS) step(scene, event);
            else if (event.key === "Escape" && (state.mode || state.named.length)) scene.mode(state.mode);
          },
        },
        h("svg", { class: "ul-ground", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `Map ${view.map.name}` }, ground(scene)),
        view.characters.filter((one) => one.hex && one.state !== "dead").map((one) => token(scene, one, width, height)),
      ),
    ),
  );
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** An arrow goes to the next hex that way, or to whoever stands there; past the edge it leaves the map. */
function step(scene, event) {
  const from = event.target.dataset.hex || scene.byId.get(event.target.dataset.unit)?.hex;
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows } = scene.view.map;
  const [down, right] = ARROWS[event.key];
  let [row, column] = spot(from);
  do [row, column] = [row + down, column + right];
  while (rows[row]?.[column] === "#");
  if (!rows[row]?.[column]) return;
  const name = hexName(row, column);
  const there = scene.byHex.get(name);
  const map = event.currentTarget;
  const next = (there && map.querySelector(`[data-unit="${CSS.escape(there.id)}"]`)) || map.querySelector(`[data-hex="${name}"]`);
  event.preventDefault();
  event.stopPropagation();
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function turnOf({ view, h, tools }) {
  if (view.stage === "over" || view.turn === null || view.turn === undefined) return null;
  return h("span", { class: "ul-turn" }, tools.mark(view.turn), tools.names[view.turn]);
}

function ground(scene) {
  const { view, h, tools } = scene;
  const traps = new Map(view.traps.map((trap) => [trap.hex, trap.owner]));
  const maybe = new Map();
  for (const trap of view["hidden traps"]) for (const hex of trap.maybe) maybe.set(hex, trap.owner);
  const watched = scene.one && !scene.deed ? new Set(scene.one.reach) : new Set();
  return view.map.rows.flatMap((row, y) =>
    [...row].map((sign, x) => {
      const name = hexName(y, x);
      const lit = scene.lit.get(name)?.kind || (watched.has(name) ? "watched" : "");
      const pip = scene.pips.get(name) || "";
      const chosen = scene.one?.hex === name;
      const trap = traps.get(name) || "";
      const guess = maybe.get(name) || "";
      const home = scene.home === name;
      const owner = tools.names[Number(sign) - 1] || "";
      return tools.memo(name, [sign, owner, lit, pip, chosen, trap, guess, home, scene.one?.name], () => hex(h, { name, sign, owner, lit, pip, chosen, trap, guess, home, who: scene.one?.name }));
    }),
  );
}

const LIT = { move: "can walk here", place: "can start here", ability: "can aim here", ultimatum: "can aim here", attack: "can strike here", watched: "could walk here" };

function hex(h, { name, sign, owner, lit, pip, chosen, trap, guess, who, home }) {
  const [x, y] = centre(name);
  const wall = sign === "#";
  const says = [
    wall ? "A wall: nobody walks or aims through it." : sign === "." ? "Floor." : owner ? `Floor, a spawn point of ${owner}.` : "Floor, a spawn point nobody uses.",
    lit ? `${who} ${LIT[lit]}.` : "",
    trap ? `A trap of your ${nameOf(trap)} lies here.` : "",
    guess ? `A trap of ${nameOf(guess)} may lie here.` : "",
  ].filter(Boolean);
  const seat = sign >= "1" && sign <= "9" ? Number(sign) - 1 : -1;
  return h(
    "g",
    {
      class: `hex ${wall ? "wall" : ""} ${lit ? `lit lit-${lit}` : ""} ${chosen ? "chosen" : ""}`,
      "data-hex": name,
      "data-stop": name,
      "data-home": home ? "" : null,
      "data-spot": wall ? null : "",
      tabindex: wall ? null : lit && lit !== "watched" ? 0 : -1,
      role: lit && lit !== "watched" ? "button" : "img",
      "aria-label": `${name}. ${says.join(" ")}`,
      "data-explain": `Hex ${name}`,
      "data-says": says.join(" "),
    },
    h("path", { class: `floor tone-${(spot(name)[0] + 2 * spot(name)[1]) % 3}`, d: outline(x, y, SIZE - 1) }),
    wall ? [h("path", { class: "rock", d: `M${x - 19} ${y + 13}l4-19 9-8 8 4 7-3 9 12 3 14z` }), h("path", { class: "rock-light", d: `M${x - 13} ${y - 5}l7-6 3 8-6 6zM${x + 3} ${y - 6}l5-2 4 7-6 2z` })] : null,
    seat >= 0 ? h("path", { class: `spawn seat-${seat}`, d: outline(x, y, SIZE - 6) }) : null,
    wall ? null : h("text", { class: "coordinate", x, y: y + SIZE - 6 }, name),
    lit ? h("path", { class: "glow", d: outline(x, y, SIZE - 4) }) : null,
    lit === "move" || lit === "place" || lit === "watched" ? h("circle", { class: "dot", cx: x, cy: y, r: 5.5 }) : null,
    lit && lit !== "move" && lit !== "place" && lit !== "watched" ? h("path", { class: "cross", d: `M${x - 9} ${y}h18M${x} ${y - 9}v18` }) : null,
    pip.includes("a") ? h("path", { class: "pip", d: `M${x + 15} ${y - 14}l5 5-5 5-5-5z` }) : null,
    pip.includes("u") ? h("path", { class: "pip ult", d: `M${x - 15} ${y - 16}l2 5 5 .5-4 3.5 1.5 5-4.5-3-4.5 3 1.5-5-4-3.5 5-.5z` }) : null,
    trap ? h("path", { class: "trap", d: `M${x - 13} ${y + 6}a13 9 0 0 1 26 0zM${x - 13} ${y + 6}l4-7 4.5 7 4.5-8 4.5 8 4.5-7 4 7` }) : null,
    guess && !trap ? h("text", { class: "guess", x: x + 15, y: y + 6 }, "?") : null,
  );
}

function outline(x, y, r) {
  const w = (Math.sqrt(3) / 2) * r;
  const f = (n) => n.toFixed(1);
  return `M${f(x)} ${f(y - r)}L${f(x + w)} ${f(y - r / 2)}V${f(y + r / 2)}L${f(x)} ${f(y + r)}L${f(x - w)} ${f(y + r / 2)}V${f(y - r / 2)}Z`;
}

// --- characters ---

export function face(h, name) {
  const [disc, parts] = FACES[name] || ["#ddd", []];
  return h(
    "svg",
    { class: "ul-face", viewBox: "-2 -2 68 68", "aria-hidden": "true" },
    h("circle", { cx: 32, cy: 32, r: 32, fill: disc }),
    parts.map(([d, fill, kind], key) => h("path", { key, d, fill, class: kind || null })),
  );
}

function token(scene, one, width, height) {
  const { h, tools, state } = scene;
  const [x, y] = centre(one.hex);
  const lit = scene.at(one.hex, one.id);
  const able = scene.deeds.has(one.id);
  const watched = scene.one && !scene.deed && scene.one.targets.includes(one.id);
  const pip = scene.pips.get(one.id) || scene.pips.get(one.hex) || "";
  const hidden = one.effects.some((effect) => effect.name === "invisible");
  const means = lit ? (lit.kind === "attack" && one.seat === scene.one.seat ? "can be healed" : lit.kind === "attack" ? "can be attacked" : "can be aimed at") : "";
  return h(
    "button",
    {
      key: one.id,
      type: "button",
      class: `ul-token seat-${one.seat} ${one.state} ${able ? "able" : ""} ${state.unit === one.id ? "chosen" : ""} ${lit ? `lit lit-${lit.kind} ${means === "can be healed" ? "lit-heal" : ""}` : ""} ${watched ? "watched" : ""} ${hidden ? "hidden" : ""}`,
      style: { left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` },
      "data-unit": one.id,
      "data-spot": "",
      "data-fly": `unit ${one.id}`,
      "data-via": scene.walks.get(one.id)?.slice(0, -1).join(" ") || null,
      "data-home": scene.home === one.id ? "" : null,
      "data-explain": one.name,
      "data-says": about(one, tools),
      "aria-label": `${tools.names[one.seat]}’s ${one.name} on ${one.hex}, ${one.hp} of ${one["most hp"]} HP, ${one.state}${means ? `, ${means}` : ""}`,
      "aria-pressed": String(state.unit === one.id),
    },
    face(h, one.name),
    h("span", { class: "ul-badge" }, tools.mark(one.seat)),
    one.state === "done" ? h("span", { class: "ul-done", "aria-hidden": "true" }, "✓") : null,
    one.charges ? h("span", { class: "ul-charges", "aria-hidden": "true" }, `${one.charges}`) : null,
    one.effects.length ? h("span", { class: "ul-effects", "aria-hidden": "true" }, one.effects.slice(0, 3).map((effect, key) => h("svg", { key, class: harmful(effect) ? "bad" : "fine", viewBox: "-1.5 -1.5 15 15" }, h("path", { d: SIGNS[effect.name] })))) : null,
    pip ? h("span", { class: `ul-pip ${pip.includes("u") ? "ult" : ""}`, "aria-hidden": "true" }) : null,
    hpBar(h, one),
  );
}

const harmful = (effect) => effect.amount < 0 || ["poison", "drain", "stun", "snare", "ground", "disarm", "silence"].includes(effect.name);

function hpBar(h, one) {
  const part = one["most hp"] ? (100 * one.hp) / one["most hp"] : 0;
  return h(
    "span",
    { class: `ul-hp ${part < 30 ? "low" : ""}`, "aria-hidden": "true" },
    h("span", { class: "ul-hp-fill", style: { width: `${part}%` } }),
    h("span", { class: "ul-hp-number" }, one.hp, one.shield ? h("b", {}, `+${one.shield}`) : null),
  );
}

function effectWords(effect) {
  const size = effect.amount ? ` ${effect.amount > 0 && !["poison", "drain", "regrowth"].includes(effect.name) ? "+" : ""}${effect.amount}` : "";
  return `${effect.name}${size} (${effect.turns ? `${effect.turns} turn${effect.turns === 1 ? "" : "s"}` : "this turn"})`;
}

function about(one, { names }) {
  const wait = (ability) => `${ability.name} ${ability.wait ? `in ${ability.wait}` : "ready"}`;
  return [
    `Now: ${names[one.seat]}’s, ${one.hp}/${one["most hp"]} HP${one.shield ? ` and shield ${one.shield}` : ""}, Attack ${one.attack}, range ${one.range}, speed ${one.speed}; ${wait(one.normal)}, ${wait(one.ultimatum)}; ${one.state}.`,
    one.effects.length ? `Effects: ${one.effects.map(effectWords).join(", ")}.` : "",
  ].join(" ");
}

// --- squads beside the map ---

function squads(scene) {
  const { view, h, tools } = scene;
  return h(
    "div",
    { class: "ul-squads", key: "squads" },
    view.seats.map((seat) =>
      h(
        "section",
        { key: seat.seat, class: `ul-squad seat-${seat.seat} ${view.turn === seat.seat && view.stage !== "over" ? "turn" : ""} ${seat.out ? "out" : ""}`, "aria-label": `Squad of ${tools.names[seat.seat]}` },
        h("h3", {}, tools.mark(seat.seat), h("span", {}, tools.names[seat.seat]), h("small", {}, seat.out ? "out" : `${seat.hp} HP`)),
        h(
          "ul",
          {},
          view.characters.filter((one) => one.seat === seat.seat).map((one) => h("li", { key: one.id }, row(scene, one))),
        ),
      ),
    ),
  );
}

const STATES = { ready: "●", done: "✓", acting: "▶", dead: "✕", "to be placed": "…", placed: "✓", picked: "" };

function row(scene, one) {
  const { h, tools, state } = scene;
  return h(
    "button",
    {
      type: "button",
      class: `ul-row ${one.state.replaceAll(" ", "-")} ${scene.deeds.has(one.id) ? "able" : ""} ${state.unit === one.id ? "chosen" : ""} ${scene.lit.has(one.id) || scene.lit.has(one.name) ? "lit" : ""}`,
      "data-spot": "",
      "data-explain": one.name,
      "data-says": about(one, tools),
      "aria-pressed": String(state.unit === one.id),
      onclick: () => (state.mode && scene.lit.has(one.id) ? scene.pressLit(one.id) : state.mode && scene.lit.has(one.name) && one.seat === tools.you ? scene.pressLit(one.name) : scene.select(one.id)),
    },
    face(h, one.name),
    h("span", { class: "ul-row-words" }, h("strong", {}, one.name, h("span", { class: "ul-state", title: one.state }, STATES[one.state] ?? "")), one.state === "dead" ? h("small", {}, "fallen") : hpBar(h, one), h("span", { class: "unseen" }, `${one.hp} HP, ${one.state}`), one.effects.length ? h("small", {}, one.effects.map(effectWords).join(", ")) : null),
  );
}

// --- what the chosen one can do ---

function bar(scene) {
  const { h, one, deed, tools, view, offers } = scene;
  if (!one) {
    const hint = view.stage === "over" ? view.outcome : offers.length ? "Press one of your glowing characters." : "Press any character to see what it is and how far it reaches.";
    return h("div", { class: "ul-bar empty", key: "bar" }, h("p", {}, hint));
  }
  return h(
    "section",
    { class: `ul-bar seat-${one.seat}`, key: "bar", "aria-label": `${one.name}` },
    h(
      "div",
      { class: "ul-card" },
      h("span", { class: "ul-portrait", tabindex: 0, "data-spot": "", "data-explain": one.name, "data-says": about(one, tools), role: "img", "aria-label": `${one.name}, ${one.title}` }, face(h, one.name)),
      h("div", {}, h("h3", {}, one.name, " ", h("small", {}, one.title)), stats(scene)),
    ),
    view.stage === "place" ? h("p", { class: "ul-step" }, deed ? `Where does ${one.name} start? Press a lit spawn point.` : "") : deed || one.actions ? buttons(scene) : skills(scene),
    deed && scene.state.mode ? target(scene) : null,
  );
}

function stats({ h, one }) {
  const figure = (word, full, value) => h("li", { key: word, title: full }, h("span", {}, word), ` ${value}`);
  return h(
    "ul",
    { class: "ul-stats" },
    figure("HP", "HP", `${one.hp}/${one["most hp"]}${one.shield ? ` + ${one.shield}` : ""}`),
    figure("Attack", "Attack", one.attack),
    figure("Range", "Range", one.range),
    figure("Speed", "Speed", one.speed),
    figure("Armour", "Shrugs off physical and magical damage", `${one.physical}/${one.magical} %`),
  );
}

/** Somebody else’s character: its abilities, to read. */
function skills({ h, one }) {
  const tag = (kind, ability) => h("span", { key: kind, class: "ul-skill", tabindex: 0, "data-spot": "", "data-explain": ability.name }, h("small", {}, kind), ability.name, ability.wait ? h("b", {}, `in ${ability.wait}`) : null);
  return h("div", { class: "ul-buttons" }, tag("passive", { name: one.passive }), tag("normal", one.normal), tag("ultimatum", one.ultimatum));
}

function buttons(scene) {
  const { h, one, deed, state, finish, send } = scene;
  const actions = new Map((one.actions || []).map((action) => [action.do, action]));
  const button = (kind, title, small, wait, explain) => {
    const can = Boolean(deed?.[kind]?.length);
    const why = actions.get(kind)?.why || (deed ? "" : "It is not this character’s turn.");
    return h(
      "button",
      {
        key: kind,
        type: "button",
        class: `ul-do do-${kind} ${state.mode === kind ? "on" : ""}`,
        "data-spot": "",
        "data-explain": explain || title,
        "data-no": can ? null : why || null,
        "data-says": can && !explain ? small : null,
        "aria-disabled": can ? null : "true",
        "aria-pressed": String(state.mode === kind),
        onclick: () => can && scene.mode(kind),
      },
      h("small", {}, small),
      title,
      wait ? h("b", { class: "ul-wait" }, `in ${wait}`, h("span", { class: "unseen" }, " turns")) : null,
    );
  };
  const end = finish && one.id === scene.view.active ? finish : deed?.pass;
  return h(
    "div",
    { class: "ul-buttons" },
    button("move", "Move", "walk", 0),
    button("attack", "Attack", "strike", 0),
    button("ability", one.normal.name, "normal", one.normal.wait, one.normal.name),
    button("ultimatum", one.ultimatum.name, "ultimatum", one.ultimatum.wait, one.ultimatum.name),
    end ? h("button", { key: "end", type: "button", class: "ul-do do-end", "data-spot": "", "data-explain": end === finish ? "Finish" : "Pass", "data-says": end.explanation, onclick: () => send(end) }, h("small", {}, end === finish ? "that’s all" : "do nothing"), end === finish ? "Finish" : "Pass") : null,
  );
}

/** A mode is on: what to press next, or the last word for what needs no target. */
function target(scene) {
  const { h, one, deed, state, tools } = scene;
  const entries = deed[state.mode];
  const title = { move: "Move", attack: "Attack", ability: one.normal.name, ultimatum: one.ultimatum.name }[state.mode];
  const none = entries.every(({ named }) => !named.length);
  const topic = tools.topic(title);
  const loose = [...scene.lit.keys()].filter((key) => !isHex(key) && !key.includes("."));
  return h(
    "div",
    { class: "ul-step" },
    h("p", {}, topic ? `${topic.text.replace(/^[^:]*: /, "")} ` : "", none ? "" : h("strong", {}, state.named.length ? `${state.named.map(nameOf).join(", ")}, and now? Press what is lit.` : "Press what is lit.")),
    h(
      "div",
      { class: "row" },
      none ? h("button", { type: "button", class: "primary", "data-spot": "", onclick: () => scene.send(entries[0].offer) }, `Use ${title}`) : null,
      loose.map((key) => h("button", { key, type: "button", "data-spot": "", onclick: () => scene.pressLit(key) }, key)),
      h("button", { type: "button", class: "quiet", "data-spot": "", onclick: () => scene.mode(state.mode) }, "Never mind"),
    ),
  );
}

// --- bans and picks ---

function draft(scene) {
  const { view, h, tools, offers, send } = scene;
  const owner = new Map();
  for (const seat of view.seats) for (const name of seat.squad) owner.set(name, [...(owner.get(name) || []), seat.seat]);
  const banned = new Set(view.banned);
  return [
    h(
      "div",
      { class: "ul-drafts", key: "drafts" },
      view.seats.map((seat) =>
        h(
          "section",
          { key: seat.seat, class: `ul-drafted seat-${seat.seat} ${view.turn === seat.seat ? "turn" : ""}` },
          h("h3", {}, tools.mark(seat.seat), tools.names[seat.seat]),
          h("div", { class: "row" }, seat.squad.length ? seat.squad.map((name) => h("span", { key: name, class: "ul-mini", "data-place": `squad ${seat.seat}`, title: name }, face(h, name))) : h("small", {}, "nobody yet")),
        ),
      ),
    ),
    h(
      "ul",
      { class: "ul-roster", key: "roster" },
      Object.keys(FACES).map((name) => {
        const offer = offers.find((one) => one.words === `${view.stage} ${name}`);
        const owners = owner.get(name) || [];
        const topic = tools.topic(name);
        const [, title = "", figures = ""] = /^[^,]*, ([^:]*): ([^.]*)\./.exec(topic?.text || "") || [];
        return h(
          "li",
          { key: name },
          h(
            "button",
            {
              type: "button",
              class: `ul-choice ${offer ? "able" : ""} ${banned.has(name) ? "banned" : ""}`,
              "data-spot": "",
              "data-explain": name,
              "data-no": offer ? null : banned.has(name) ? "Banned: nobody gets it." : tools.reason(`${view.stage} ${name}`) || null,
              "aria-disabled": offer ? null : "true",
              onclick: () => offer && send(offer),
            },
            face(h, name),
            h("span", { class: "ul-choice-words" }, h("strong", {}, name), h("em", {}, title), h("small", {}, figures)),
            owners.map((seat) => h("span", { key: seat, class: "ul-owner" }, tools.mark(seat, tools.names[seat]))),
            banned.has(name) ? h("span", { class: "ul-banned" }, "banned") : null,
          ),
        );
      }),
    ),
  ];
}

// --- what just happened ---

/** Damage, healing and misses rise from whom they concern, one after the other. */
function blows(root, tools) {
  const { motion, lines, before } = tools;
  const place = (id) => {
    const there = root.querySelector(`[data-unit="${CSS.escape(id)}"]`);
    const last = before?.characters?.find((one) => one.id === id)?.hex;
    return there || (last ? root.querySelector(`[data-hex="${CSS.escape(last)}"]`) : null);
  };
  const acts = [];
  for (const { kind, facts } of lines) {
    if (kind === "damage" && facts.loss) acts.push([facts.unit, `−${facts.loss}`, "", true]);
    else if (kind === "damage" && facts.absorbed) acts.push([facts.unit, "blocked", "good", true]);
    else if (kind === "heal" && facts.points) acts.push([facts.unit, `+${facts.points}`, "good", false]);
    else if (kind === "shield") acts.push([facts.unit, `shield ${facts.points}`, "good", false]);
    else if (kind === "miss") acts.push([facts.target, "miss", "good", false]);
    else if (kind === "effect") acts.push([facts.unit, facts.effect, "", false]);
    else if (kind === "ability") acts.push([facts.unit, `${facts.ability}!`, "good", false]);
    else if (kind === "trap") acts.push([facts.unit, "trap!", "", true]);
    else if (kind === "death") acts.push([facts.unit, "falls", "", true]);
  }
  acts.slice(0, 14).forEach(([id, text, mood, hit], number) => {
    motion.later(motion.still() ? 0 : 220 * number, () => {
      const node = place(id);
      motion.floatWord(node, text, mood);
      if (hit && node?.dataset.unit) motion.shake(node.firstElementChild);
    });
  });
}

/** A map that is wider than its box shows the one who was chosen. */
function inSight(root, state) {
  const box = root.querySelector(".ul-scroll");
  const node = root.querySelector(".ul-token.chosen, .hex.lit-place");
  const seen = `${state.decision} ${state.unit} ${Boolean(state.whole)}`;
  if (!box || !node || state.seen === seen || box.scrollWidth <= box.clientWidth) return;
  state.seen = seen;
  const [frame, own] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
  box.scrollLeft += own.left + own.width / 2 - (frame.left + frame.width / 2);
}
