/**
 * Generic drawing for any game, from plain data.
 * Lists of words become cards, lists of objects panels, lists of equally long texts a map.
 * Words that occur in a move's text can be pressed.
 */

import { h } from "../ui/dom.js";
import { words } from "../ui/parts.js";

const COMMON_KEYS = new Set(["you", "phase", "seats", "outcome"]);

export function board(view, offers, tools) {
  const context = { offers, tools, view };
  const rest = Object.entries(view).filter(([name]) => !COMMON_KEYS.has(name));
  const facts = rest.filter(([, value]) => isPlain(value));
  const things = rest.filter(([, value]) => !isPlain(value) && !isEmpty(value));
  const hands = things.filter(([, value]) => isWords(value));
  const others = things.filter(([, value]) => !isWords(value));
  return h(
    "div",
    { class: "generic" },
    h(
      "div",
      { class: "g-seats" },
      (view.seats || []).map((seat, number) =>
        h(
          "section",
          {
            class: `g-seat seat-${number % 8} ${tools.waiting.includes(number) ? "acting" : ""} ${number === tools.viewer ? "own" : ""}`,
            key: number,
            "aria-label": tools.names[number],
          },
          h("h3", { "aria-level": 2 }, tools.person(number)),
          h("div", { "data-essential": `health ${number}` }, body(seat, context, `seat ${number}`, new Set(["seat"]))),
        ),
      ),
    ),
    tools.story.length
      ? h(
          "p",
          { class: "g-news", "data-essential": "news" },
          tools.story
            .slice(-2)
            .map((line) => line.text)
            .join(" "),
        )
      : null,
    facts.length
      ? h(
          "dl",
          { class: "g-facts" },
          facts.map(([name, value]) => fact(name, value)),
        )
      : null,
    others.map(([name, value]) =>
      h(
        "section",
        { class: "g-thing", key: name },
        h("h3", { "aria-level": 2 }, words(name, true)),
        thing(value, context, name),
      ),
    ),
    hands.map(([name, value]) =>
      h(
        "section",
        { class: `g-cards ${name}`, key: name },
        h("h3", { "aria-level": 2 }, words(name, true), h("small", {}, value.length)),
        cards(value, context, name),
      ),
    ),
  );
}

const isPlain = (value) => value === null || typeof value !== "object";
const isEmpty = (value) => (isPlain(value) ? value === null || value === "" : !Object.keys(value).length);
const isWords = (value) => Array.isArray(value) && value.length > 0 && value.every(isPlain) && !isMap(value);
const isMap = (value) =>
  value.length > 3 &&
  value.every(
    (row) => typeof row === "string" && row.length === value[0].length && row.length > 3 && !row.includes(" "),
  );

function say(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null || value === "") return "–";
  return String(value);
}

function fact(name, value) {
  return h(
    "div",
    { class: typeof value === "number" ? "g-fact number" : "g-fact", key: name },
    h("dt", {}, words(name)),
    h("dd", {}, say(value)),
  );
}

function body(record, context, path, hidden = new Set()) {
  const entries = Object.entries(record).filter(([name, value]) => !hidden.has(name) && !isEmpty(value));
  return [
    h(
      "dl",
      { class: "g-facts" },
      entries.filter(([, value]) => isPlain(value)).map(([name, value]) => fact(name, value)),
    ),
    entries
      .filter(([, value]) => !isPlain(value))
      .map(([name, value]) =>
        h(
          "div",
          { class: "g-part", key: name },
          h("h4", { "aria-level": 3 }, words(name)),
          thing(value, context, `${path} ${name}`),
        ),
      ),
  ];
}

function thing(value, context, path) {
  if (isPlain(value)) return h("p", {}, say(value));
  if (!Array.isArray(value)) return h("div", { class: "g-panel" }, body(value, context, path));
  if (isMap(value)) return map(value);
  if (value.every(isPlain)) return cards(value, context, path);
  return h(
    "div",
    { class: "g-panels" },
    value.map((item, number) =>
      h(
        "div",
        { class: "g-panel", key: number },
        isPlain(item)
          ? say(item)
          : Array.isArray(item)
            ? thing(item, context, `${path} ${number}`)
            : [title(item, context), body(item, context, `${path} ${number}`, new Set(["name", "seat"]))],
      ),
    ),
  );
}

function title(item, { tools, offers }) {
  if (!item.name) return null;
  const fitting = mentioned(item.name, offers);
  const mark = typeof item.seat === "number" ? tools.mark(item.seat) : null;
  if (!fitting.length) return h("h4", { "aria-level": 3, "data-explain": item.name }, mark, item.name);
  return h(
    "button",
    {
      type: "button",
      class: "g-name",
      "data-spot": "",
      "data-explain": item.name,
      onclick: () => tools.choose(item.name, fitting),
    },
    mark,
    item.name,
  );
}

function map(rows) {
  return h("pre", { class: "g-map", tabindex: 0 }, rows.join("\n"));
}

/** Renders a row of cards. A card that occurs in a move's text plays it. */
function cards(list, { offers, tools }, path) {
  const seen = new Map();
  return h(
    "div",
    { class: "g-row", role: "list" },
    list.map((value) => {
      const text = say(value);
      const count = (seen.get(text) || 0) + 1;
      seen.set(text, count);
      const fitting = mentioned(text, offers);
      const no = tools.reason(text);
      const last = path.split(" ").pop();
      const props = {
        class: `g-card ${hue(text)} ${fitting.length ? "playable" : ""}`,
        "data-explain": text,
        "data-fly": `${text} ${count}`,
      };
      const key = `${text} ${count}`;
      if (!fitting.length) {
        if (last !== "hand" || !offers.length)
          return h("div", { role: "listitem", key }, h("div", { ...props, "data-no": no || null }, text));
        return h(
          "div",
          { role: "listitem", key },
          h(
            "button",
            {
              type: "button",
              ...props,
              "data-spot": "",
              "aria-disabled": "true",
              "data-no": no || null,
              "data-try": no ? null : text,
            },
            text,
          ),
        );
      }
      return h(
        "div",
        { role: "listitem", key },
        h(
          "button",
          {
            type: "button",
            ...props,
            "data-spot": "",
            "data-says":
              fitting.length === 1 ? fitting[0].explanation || fitting[0].words : `${fitting.length} ways to play it`,
            onclick: () => tools.choose(text, fitting),
          },
          text,
        ),
      );
    }),
  );
}

/** Returns the moves whose text contains this text as a whole. */
export function mentioned(text, offers) {
  if (text === "–") return [];
  const wanted = String(text).toLowerCase();
  return offers.filter(({ words: written }) => {
    const inside = written.toLowerCase();
    const at = inside.indexOf(wanted);
    if (at < 0) return false;
    const edge = (sign) => sign === undefined || !/[\p{L}\p{N}]/u.test(sign);
    return edge(inside[at - 1]) && edge(inside[at + wanted.length]);
  });
}

const HUES = ["red", "blue", "green", "yellow", "wild"];

function hue(text) {
  const found = HUES.find((colour) => text.toLowerCase().startsWith(`${colour} `));
  return found ? `hue-${found}` : "";
}
