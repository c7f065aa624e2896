/** Players in turn order: name, health, score, cards and last action. */

import { h } from "/static/js/drawing.js";
import { back, counted, mini } from "./cards.js";

/** Maximum of card backs shown. */
const MAX_BACKS = 6;

/** The other players in a row, on a phone in two rows. The next player comes first; spectators see all. */
export function others(view, last, facts, tools) {
  const all = view.seats.map(({ seat }) => seat);
  const { viewer } = tools;
  const seats = viewer === null ? all : [...all.slice(viewer + 1), ...all.slice(0, viewer)];
  const columns = seats.length > 4 ? Math.ceil(seats.length / 2) : seats.length;
  return h(
    "ol",
    {
      class: `bp-others ${seats.length > 2 ? "crowd" : "few"} ${seats.length > 4 ? "ring" : ""} of-${seats.length}`,
      "aria-label": `Players, ${view.direction}`,
      style: { "--columns": columns, "--count": seats.length },
    },
    seats.map((seat, at) => {
      const second = at >= columns;
      const style = {
        "--column": second ? 2 * columns - at : at + 1,
        "--row": second ? 2 : 1,
        "--arch": Math.abs(at - (seats.length - 1) / 2) / seats.length,
      };
      return player(
        view,
        seat,
        {
          style,
          second,
          corner: at === columns,
          deed: seats.length > 1 ? last.get(seat) : null,
          first: at === 0,
          facts,
        },
        tools,
      );
    }),
  );
}

function player(view, number, { style, second, corner, deed, first, facts }, tools) {
  const seat = view.seats[number];
  const aimed = facts?.next === number;
  const label =
    view.on === number && tools.you !== number
      ? "playing"
      : aimed
        ? facts.penalty
          ? `takes ${facts.penalty}`
          : "next"
        : "";
  return h(
    "li",
    {
      key: number,
      class: `bp-player ${view.on === number ? "on" : ""} ${aimed ? "aimed" : ""} ${seat.in ? "" : "out"} ${second ? "second" : ""} ${corner ? "corner" : ""} ${first ? "first" : ""}`,
      "data-seat": number,
      "data-name": `player ${number}`,
      style: { ...style, "--seat": tools.colour(number) },
      onclick: () => tools.sheet(number),
    },
    h(
      "div",
      { class: "bp-plate" },
      h("span", { class: "bp-who" }, tools.person(number), label ? h("em", {}, label) : null),
      fan(view, seat),
      meters(view, seat, null, tools),
    ),
    seat.in && deed
      ? h(
          "div",
          { class: "bp-last", key: "last", "data-figure": "" },
          deed.card ? h("span", { class: "bp-mini" }, mini(deed.card)) : null,
          deed.note ? h("small", {}, deed.note) : null,
        )
      : null,
  );
}

/** Card backs with the known cards among them; all open after the game. */
function fan(view, seat) {
  const known = seat.known || [];
  const open = seat.hand || known;
  const shown = Math.min(seat.cards, MAX_BACKS);
  const spoken = `${counted(seat.cards, "card")}${known.length ? `, of which you know ${known.join(", ")}` : ""}`;
  return h(
    "span",
    {
      class: "bp-fan",
      role: "img",
      tabindex: known.length ? 0 : null,
      "aria-label": spoken,
      "data-essential": seat.hp === undefined ? `health ${seat.seat}` : null,
      "data-explain": known.length ? "Cards you know" : null,
      "data-says": known.length ? known.join(", ") : null,
    },
    Array.from({ length: shown }, (_, at) =>
      h(
        "span",
        { class: "bp-mini bp-back", key: at, "data-fly": `back ${seat.seat} ${at}`, "data-from": "deck" },
        open[at] ? mini(open[at]) : back(),
      ),
    ),
    h(
      "b",
      { class: `bp-count ${seat.cards === 1 ? "puno" : ""}`, key: "count" },
      seat.cards === 1 ? "Puno!" : seat.cards,
    ),
  );
}

/** Health with the predicted loss, and the score. */
function meters(view, seat, pays, { names }) {
  const share = (hp) => `${Math.max(0, Math.min(100, (100 * hp) / view.full_hp))}%`;
  const left = pays ? seat.hp - pays : seat.hp;
  const place = seat.place ? `place ${seat.place}` : seat.in ? "" : "out";
  return h(
    "span",
    { class: "bp-meters" },
    seat.hp === undefined
      ? null
      : h(
          "span",
          {
            class: `bp-hp ${seat.hp <= view.full_hp / 4 ? "low" : ""}`,
            role: "meter",
            "data-essential": `health ${seat.seat}`,
            "aria-label": `HP of ${names[seat.seat]}`,
            "aria-valuemin": 0,
            "aria-valuemax": view.full_hp,
            "aria-valuenow": Math.max(0, Math.min(view.full_hp, seat.hp)),
          },
          h("i", { class: left === seat.hp ? "" : "changes", style: { width: share(seat.hp) } }),
          h("i", { style: { width: share(left) } }),
          h("b", {}, left === seat.hp ? `${Math.max(0, seat.hp)} HP` : `${seat.hp} → ${Math.max(0, left)} HP`),
        ),
    place ? h("small", { class: "bp-place" }, place) : null,
    seat.score === undefined
      ? null
      : h("small", { class: "bp-score" }, `${String(seat.score).replace("-", "−")} of ${view.goal}`),
    seat.overloaded
      ? h(
          "small",
          {
            class: "bp-over",
            "data-explain": "overload",
            "data-meet": "overload",
            tabindex: 0,
            "aria-label": `overload, ${seat.overloaded} in a row`,
            role: "img",
          },
          h("span", {}, "overload "),
          `×${seat.overloaded}`,
        )
      : null,
  );
}

/** The viewer's own panel, next to the hand. */
export function own(view, facts, tools) {
  const seat = view.seats[tools.viewer];
  return h(
    "div",
    {
      class: `bp-own ${view.on === tools.viewer ? "on" : ""}`,
      "data-seat": tools.viewer,
      "data-name": `player ${tools.viewer}`,
    },
    h("span", { class: "bp-who" }, tools.person(tools.viewer)),
    meters(view, seat, facts?.pays, tools),
    h(
      "small",
      {
        class: `bp-mine ${seat.cards === 1 ? "puno" : ""}`,
        "data-essential": seat.hp === undefined ? `health ${tools.viewer}` : null,
      },
      seat.cards === 1 ? "Puno!" : counted(seat.cards, "card"),
    ),
  );
}
