/** Bans and picks: twelve faces, details of the selected one, and the squads so far. */

import { FACES, face, portrait } from "./art.js";
import { abilities, bars, headOf, pips, purpose, role } from "./sheet.js";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

const taken = (view) => {
  const owner = new Map();
  for (const seat of view.seats)
    for (const name of seat.squad) owner.set(name, [...(owner.get(name) || []), seat.seat]);
  return owner;
};

const offerFor = ({ offers, view }, name) => offers.find((one) => one.words === `${view.stage} ${name}`);

/** The selected character: the pressed one, the advised one, or the first available. */
function met(scene) {
  const { state, view, offers, tools } = scene;
  const advised = offers.find((offer) => tools.advised(offer))?.words.split(" ")[1];
  if (advised && state.followedPick !== advised) Object.assign(state, { followedPick: advised, met: advised });
  const name = state.met || offers[0]?.words.split(" ")[1] || view.roster[0].name;
  return view.roster.find((one) => one.name === name) || view.roster[0];
}

export function draftAsked(scene) {
  const { view, you } = scene;
  if (view.stage === "ban") return "ban one character: nobody can pick it";
  const have = view.seats[you]?.squad.length || 0;
  return `pick your ${PLACES[have] || "next"}: choose a character to see more`;
}

export function draftBoard(scene) {
  const { h } = scene;
  return h("div", { class: "ul ul-draft" }, squads(scene), roster(scene));
}

function squads(scene) {
  const { view, h, tools, you } = scene;
  const size = Math.max(1, ...view.seats.map((seat) => seat.squad.length), view.squad || 0);
  const own = [...view.seats].sort((a, b) => Number(b.seat === you) - Number(a.seat === you));
  return h(
    "div",
    { class: `ul-drafts seats-${view.seats.length}`, key: "drafts" },
    own.map((seat) =>
      h(
        "section",
        {
          key: seat.seat,
          class: `ul-drafted seat-${seat.seat} ${view.turn === seat.seat ? "turn" : ""}`,
          "data-essential": `health ${seat.seat}`,
        },
        h("header", {}, tools.person(seat.seat), h("small", {}, `${seat.squad.length} of ${view.squad}`)),
        h(
          "ul",
          {},
          Array.from({ length: size }, (_, at) => {
            const name = seat.squad[at];
            return h(
              "li",
              { key: at, class: name ? "" : "empty" },
              name
                ? [
                    h("span", { key: "f", class: "ul-mini", "data-fly": `pick ${seat.seat} ${name}` }, face(h, name)),
                    h(
                      "span",
                      { key: "w", class: "ul-drafted-words" },
                      h("strong", {}, name),
                      h("small", {}, role(name)),
                    ),
                  ]
                : h(
                    "small",
                    {},
                    at === seat.squad.length && view.turn === seat.seat
                      ? seat.seat === you
                        ? "you choose now"
                        : "chooses now"
                      : PLACES[at],
                  ),
            );
          }),
        ),
      ),
    ),
    lack(scene),
  );
}

/** Names the gaps of the squad in one line. */
function lack(scene) {
  const { view, h, you } = scene;
  const squad = (view.seats[you]?.squad || [])
    .map((name) => view.roster.find((one) => one.name === name))
    .filter(Boolean);
  if (view.stage !== "pick" || !squad.length) return null;
  const missing = [
    squad.some((one) => one["most hp"] >= 70) ? "" : "no one to take hits",
    squad.some((one) => one.attack >= 14) ? "" : "no one who hits hard yet",
    squad.some((one) => one.type === "ranged") ? "" : "no one who shoots",
  ].filter(Boolean);
  const front = squad.find((one) => one["most hp"] >= 70);
  const words = missing.join(", ");
  return h(
    "p",
    { class: "ul-lack", key: "lack" },
    h("strong", {}, "Your squad so far"),
    front ? h("span", {}, `${front.name} takes the hits.`) : null,
    words
      ? h("span", { class: "bad" }, `${words[0].toUpperCase()}${words.slice(1)}.`)
      : h("span", {}, "A balanced squad."),
  );
}

function roster(scene) {
  const { view, h, tools, state } = scene;
  const owner = taken(view);
  const banned = new Set(view.banned);
  const one = met(scene);
  return h(
    "ul",
    { class: "ul-roster", key: "roster", "data-essential": scene.offers.length ? "hand" : null },
    Object.keys(FACES).map((name, number) => {
      const offer = offerFor(scene, name);
      const owners = owner.get(name) || [];
      const figures = view.roster.find((other) => other.name === name);
      return h(
        "li",
        { key: name },
        h(
          "button",
          {
            type: "button",
            class: `ul-choice ${offer ? "able" : ""} ${one.name === name ? "met" : ""} ${banned.has(name) ? "banned" : owners.length && !offer ? "had" : ""} ${offer && tools.advised(offer) ? "advised" : ""}`,
            "data-spot": "",
            "data-name": name,
            "data-home": number === 0 ? "" : null,
            "data-no":
              offer || !scene.offers.length
                ? null
                : banned.has(name)
                  ? "Banned: nobody can pick it."
                  : tools.reason(`${view.stage} ${name}`) || null,
            "data-explain": offer || !scene.offers.length ? null : name,
            "aria-pressed": String(one.name === name),
            onclick: () => {
              state.met = name;
              tools.redraw();
            },
          },
          portrait(h, name),
          h("strong", {}, name),
          h("small", {}, role(name)),
          pips(h, figures),
          owners.map((seat) =>
            h(
              "span",
              { key: seat, class: "ul-owner" },
              tools.mark(seat),
              h("span", {}, seat === scene.you ? "yours" : tools.names[seat]),
            ),
          ),
          banned.has(name) ? h("span", { class: "ul-owner" }, "banned") : null,
        ),
      );
    }),
  );
}

export function draftTray(scene) {
  const { h, tools, view, offers } = scene;
  const one = met(scene);
  const offer = offerFor(scene, one.name);
  return h(
    "div",
    { class: "ul-tray ul-pick", key: "pick" },
    headOf(h, one),
    h("p", { class: "ul-purpose" }, purpose(one.name)),
    bars(h, one),
    pips(h, one),
    abilities(h, one, tools),
    offers.length
      ? h(
          "div",
          { class: "ul-end" },
          tools.main(
            view.stage === "ban" ? `Ban ${one.name}` : `Pick ${one.name}`,
            offer ? "" : "not available",
            offer || null,
          ),
        )
      : null,
  );
}
