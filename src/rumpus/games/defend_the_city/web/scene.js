/** The stage: the wall, two fighters with their plates, and the last turn. */

import { h, icon, picture } from "/static/js/drawing.js";
import * as art from "./art.js";

/** Kinds of enemies: name and style of fighting. */
export const KINDS = {
  uniform: ["raider", "unpredictable"],
  brute: ["brute", "strikes hard, then rests"],
  wary: ["wary fighter", "guards and saves strength"],
  cunning: ["cunning captain", "plays perfectly"],
  "by hand": ["warlord", ""],
};

export const sword = () => icon("0 0 24 24", art.SWORD, { class: "dc-icon os" });
export const shield = () => icon("0 0 24 24", art.SHIELD, { class: "dc-icon ds" });
export const chance = (offense, defense, die) =>
  Math.max(0, Math.min(100, Math.round((100 * (offense - defense)) / die)));

/** Both sides in the view, the defender first. */
export const fighters = (view) => [view.seats[0], view.seats[1] || view.enemy];

export const foeName = (view, names) =>
  view.seats.length > 1 ? names[1] : `The ${KINDS[view.enemy.kind]?.[0] || "enemy"}`;

/** The last exchange from the log: both pairs, who gave way, every strike with its probability. */
export function lastTurn(view, story) {
  const at = story.map((line) => line.kind).lastIndexOf("shown");
  if (at < 0) return null;
  const { turn, defender, enemy } = story[at].facts;
  const last = { turn, pairs: [defender, enemy], forfeits: [false, false], strikes: [], note: "", paid: false };
  for (const { kind, facts } of story.slice(at + 1)) {
    if (kind === "forfeits") last.forfeits[facts.side] = true;
    if (kind === "hits" || kind === "misses") last.strikes.push({ ...facts, hit: kind === "hits" });
    if (kind === "slain") last.note = `Slain! ${facts.slain} of ${facts.enemies}.`;
    if (kind === "stand-off") last.note = "A stand-off: the enemy withdraws.";
    if (kind === "pay") last.paid = true;
  }
  return last;
}

export function stage(view, pick, tools) {
  const both = fighters(view);
  const names = [tools.called[0], foeName(view, tools.called)];
  const own = tools.viewer === 1 ? 1 : 0;
  const last = lastTurn(view, tools.story);
  const reacting = view.stage === "reaction" && !view.outcome;
  return h(
    "div",
    { class: "dc" },
    h(
      "svg",
      { class: "dc-scene", viewBox: "0 0 900 330", preserveAspectRatio: "xMinYMax slice", "aria-hidden": "true" },
      picture(art.SCENE),
      art.CRACKS.slice(0, Math.ceil((3 * view["stand-offs"]) / view["line breaks at"])).map((crack) => picture(crack)),
    ),
    h(
      "div",
      { class: "dc-plates" },
      plate(view, 0, both[0], names[0], own === 0 ? pick : null, tools),
      tally(view),
      plate(view, 1, both[1], names[1], own === 1 ? pick : null, tools),
    ),
    h(
      "div",
      { class: "dc-field" },
      both.map((one, side) => fighter(view, side, one, names[side], last, own === side ? pick : null, tools)),
      h(
        "div",
        { class: "dc-middle" },
        reacting ? facing(view, both, names, own) : turnResult(view, last, names, tools.viewer),
      ),
      h("span", { class: "dc-beyond", "data-place": "beyond" }),
    ),
  );
}

/** A number with a minus sign: the last action may cost more Stamina than is left. */
const minus = (number) => String(number).replace("-", "−");

/** Name and Stamina of a side; the cost of the chosen pair is hatched. */
function plate(view, side, one, name, pick, { person, viewer }) {
  const share = (value) => `${Math.max(0, Math.min(100, (100 * value) / one.full))}%`;
  const cost = pick ? pick.offense + pick.defense : 0;
  const after = one.stamina - cost;
  const seated = side < view.seats.length;
  return h(
    "div",
    {
      class: `dc-plate side-${side}`,
      key: side,
      "data-essential": `health ${side}`,
      "data-name": side ? "enemy plate" : "own plate",
      "data-meet": side === (viewer ?? 0) ? "Stamina" : null,
    },
    h(
      "div",
      { class: "dc-who" },
      seated ? person(side) : h("strong", {}, name),
      h("small", {}, side && KINDS[one.kind] ? KINDS[one.kind][1] : ""),
    ),
    h(
      "div",
      { class: "dc-stamina" },
      h("small", {}, "Stamina"),
      " ",
      h("strong", {}, minus(one.stamina)),
      cost ? [" → ", h("strong", { class: after <= 0 ? "spent" : "" }, minus(after))] : null,
    ),
    h(
      "span",
      {
        class: "dc-track",
        role: "meter",
        tabindex: 0,
        "data-explain": "Stamina",
        "aria-label": `Stamina of ${name}`,
        "aria-valuemin": 0,
        "aria-valuemax": one.full,
        "aria-valuenow": Math.max(0, one.stamina),
      },
      h("i", { class: "dc-cost", style: { width: share(one.stamina) } }),
      h("i", { class: "dc-fill", style: { width: share(after) } }),
    ),
  );
}

function tally(view) {
  const heads = Array.from({ length: view.enemies }, (_, number) =>
    number < view.slain ? "slain" : number === view.slain && !view.outcome ? "now" : "come",
  );
  const left = view["line breaks at"] - view["stand-offs"];
  return h(
    "div",
    { class: "dc-tally", "data-essential": "tally", "data-name": "tally" },
    h(
      "span",
      { class: "dc-heads", "aria-hidden": "true" },
      view.enemies <= 8
        ? heads.map((state, number) =>
            h("span", { key: number, class: `dc-head ${state}` }, icon("0 0 24 24", art.HEADS[state])),
          )
        : null,
    ),
    h(
      "span",
      {
        class: "dc-line",
        "data-explain": "Stand-off",
        "data-meet": view["stand-offs"] ? "Stand-off" : null,
        tabindex: 0,
        role: "img",
        "aria-label": `${view.slain} of ${view.enemies} slain, ${view["stand-offs"]} of ${view["line breaks at"]} stand-offs`,
      },
      h("strong", {}, `${view.slain} of ${view.enemies} slain`),
      h(
        "span",
        { class: "dc-wide" },
        left > 0 ? ` · ${view["line breaks at"]} stand-offs lose the city` : " · the line is broken",
      ),
      view["line breaks at"] <= 6
        ? Array.from({ length: view["line breaks at"] }, (_, number) =>
            h("i", { key: number, class: number < view["stand-offs"] ? "broken" : "" }),
          )
        : null,
    ),
  );
}

function fighter(view, side, one, name, last, pick, { waiting, viewer }) {
  const fallen = view.ending === "fallen" && side === 0;
  const beaten = side === 1 && view.outcome && last?.strikes.some((strike) => strike.side === 0 && strike.hit);
  const sealed = view.stage === "decision" && one.scores && one.stamina > 0 && side === viewer;
  const scores = pick ? `${pick.offense}/${pick.defense}` : one.scores || "";
  const number = side === 0 ? "defender" : `enemy ${view.slain + (beaten ? -1 : 0)} ${view["stand-offs"]}`;
  return h(
    "div",
    {
      class: `dc-fighter side-${side} ${one.stamina <= 0 ? "spent" : ""} ${fallen || beaten ? "down" : ""} ${waiting.includes(side) ? "acting" : ""}`,
      key: number,
      "data-fighter": side,
      "data-figure": "",
      "data-name": side ? "enemy" : "defender",
      "data-fly": number,
      "data-from": side ? "beyond" : null,
    },
    h(
      "div",
      {
        class: `dc-pair ${pick ? "wish" : ""}`,
        role: "img",
        "aria-label": scores ? `${name}: Offense and Defense ${scores}` : `${name}: not revealed yet`,
      },
      scores ? pair(scores) : [sword(), "?", shield(), "?"],
      sealed ? h("small", {}, "locked in") : null,
    ),
    h(
      "span",
      {
        "data-explain": side ? one.kind : null,
        "data-called": side ? KINDS[one.kind]?.[0] : null,
        tabindex: side ? 0 : null,
        role: "img",
        "aria-label": side ? name : null,
        "aria-hidden": side ? null : "true",
      },
      icon("-12 -4 224 232", side ? art.ENEMIES[one.kind] : art.DEFENDER, { class: "dc-figure" }),
    ),
  );
}

function pair(scores) {
  const [offense, defense] = scores.split("/");
  return [sword(), offense, shield(), defense];
}

/** Result of the last turn, strike by strike. */
function turnResult(view, last, names, viewer) {
  if (!last)
    return h("p", { class: "dc-told", "data-essential": "news" }, "Both choose in secret, then both are revealed.");
  const row = ({ side, offense, defense, die, hit }, number) =>
    h(
      "span",
      {
        key: number,
        class: `dc-strike ${hit ? "hit" : "miss"}`,
        role: "img",
        "aria-label": `${names[side]} struck ${offense} at ${defense}, ${chance(offense, defense, die)} %: ${hit ? "hit" : "missed"}`,
      },
      side ? [shield(), defense, " ◂ ", sword(), offense] : [sword(), offense, " ▸ ", shield(), defense],
      h("em", {}, `${chance(offense, defense, die)} %`),
      h("strong", {}, hit ? "hit!" : "missed"),
    );
  const gave = last.forfeits.findIndex(Boolean);
  return h(
    "div",
    { class: "dc-told", "data-essential": "news" },
    h("small", {}, last.turn === view.turn ? "This turn" : "Last turn"),
    gave >= 0 ? h("span", {}, `${gave === viewer ? "You" : names[gave]} held back.`) : null,
    last.strikes.map(row),
    !last.strikes.length
      ? h(
          "span",
          {},
          h("span", { class: "dc-both" }, pair(last.pairs[0]), h("b", {}, ":"), pair(last.pairs[1])),
          last.paid ? "No one could hit." : "",
        )
      : null,
    last.note ? h("strong", { class: "dc-note" }, last.note) : null,
  );
}

/** Both pairs before a possible reaction: order of strikes and probabilities to hit. */
function facing(view, both, names, own) {
  const score = both.map((one) => one.scores.split("/").map(Number));
  const first = score[0][0] >= score[1][0] ? 0 : 1;
  const row = (side, words) =>
    h(
      "span",
      { key: side, class: "dc-strike" },
      sword(),
      score[side][0],
      " ▸ ",
      shield(),
      score[1 - side][1],
      h("em", {}, words),
      h("strong", { class: side === own ? "" : "bad" }, `${chance(score[side][0], score[1 - side][1], view.die)} %`),
    );
  return h(
    "div",
    { class: "dc-told", "data-essential": "news" },
    row(first, `${first === own ? "you strike" : `${names[first]} strikes`} first`),
    row(1 - first, `then ${1 - first === own ? "you, if that misses" : names[1 - first]}`),
  );
}
