/** Interaction state: possible actions, lit hexes and the preview, from offers and presses. */

import { hide } from "/static/js/drawing.js";
import { DIRECTIONS, centre, fieldOf, hexName, isHex, spot } from "./geometry.js";

export const KINDS = ["move", "attack", "ability", "ultimatum"];

export const nameOf = (id) => String(id || "").split(".")[1] || String(id || "");
/** Returns the ability or the ultimatum, if the action is one. */
export const abilityOf = (one, kind) => ({ ability: one.normal, ultimatum: one.ultimatum })[kind];
/** Text of a topic without its name and cooldown. */
export const topicText = (tools, name) =>
  plain(
    tools
      .topic(name)
      ?.text.replace(/^[^:]*: /, "")
      .replace(/ Cooldown \d+\.$/, ""),
  );
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const plain = (sentence) => String(sentence || "").replace(/ \((?:[A-Z]{1,2}-[A-Z]?\d+(?:, )?)+\)/g, "");

/**
 * Everything one render needs. `state` persists between renders: `unit` (the selected own character), `mode`
 * (the selected action), `named` (the targets named so far), `aim` (pressed by touch, to be confirmed), `over`
 * (under the mouse), `look` (an inspected character of others), `danger` (show all enemies' strikes).
 */
export class Scene {
  /** @type {any} */ view;
  /** @type {import("/static/js/protocol.js").Offer[]} */ offers;
  /** @type {any} */ tools;
  /** @type {any} */ state;
  /** Predicted HP by character id. @type {Map<string, { from: number, to: number, word: string }>} */ fates =
    new Map();
  /** Paths just walked, by character id. @type {Map<string, string[]>} */ walks = new Map();
  /** @type {typeof import("/static/js/drawing.js").h} */ h;

  constructor(view, offers, tools) {
    Object.assign(this, { view, offers, tools, state: tools.state, h: tools.h });
    this.you = tools.you ?? tools.viewer ?? null;
    this.field = fieldOf(view.map);
    this.byHex = new Map(view.characters.filter((one) => one.hex).map((one) => [one.hex, one]));
    this.byId = new Map(view.characters.map((one) => [one.id, one]));
    this.squad = view.characters.filter((one) => one.seat === this.you);
    this.foes = view.characters.filter((one) => one.seat !== this.you);
    this.sort();
    this.choose();
    this.light();
    this.preview = this.previewed();
  }

  /** Groups the offers by acting character. */
  sort() {
    this.deeds = new Map();
    this.finish = null;
    this.advised = null;
    for (const offer of this.offers) {
      const entry = this.entry(offer);
      if (!entry) continue;
      if (this.tools.advised?.(offer)) this.advised = entry;
      if (entry.kind === "finish") {
        this.finish = offer;
        continue;
      }
      if (!this.deeds.has(entry.unit))
        this.deeds.set(entry.unit, { place: [], move: [], attack: [], ability: [], ultimatum: [], pass: null });
      const deed = this.deeds.get(entry.unit);
      if (entry.kind === "pass") deed.pass = offer;
      else deed[entry.kind].push(entry);
    }
  }

  /** Parses an offer's notation into actor, action and target. */
  entry(offer) {
    if (offer.words === "finish") return { offer, kind: "finish", unit: this.view.active, named: [] };
    if (offer.words.includes(" via ")) return null;
    const [name, ...rest] = offer.words.split(" ");
    const one = this.view.characters.find((other) => other.seat === this.tools.you && other.name === name);
    if (!one) return null;
    const words = rest.join(" ");
    if (words === "pass") return { offer, kind: "pass", unit: one.id, named: [] };
    if (["place", "move", "attack"].includes(rest[0])) return { offer, kind: rest[0], unit: one.id, named: [rest[1]] };
    const kind = words.startsWith(one.ultimatum.name) ? "ultimatum" : "ability";
    return {
      offer,
      kind,
      unit: one.id,
      named: words.slice(abilityOf(one, kind).name.length).trim().split(" ").filter(Boolean),
    };
  }

  /** Selects the character: acting, selected, advised, or the first with a move. */
  choose() {
    const { state, view } = this;
    const decision = `${view.number} ${view.stage} ${view.active} ${this.offers.map((one) => one.move).join()}`;
    if (this.offers.length && state.decision !== decision) {
      Object.assign(state, { decision, mode: "", named: [], aim: "", over: "", look: "" });
      const able = [...this.deeds.keys()];
      if (view.active && this.deeds.has(view.active)) state.unit = view.active;
      else if (!able.includes(state.unit)) state.unit = able[0] || null;
    }
    if (this.advised && state.followed !== this.advised.offer.move) {
      const { offer, unit, kind, named } = this.advised;
      const aimed = named.length && !(named.at(-1) in DIRECTIONS);
      Object.assign(state, {
        followed: offer.move,
        unit,
        mode: ["ability", "ultimatum"].includes(kind) ? kind : "",
        named: aimed ? named.slice(0, -1) : [],
        aim: aimed ? named.at(-1) : "",
        look: "",
      });
    }
    if (!this.byId.has(state.unit) || this.byId.get(state.unit).state === "dead") state.unit = null;
    if (state.look && !this.byId.get(state.look)?.hex) state.look = "";
    this.one = this.byId.get(state.unit) || null;
    this.deed = this.deeds.get(state.unit) || null;
    this.looked = this.byId.get(state.look) || null;
    if (state.mode && !this.deed?.[state.mode]?.length) Object.assign(state, { mode: "", named: [], aim: "" });
    const able = [...this.deeds.keys()].filter((id) => this.byId.get(id)?.hex);
    // Keyboard entry to the map: the selected character, one with a move, or the first starting point.
    this.home = able.includes(state.unit) ? state.unit : able[0] || this.deed?.place[0]?.named[0] || "";
  }

  /** Collects lit hexes and characters with their entries. */
  light() {
    this.lit = new Map();
    const { deed, state } = this;
    if (!deed || this.looked) return;
    for (const kind of state.mode ? [state.mode] : ["place", "move", "attack"]) {
      for (const entry of deed[kind]) {
        for (const key of this.spots(entry)) {
          if (!this.lit.has(key)) this.lit.set(key, { kind, entries: [] });
          this.lit.get(key).entries.push(entry);
        }
      }
    }
  }

  /** Where an offer can be pressed, given the targets named so far. */
  spots({ named, unit }) {
    const done = this.state.named;
    if (!named.length) return [unit];
    const pair = named.length === 2 && named.every((word) => word.includes("."));
    if (pair ? !done.every((word) => named.includes(word)) : !done.every((word, at) => named[at] === word)) return [];
    const left = pair ? named.filter((word) => !done.includes(word)) : named.slice(done.length, done.length + 1);
    return left.flatMap((word) => (word in DIRECTIONS ? this.line(word) : [word]));
  }

  /** Pressable hexes in a direction: to the first enemy or wall for a run, else to the edge. */
  line(direction) {
    const found = [];
    const run = this.state.mode === "ability";
    let [row, column] = spot(this.one.hex);
    for (let steps = 0; steps < 26; steps++) {
      [row, column] = DIRECTIONS[direction](row, column);
      const name = hexName(row, column);
      const sign = this.field.sign(name);
      if (!sign || (run && sign === "#")) break;
      found.push(name);
      const there = this.byHex.get(name);
      if (run && there && there.seat !== this.one.seat) break;
    }
    return found;
  }

  /** Style with the position of a hex. */
  at(hex) {
    const [x, y] = centre(hex);
    return { "--x": String(x - this.field.left), "--y": String(y - this.field.top) };
  }

  /** Hexes of what an action aims at: of the chosen one, else of strikes; nearest first. */
  get targets() {
    const found = [...this.lit]
      .filter(
        ([, { kind, entries }]) => (this.state.mode || kind === "attack") && entries.some((one) => this.wanted(one)),
      )
      .map(([key]) => this.byId.get(key)?.hex || key)
      .filter(isHex);
    if (!this.one?.hex) return found;
    const [x, y] = centre(this.one.hex);
    const far = (hex) => Math.hypot(centre(hex)[0] - x, centre(hex)[1] - y);
    return found.sort((a, b) => far(a) - far(b));
  }

  /** True if the lesson asks for this entry; always true without a lesson. */
  wanted(entry) {
    const allow = this.tools.lesson?.allow;
    return !allow?.length || allow.includes(entry.offer.move) || allow.includes(entry.offer.words);
  }

  /** Key of the lit thing here: the character or the hex. */
  keyAt(hex, id) {
    const there = id ? this.byId.get(id) : this.byHex.get(hex);
    if (there && this.lit.has(there.id)) return there.id;
    const place = hex || there?.hex;
    return this.lit.has(place) ? place : "";
  }

  /** The entry under the mouse or finger; null without one, or while targets are missing. */
  previewed() {
    const { state, deed } = this;
    if (!deed) return null;
    const lit = this.lit.get(state.over) || this.lit.get(state.aim);
    const key = this.lit.has(state.over) ? state.over : state.aim;
    if (lit) {
      const whole = lit.entries.filter(({ named }) => named.length <= state.named.length + 1);
      return { key, kind: lit.kind, entry: whole[0] || null, entries: lit.entries };
    }
    const kind = deed[state.mode]?.length ? state.mode : deed[state.hover]?.length ? state.hover : "";
    if (!kind) return null;
    const [only, ...more] = deed[kind];
    return only && !more.length && !only.named.length ? { key: only.unit, kind, entry: only, entries: [only] } : null;
  }

  /** The entry that needs confirmation: pressed by touch, or without a target. */
  get asking() {
    const { preview, state } = this;
    if (!preview?.entry) return null;
    const unaimed = state.mode && !preview.entry.named.length;
    return unaimed || (state.aim && preview.key === state.aim) ? preview.entry : null;
  }

  /** Enemies who could strike this hex, each with the damage to one's own character. */
  dangers(hex, victim) {
    const found = [];
    for (const one of this.view.characters) {
      const loss = victim && one.blows?.[victim.id];
      if (one.seat !== this.you && loss && one.strike.includes(hex)) found.push({ one, loss });
    }
    return found;
  }

  /** A button of the board or the tray. */
  button(kind, onclick, props, ...inside) {
    return this.h("button", { type: "button", class: kind, "data-spot": "", onclick, ...props }, inside);
  }

  // --- input ---

  set(change) {
    hide();
    Object.assign(this.state, change);
    this.tools.redraw();
  }

  /** Selects an own character, or inspects another. */
  select(id) {
    const one = this.byId.get(id);
    if (!one) return;
    if (one.seat === this.you) this.set({ unit: id, mode: "", named: [], aim: "", look: "" });
    else this.set({ look: this.state.look === id ? "" : id, mode: "", named: [], aim: "" });
  }

  /** True if the chosen action can name this character. */
  aims(one) {
    return Boolean(this.state.mode && this.lit.has(one.id));
  }

  /** Aims at a character, or selects it. */
  meet(one) {
    if (this.aims(one)) this.pressLit(one.id);
    else this.select(one.id);
  }

  mode(kind) {
    this.set({ mode: this.state.mode === kind ? "" : kind, named: [], aim: "", look: "" });
  }

  /** Undoes one step of the input; false if there is none. */
  back() {
    const { state } = this;
    if (state.aim) this.set({ aim: "" });
    else if (state.named?.length) this.set({ named: state.named.slice(0, -1) });
    else if (state.mode) this.set({ mode: "" });
    else if (state.look) this.set({ look: "" });
    else if (state.danger) this.set({ danger: false });
    else return false;
    return true;
  }

  /** Presses a hex or the character on it. */
  press(hex, id) {
    const { state } = this;
    const there = id ? this.byId.get(id) : this.byHex.get(hex);
    const key = this.keyAt(hex, id);
    if (!state.mode && there && there.id !== state.unit && this.deeds.has(there.id)) return this.select(there.id);
    if (key) return this.pressLit(key);
    if (there) return this.select(there.id);
    if (this.looked) return this.set({ look: "" });
    if (state.aim) return this.set({ aim: "" });
    return undefined;
  }

  pressLit(key) {
    const { state, tools } = this;
    const { entries } = this.lit.get(key);
    const step = state.named.length + 1;
    if (entries[0].named.length > step) return this.set({ named: [...state.named, key], aim: "", over: "" });
    if (tools.coarse && state.aim !== key) return this.set({ aim: key, over: "" });
    return tools.send(entries[0].offer);
  }
}

/** Descriptions of lit things for screen readers. */
export const LIT = {
  move: "can walk here",
  place: "can start here",
  ability: "can aim here",
  ultimatum: "can aim here",
  attack: "can strike here",
};
