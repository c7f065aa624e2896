/** Before the first phase: bans and picks, then one's squad and its formation. */

import { FACES, face, mini, portrait } from "./art.js";
import { centre, distance } from "./geometry.js";
import { smallFloor, spotted } from "./map.js";
import { abilities, bars, headOf, pips, purpose, role } from "./sheet.js";

// --- bans and picks: twelve faces, details of the selected one, and the squads so far ---

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

const taken = (view) => {
  const owner = new Map();
  for (const seat of view.seats)
    for (const name of seat.squad) owner.set(name, [...(owner.get(name) || []), seat.seat]);
  return owner;
};

const figuresOf = (view, name) => view.roster.find((one) => one.name === name);

const offerFor = ({ offers, view }, name) => offers.find((one) => one.words === `${view.stage} ${name}`);

/** The selected character: the pressed one, the advised one, or the first available. */
function met(scene) {
  const { state, view, offers, tools } = scene;
  const advised = offers.find((offer) => tools.advised(offer))?.words.split(" ")[1];
  if (advised && state.followedPick !== advised) Object.assign(state, { followedPick: advised, met: advised });
  const name = state.met || offers[0]?.words.split(" ")[1] || view.roster[0].name;
  return figuresOf(view, name) || view.roster[0];
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
  const squad = (view.seats[you]?.squad || []).map((name) => figuresOf(view, name)).filter(Boolean);
  if (view.stage !== "pick" || !squad.length) return null;
  const front = squad.find((one) => one["most hp"] >= 70);
  const missing = [
    front ? "" : "no one to take hits",
    squad.some((one) => one.attack >= 14) ? "" : "no one who hits hard yet",
    squad.some((one) => one.type === "ranged") ? "" : "no one who shoots",
  ].filter(Boolean);
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
      return h(
        "li",
        { key: name },
        scene.button(
          `ul-choice ${offer ? "able" : ""} ${one.name === name ? "met" : ""} ${banned.has(name) ? "banned" : owners.length && !offer ? "had" : ""} ${offer && tools.advised(offer) ? "advised" : ""}`,
          () => {
            state.met = name;
            tools.redraw();
          },
          {
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
          },
          portrait(h, name),
          h("strong", {}, name),
          h("small", {}, role(name)),
          pips(h, figuresOf(view, name)),
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

// --- one's squad, and where it starts ---

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
        scene.button(
          `ul-tab ${one === chosen ? "chosen" : ""}`,
          () => {
            state.meet = one.id;
            tools.redraw();
          },
          { key: one.id, "aria-pressed": String(one === chosen) },
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
  const { left, top, width, height, box } = field;
  return h(
    "div",
    { class: "ul-start-map", style: { "--share": String(width / height) } },
    h(
      "svg",
      { viewBox: box, role: "img", "aria-label": `Map ${view.map.name}` },
      smallFloor(h, field),
      field.shown
        .filter((name) => field.sign(name) >= "1" && field.sign(name) <= "4")
        .map((name) => spotted(h, name, `mini-spawn seat-${Number(field.sign(name)) - 1}`, 21)),
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

export const meetAsked = ({ squad }) => `Meet your ${squad.length === 1 ? "champion" : "squad"}, then start`;

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
      h("h4", { "aria-level": 2 }, "Where they start"),
      startMap(scene),
      h("p", {}, words(scene)),
    ),
    h(
      "div",
      { class: `ul-bring seats-${view.seats.length}`, key: "bring" },
      view.seats.map((seat) => {
        const squad = view.characters.filter((one) => one.seat === seat.seat);
        if (seat.seat === you)
          return h("h4", { "aria-level": 2, key: seat.seat, class: "ul-own" }, tools.person(seat.seat));
        return h(
          "section",
          { key: seat.seat, "data-essential": `health ${seat.seat}` },
          h("h4", { "aria-level": 2 }, tools.person(seat.seat), " brings"),
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
      scene.button(
        "way-button",
        () => scene.set({ byHand: true }),
        { key: "self" },
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
