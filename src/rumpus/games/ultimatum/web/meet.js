/** Before the first phase: introduces one's squad and offers a formation. */

import { face, mini, portrait } from "./art.js";
import { centre, distance } from "./geometry.js";
import { abilities, headOf, pips, purpose, role } from "./sheet.js";

/** True until one has chosen how to start, while no own character is on the map. */
export function meeting({ view, you, state, squad }) {
  return (
    view.stage === "place" &&
    you !== null &&
    !state.byHand &&
    !state.formation &&
    squad.length > 0 &&
    !squad.some((one) => one.hex)
  );
}

/** Formation: melee characters get the starting points nearest to the others, ranged ones stay behind. */
export function formation({ view, field, you, squad }) {
  const at = (seat) => field.names.filter((name) => field.sign(name) === String(seat + 1));
  const foes = view.seats.filter(({ seat }) => seat !== you).flatMap(({ seat }) => at(seat));
  const far = (name) => foes.reduce((sum, foe) => sum + distance(name, foe), 0);
  const spots = at(you).sort((a, b) => far(a) - far(b));
  const rank = (one) => (one.type === "melee" ? -1000 : 1000) - one["most hp"];
  const ranked = [...squad].sort((a, b) => rank(a) - rank(b));
  const front = ranked.filter((one) => one.type === "melee").length;
  const places = {};
  ranked.forEach((one, number) => {
    places[one.id] = number < front ? spots[number] : spots[spots.length - ranked.length + number];
  });
  return places;
}

/** The next offer of the accepted formation. */
export function standingOffer({ view, state, offers, tools }) {
  if (view.stage !== "place" || !state.formation) return null;
  for (const one of view.characters) {
    if (one.seat !== tools.you || one.hex) continue;
    const offer = offers.find(({ words }) => words === `${one.name} place ${state.formation[one.id]}`);
    if (offer) return offer;
  }
  return null;
}

export function meetBoard(scene) {
  const { h, you, state, tools, squad } = scene;
  const chosen = squad.find((one) => one.id === state.meet) || squad[0];
  return h(
    "div",
    { class: `ul ul-meet of-${squad.length}` },
    h(
      "div",
      { class: "ul-meet-tabs", key: "tabs" },
      squad.map((one) =>
        h(
          "button",
          {
            key: one.id,
            type: "button",
            class: `ul-tab ${one === chosen ? "chosen" : ""}`,
            "data-spot": "",
            "aria-pressed": String(one === chosen),
            onclick: () => {
              state.meet = one.id;
              tools.redraw();
            },
          },
          portrait(h, one.name),
          h("strong", {}, one.name),
        ),
      ),
    ),
    h(
      "div",
      { class: "ul-meet-cards", key: "cards", "data-essential": `health ${you}` },
      squad.map((one) =>
        h(
          "article",
          { key: one.id, class: `ul-meet-card ${one === chosen ? "chosen" : ""}`, "data-name": one.name },
          h("div", { class: "ul-meet-head" }, headOf(h, one), pips(h, one)),
          h("p", { class: "ul-purpose" }, purpose(one.name)),
          abilities(h, one, tools),
        ),
      ),
    ),
    h(
      "div",
      { class: "ul-meet-start", key: "start" },
      startMap(scene),
      h("p", {}, h("strong", {}, "They start here."), h("span", {}, words(scene))),
    ),
  );
}

function words({ squad }) {
  const front = squad.filter((one) => one.type === "melee").map((one) => one.name);
  const behind = squad.filter((one) => one.type !== "melee").map((one) => one.name);
  if (!front.length || !behind.length) return " Side by side.";
  const listed = (names) =>
    names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return ` ${listed(front)} in front, ${listed(behind)} behind.`;
}

/** Minimap with all placed characters. */
function startMap(scene) {
  const { h, view, field, you, tools } = scene;
  const places = formation(scene);
  const standing = view.characters
    .filter((one) => one.hex || places[one.id])
    .map((one) => ({ one, hex: one.hex || places[one.id] }));
  const { left, top, width, height } = field;
  return h(
    "div",
    { class: "ul-start-map", style: { "--share": String(width / height) } },
    h(
      "svg",
      { viewBox: `${left} ${top} ${width} ${height}`, role: "img", "aria-label": `Map ${view.map.name}` },
      h("path", { class: "mini-floor", d: field.edge }),
      field.shown
        .filter((name) => field.sign(name) === "#")
        .map((name) => h("circle", { key: name, class: "mini-wall", cx: centre(name)[0], cy: centre(name)[1], r: 22 })),
      field.shown
        .filter((name) => field.sign(name) >= "1" && field.sign(name) <= "4")
        .map((name) =>
          h("circle", {
            key: `s${name}`,
            class: `mini-spawn seat-${Number(field.sign(name)) - 1}`,
            cx: centre(name)[0],
            cy: centre(name)[1],
            r: 21,
          }),
        ),
    ),
    standing.map(({ one, hex }) =>
      h(
        "span",
        {
          key: one.id,
          class: `ul-start-face seat-${one.seat} ${one.seat === you ? "own" : ""}`,
          style: {
            left: `${(100 * (centre(hex)[0] - left)) / width}%`,
            top: `${(100 * (centre(hex)[1] - top)) / height}%`,
          },
          title: `${tools.names[one.seat]}’s ${one.name}`,
        },
        face(h, one.name),
      ),
    ),
  );
}

export const meetAsked = ({ squad }) => `meet your ${squad.length === 1 ? "champion" : "squad"}, then start`;

export function meetTray(scene) {
  const { h, view, you, tools, state } = scene;
  const plan = formation(scene);
  const start = () => {
    state.formation = plan;
    const offer = standingOffer(scene);
    if (offer) tools.send(offer);
    else tools.redraw();
  };
  const able = scene.offers.length > 0;
  return h(
    "div",
    { class: "ul-tray ul-beginning", key: "meet" },
    h(
      "div",
      { class: "ul-where", key: "where" },
      h("h4", {}, "Where they start"),
      startMap(scene),
      h("p", {}, words(scene)),
    ),
    h(
      "div",
      { class: `ul-bring seats-${view.seats.length}`, key: "bring" },
      view.seats.map((seat) => {
        const squad = view.characters.filter((one) => one.seat === seat.seat);
        if (seat.seat === you) return h("h4", { key: seat.seat, class: "ul-own" }, tools.person(seat.seat));
        return h(
          "section",
          { key: seat.seat, "data-essential": `health ${seat.seat}` },
          h("h4", {}, tools.person(seat.seat), " brings"),
          h(
            "ul",
            {},
            squad.map((one) =>
              h(
                "li",
                { key: one.id, "data-explain": one.name, tabindex: 0 },
                mini(h, one.name),
                h("span", {}, h("strong", {}, one.name), h("small", {}, role(one.name))),
              ),
            ),
          ),
        );
      }),
    ),
    h(
      "div",
      { class: "ul-end", key: "end" },
      h(
        "button",
        {
          type: "button",
          class: "way-button",
          key: "self",
          "data-spot": "",
          onclick: () => scene.set({ byHand: true }),
        },
        h("strong", {}, "Place them yourself"),
      ),
      tools.main("Start", "", null, {
        key: "start",
        onclick: start,
        "aria-disabled": null,
        "data-home": "",
        class: able ? "" : "ahead",
      }),
    ),
  );
}
