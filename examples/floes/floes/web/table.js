/** Floes: the ice as a grid, where every floe that one can slide to is a button. */

import { h } from "/static/js/drawing.js";

const SIDE = 5;
const called = (floe) => `${"abcde"[floe % SIDE]}${Math.floor(floe / SIDE) + 1}`;

export const asked = () => "slide to a floe that is lit";

export const tray = () => null;

/** Who has eaten how much, and the ice with everybody on it. */
export function board(view, offers, tools) {
  const standing = new Map(view.seats.map(({ seat, floe }) => [floe, seat]));
  const people = view.seats.map(({ seat, eaten }) =>
    h(
      "li",
      { key: seat, style: { "--seat": tools.colour(seat) } },
      tools.person(seat),
      h("span", { "data-essential": `health ${seat}` }, `${eaten} fish`),
    ),
  );
  const floes = view.fish.map((fish, floe) => place(floe, fish, standing.get(floe), offers, tools));
  return h(
    "div",
    { class: "fl" },
    h("ol", { class: "fl-people", "aria-label": "Penguins" }, people),
    h("div", { class: "fl-ice", role: "group", "aria-label": "The ice" }, floes),
  );
}

function place(floe, fish, seat, offers, tools) {
  const offer = offers.find(({ words }) => words === `slide ${called(floe)}`);
  const words = seat === undefined ? (fish ? `${fish} fish` : "water") : tools.names[seat];
  return h(
    "button",
    {
      key: floe,
      type: "button",
      class: `fl-floe ${fish ? "" : "water"} ${offer ? "open" : ""} ${tools.advised(offer) ? "advised" : ""}`,
      style: seat === undefined ? {} : { "--seat": tools.colour(seat) },
      "data-name": called(floe),
      "data-spot": "",
      "data-no": offer ? null : tools.reason(`slide ${called(floe)}`) || null,
      "aria-disabled": offer ? null : "true",
      "aria-label": `${called(floe)}: ${words}`,
      onclick: () => offer && tools.send(offer),
    },
    h("small", {}, called(floe)),
    seat === undefined ? h("b", {}, fish || "") : tools.mark(seat),
  );
}
