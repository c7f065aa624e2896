/** Cards on the table and the moves they allow. */

import { icon } from "/static/js/drawing.js";
import * as art from "./art.js";

const { COLOURS, hueOf, signOf } = art;

export const isNumber = (name) => /^\d$/.test(signOf(name));
export const topicOf = (name) => (signOf(name) === "0" ? "zero" : isNumber(name) ? "number" : signOf(name));
export const face = (name) => icon("0 0 100 150", art.face(name), { class: "bp-face" });
export const mini = (name) => icon("0 0 100 150", art.mini(name), { class: "bp-face" });
export const back = () => icon("0 0 100 150", art.BACK, { class: "bp-face" });
export const shape = (colour) => icon("0 0 24 24", art.badge(colour), { class: "bp-shape" });

const RANK = [...COLOURS, "black"];
const SIGN_RANK = Object.keys(art.SIGNS);
export const order = (name) =>
  RANK.indexOf(hueOf(name)) * 100 + (isNumber(name) ? Number(signOf(name)) : 10 + SIGN_RANK.indexOf(signOf(name)));

/** Name of a player in a sentence. */
export const who = (seat, { called, viewer }) => (seat === viewer ? "you" : called[seat]);
export const first = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Moves that play this card: plain, with a colour, a use or a seat to trade with. */
export function ways(name, offers) {
  return offers.filter(
    ({ words }) =>
      words === name ||
      (words.startsWith(`${name} `) && /^(add|reset|red|blue|green|yellow|\d)$/.test(words.slice(name.length + 1))),
  );
}

/** Why a card cannot be played, in the words of the rules. */
export function reasonFor(name, { reason }) {
  return ["", " add", " red", " 0", " 1"].map((end) => reason(name + end)).find(Boolean) || "";
}

/** Unique id of a card: equal cards in a hand get different numbers. */
export const idOf = (name, number) => `${name} #${number}`;
export const cardOf = (id) => id.replace(/ #\d+$/, "");

/** Moves of the selection, a card or one way to play it. */
export function lifted(offers, { lift = "" }) {
  const exact = offers.find(({ words }) => words === lift);
  return exact ? [exact] : ways(cardOf(lift), offers);
}

/** The common part of the moves' forecasts. */
export function common([one, ...others]) {
  return Object.fromEntries(
    Object.entries(one?.forecast || {}).filter(([name, value]) =>
      others.every(({ forecast }) => forecast[name] === value),
    ),
  );
}

/** Effect of a card in two or three words, shown under it. */
export function effect(view, fitting, tools) {
  const facts = common(fitting);
  const end = fitting[0].words.split(" ").at(-1);
  if (facts.ends) return "your last card";
  if (facts.penalty)
    return `${who(facts.next, tools)} ${facts.next === tools.viewer ? "take" : "takes"} ${facts.penalty}`;
  if (fitting.length > 1 && COLOURS.includes(end)) return "name a colour";
  if (/^trade \d$/.test(fitting[0].words)) return "swap hands";
  if (fitting.length > 1) return "add or empty";
  if (facts.pool !== undefined && facts.pool !== view.pool) return `pool ${facts.pool}`;
  if (fitting[0].words === "discard all") return `${counted(view.hand.length - facts.hand, "card")} fewer`;
  if (fitting[0].words === "wild chaos") return "chance decides";
  if (isNumber(fitting[0].words)) return "";
  return next(facts, tools);
}

/** Outcome of a move, for its button. */
export function outcome(view, { forecast: facts, explanation }, tools) {
  const parts = [];
  if (facts.pool !== undefined && facts.pool !== view.pool) parts.push(`pool ${view.pool} → ${facts.pool}`);
  if (facts.ends) parts.push("your last card");
  else if (facts.penalty)
    parts.push(`${who(facts.next, tools)} ${facts.next === tools.viewer ? "take" : "takes"} ${facts.penalty}`);
  else if (facts.next !== undefined) parts.push(next(facts, tools));
  return parts.join(", ") || explanation;
}

const next = (facts, tools) =>
  facts.next === undefined ? "" : facts.next === tools.viewer ? "you play again" : `${who(facts.next, tools)} is next`;
