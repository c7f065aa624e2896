/** Parses the notation of cards and draws them. */

import { h, icon, picture } from "/static/js/drawing.js";
import { PORTRAITS, SYMBOLS, witch } from "./art.js";

/** Each has more power against the next, the last against the first. */
export const TYPES = ["Ancient", "Fire", "Nightmare", "Holy"];
export const after = (type) => TYPES[(TYPES.indexOf(type) + 1) % TYPES.length];

const TIERS = {
  L: ["Lesser", "#5f8f96", "#3f6b73"],
  S: ["Sacred", "#7d5bbd", "#4b367e"],
  X: ["Sinful", "#8f2636", "#4a1626"],
};
const tier = (clause) => TIERS[clause?.[0]] || TIERS.S;

/** `Lvl.4 Fire! Wolf {2}: (1) #2` as its parts. */
export function parse(text) {
  const [, level = "", full = text, base = "", rest = ""] =
    /^(?:Lvl\.(\d+) )?(.*?) \{([^}]*)\}(?:: \(([^)]*)\))?(?: #\d+)?$/.exec(text) || [];
  const first = /^(Ancient|Fire|Nightmare|Holy)(!?) (.*)$/.exec(full);
  const bare = (name) => name.replace(/!$/, "");
  if (first && PORTRAITS[bare(first[3])]) {
    return {
      text,
      level,
      base,
      rest,
      type: first[1],
      name: bare(first[3]),
      marks: [first[2] ? "Type" : "", first[3].endsWith("!") ? "Tribe" : ""].filter(Boolean),
      witch: false,
    };
  }
  const name = bare(full);
  return {
    text,
    level,
    base,
    rest,
    type: "",
    name,
    marks: full.endsWith("!") ? [PORTRAITS[name] ? "Tribe" : "Witch"] : [],
    witch: Boolean(level) && !PORTRAITS[name],
  };
}

/** The card without cooldown and number: its key in animations. */
export const flight = (text) => text.replace(/: \([^)]*\)/, "").replace(/ #\d+$/, "");

export const power = (card) =>
  card.level || /^\d+$/.test(card.base) ? Number(card.level || 0) + Number(card.base || 0) : "?";

export const symbol = (type) =>
  h(
    "svg",
    { class: "cw-symbol", viewBox: "-1 -1 26 26", role: "img", "aria-label": type },
    h("path", { d: SYMBOLS[type] }),
  );

export const portrait = (card, clause) =>
  h(
    "svg",
    { class: "cw-picture", viewBox: "0 0 100 70", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    picture(card.witch ? witch(...tier(clause).slice(1)) : PORTRAITS[card.name] || PORTRAITS.Militia),
  );

export const tribe = (name) => icon("0 0 100 70", PORTRAITS[name], { class: "cw-picture small" });

export const dress = (card) =>
  `cw-card ${card.type ? `type-${card.type.toLowerCase()}` : card.witch ? "is-witch" : "plain"}`;

/** The card in words, for screen readers. */
export function aloud(card) {
  const rest =
    card.rest === "-"
      ? ", never to be played again"
      : card.rest
        ? `, rests ${card.rest} more ${card.rest === "1" ? "turn" : "turns"}`
        : "";
  return `${card.type ? `${card.type} ` : ""}${card.name}${card.level ? `, level ${card.level}` : ""}, power ${power(card)}${card.marks.length ? ", rallied" : ""}${rest}`;
}

/** A probability in per cent, between 1 and 99. */
export const share = (chance) => `${Math.min(99, Math.max(1, Math.round(100 * chance)))} %`;

/** A card's win probability and its price, in words; null without a forecast. */
export function preview(card, facts) {
  if (facts?.price === undefined) return null;
  const chance = facts.wins ?? facts.safe;
  const [comes, fails, fallen] = card.witch
    ? ["survives", "if killed", "if she is killed"]
    : ["wins", "if lost", "if it loses"];
  return {
    chance,
    comes: chance === undefined ? "" : `${comes} ${share(chance)}`,
    price: facts.price ? `−${facts.price}` : "free",
    fails: facts.price ? `${fails}: −${facts.price} HP` : `${fails}: free`,
    detail: [
      chance === undefined ? "" : `${comes} ${share(chance)}`,
      facts.price ? `−${facts.price} HP ${fallen}` : `costs nothing ${fallen}`,
    ]
      .filter(Boolean)
      .join(", "),
  };
}

/** Letters of a name that fit on the smallest card in one line. */
const SHORT_NAME = 8;
/** A word of more letters does not fit in one line there at the usual size. */
const SHORT_WORD = 9;

const length = (name) =>
  name.length <= SHORT_NAME
    ? ""
    : name.split(/[ -]/).some((word) => word.length > SHORT_WORD)
      ? "long longest"
      : "long";

/** Name of a witch: what only a large card has room for, and her own name. */
const WITCH_NAME = /^(?:The )?(Witch (?:of the |of |Who )?)?(.+?)(?: Witch)?$/;

/** The face of a card; `facts` are those of an offer's forecast. */
export function front(card, entry = {}, facts = null, topic = null) {
  const clause = entry.clause || topic?.clause;
  const seen = preview(card, facts);
  const text = card.witch
    ? topic?.text || entry.text
    : card.type
      ? `+3 against ${after(card.type)}`
      : topic?.text || "";
  const badges = [
    card.rest
      ? h("span", { key: "rest", class: "cw-badge rest" }, card.rest === "-" ? "locked" : `rests ${card.rest}`)
      : null,
    card.marks.length ? h("span", { key: "rally", class: "cw-badge rally" }, "★", h("span", {}, " rallied")) : null,
    (entry.notes || []).length
      ? h(
          "span",
          { key: "note", class: "cw-badge note" },
          entry.notes.length > 1 ? `${entry.notes.length} notes` : short(entry.notes[0]),
        )
      : null,
  ];
  const [, lead = "", name] = card.witch ? WITCH_NAME.exec(card.name) : [];
  return [
    h(
      "span",
      { class: "cw-head", key: "head" },
      h("span", { class: "cw-level" }, facts?.power ?? power(card)),
      card.type
        ? symbol(card.type)
        : card.witch
          ? h("span", { class: "cw-tier" }, h("span", {}, tier(clause)[0]), h("i", { "aria-hidden": "true" }, "✦"))
          : null,
    ),
    h("span", { class: "cw-window", key: "window" }, portrait(card, clause)),
    h(
      "span",
      { class: `cw-name ${length(name || card.name)}`, key: "name" },
      lead ? h("span", { class: "cw-more" }, lead) : null,
      h("span", { class: "cw-own-name" }, name || card.name),
      card.witch && / Witch$/.test(card.name) ? h("span", { class: "cw-more" }, " Witch") : null,
      card.level && !card.witch ? h("small", {}, ` level ${card.level}`) : null,
    ),
    text ? h("span", { class: "cw-text", key: "text" }, text) : null,
    seen
      ? h(
          "span",
          { class: "cw-odds", key: "odds" },
          seen.comes
            ? h("b", { class: "cw-wins" }, h("span", {}, `${seen.comes.split(" ")[0]} `), share(seen.chance))
            : null,
          seen.chance === undefined
            ? null
            : h("span", { class: "cw-bar" }, h("i", { style: { width: `${100 * seen.chance}%` } })),
          h("span", { class: "cw-price" }, seen.price),
          h("span", { class: "cw-falls" }, seen.fails),
        )
      : null,
    badges.some(Boolean) ? h("span", { class: "cw-badges", key: "badges" }, badges) : null,
  ];
}

function short(note) {
  const turn = /turn (\d+)/.exec(note)?.[1];
  if (note.startsWith("explodes")) return `explodes turn ${turn}`;
  if (note.startsWith("falls")) return `level 1 turn ${turn}`;
  if (note.startsWith("doomed")) return "doomed";
  if (note.startsWith("must")) return "play first";
  return note.length > 18 ? `${note.slice(0, 17)}…` : note;
}

/** Notes and content of a card, as sentences. */
export const remarks = (card, entry) =>
  [
    ...(entry?.notes || []).map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`),
    entry?.inside
      ? `Inside: ${entry.inside.map((text) => (text === "?" ? "unknown" : aloud(parse(text)))).join(", ")}.`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
