/** The other squads: state, abilities and cooldowns, and events since one's last turn. */

import { h } from "/static/js/drawing.js";
import { portrait } from "./art.js";
import { cooldown, figures } from "./figures.js";
import { newsRows } from "./news.js";
import { nameOf, topicText } from "./scene.js";
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
        h(
          "button",
          { key: "head", type: "button", class: "ul-head", "data-spot": "", onclick: () => tools.sheet(seat.seat) },
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
  return h(
    "button",
    {
      type: "button",
      class: `ul-row ${one.state.replaceAll(" ", "-")} ${scene.looked === one ? "looked" : ""} ${scene.lit.has(one.id) ? "lit" : ""}`,
      "data-spot": "",
      "aria-pressed": String(scene.looked === one),
      "aria-label": `${tools.names[one.seat]}’s ${one.name}, ${one.hp} of ${one["most hp"]} HP, ${one.state}`,
      onclick: () => (scene.state.mode && scene.lit.has(one.id) ? scene.pressLit(one.id) : scene.select(one.id)),
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

/** Rows of recent events, by density: what fits below the others. */
const ROWS = { wide: 6, middle: 5, close: 2, tight: 2 };

/** Below the others: a legend, a character's sheet, or who lost HP since one's last turn. */
export function news(scene) {
  const { h, looked, tools, view, state } = scene;
  if (looked)
    return h(
      "section",
      { class: "ul-news of-key", key: "news", "data-essential": "news" },
      h("h4", { class: "ul-news-name" }, h("span", {}, looked.name), h("small", {}, tools.names[looked.seat])),
      sheetOf(scene, looked),
      h("h4", {}, "What the colours mean"),
      h("p", {}, h("i", { class: "key-walk" }), `where ${looked.name} can walk`),
      h("p", {}, h("i", { class: "key-strike" }), "and then strike"),
      view["hidden traps"].length
        ? h(
            "p",
            {},
            h("i", { class: "key-trap" }),
            `a hidden trap of ${nameOf(view["hidden traps"][0].owner)} is hidden in here`,
          )
        : null,
    );
  const { title, rows, more, losses } = newsRows(scene, ROWS[density(scene.foes.length)]);
  return h(
    "section",
    {
      class: `ul-news ${losses ? "of-toll" : ""} ${state.toll ? "open" : ""}`,
      key: "news",
      "data-essential": "news",
      "aria-label": title,
    },
    h(
      "h4",
      {},
      h("span", {}, title),
      more
        ? h(
            "button",
            { type: "button", class: "ul-again", "data-spot": "", onclick: () => tools.again() },
            "▶ show again",
          )
        : null,
    ),
    rows.length ? rows : h("p", { class: "soft" }, view.stage === "over" ? view.outcome : "Nothing yet."),
    // A narrow board shows the first row only, and the others when asked.
    losses > 1
      ? h(
          "button",
          {
            type: "button",
            class: "ul-more",
            "data-spot": "",
            "aria-expanded": String(Boolean(state.toll)),
            onclick: () => scene.set({ toll: !state.toll }),
          },
          state.toll ? "Close" : `+${losses - 1}`,
        )
      : null,
  );
}
