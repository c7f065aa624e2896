/** Defend the City: the wall, two fighters face to face, and two dials for Offense and Defense. */

import { icon, picture } from "/static/js/drawing.js";
import * as art from "./art.js";

const SCORES = [0, 1, 2, 3, 4, 5];
const isPair = (offer) => /^\d\/\d$/.test(offer.words);

export const listed = (offer) => !isPair(offer) && offer.words !== "keep" && offer.words !== "forfeit";

export const asked = (view, offers) =>
  offers.some(isPair) ? "set your Offense and Defense, then show them" : offers.length ? "keep your Offense, or forfeit it and save the Stamina" : "";

// --- pictures and words ---

const sword = () => icon("0 0 24 24", art.SWORD, { class: "dc-icon" });
const shield = () => icon("0 0 24 24", art.SHIELD, { class: "dc-icon" });

const KINDS = {
  uniform: "raider",
  brute: "brute",
  wary: "wary fighter",
  cunning: "cunning captain",
  "by hand": "warlord",
};

// --- what has happened ---

/** The last exchange of blows, gathered from the story: both pairs, who gave way, every strike with its chance. */
function lastExchange(view, story) {
  const at = story.map((line) => line.kind).lastIndexOf("shown");
  if (at < 0) return null;
  const { turn, defender, enemy } = story[at].facts;
  if (view.turn < turn || view.turn > turn + 1) return null;
  const last = { turn, pairs: [defender, enemy], forfeits: [false, false], strikes: [], note: "", paid: false };
  for (const { kind, facts } of story.slice(at + 1)) {
    if (kind === "forfeits") last.forfeits[facts.side] = true;
    if (kind === "hits" || kind === "misses") last.strikes.push({ ...facts, hit: kind === "hits" });
    if (kind === "slain") last.note = "The enemy is slain!";
    if (kind === "stand-off") last.note = "A stand-off: the enemy withdraws.";
    if (kind === "pay") last.paid = true;
  }
  return last;
}

const chance = (offense, defense, die) => Math.max(0, Math.min(100, Math.round((100 * (offense - defense)) / die)));

// --- the drawing ---

export function board(view, offers, tools) {
  const { send } = tools;
  const { h, state, names } = tools;
  const foe = view.seats[1] || view.enemy;
  const fighters = [view.seats[0], foe];
  const enemyName = view.seats.length > 1 ? names[1] : `The ${KINDS[foe.kind] || "enemy"}`;
  const who = [names[0], enemyName];
  const last = lastExchange(view, tools.story);
  const own = tools.viewer === 1 ? 1 : 0;
  const choosing = offers.some(isPair);
  const reacting = offers.some((offer) => offer.words === "keep");
  const pick = choosing ? picked(state) : null;
  tools.after((root) => act(root, tools));
  return h(
    "div",
    { class: "dc" },
    tally(view, tools),
    h(
      "div",
      { class: "dc-field" },
      h("svg", { class: "dc-scene", viewBox: "0 0 900 330", preserveAspectRatio: "xMinYMax slice", "aria-hidden": "true" }, picture(art.SCENE), art.CRACKS.slice(0, Math.ceil((3 * view["stand-offs"]) / view["line breaks at"])).map((crack) => picture(crack))),
      fighter(view, 0, fighters[0], who[0], last, tools, own === 0 ? pick : null),
      clash(view, last, who, tools),
      fighter(view, 1, fighters[1], who[1], last, tools, own === 1 ? pick : null),
      h("span", { class: "dc-beyond", "data-place": "beyond" }),
    ),
    h("div", { class: "dc-bars" }, fighters.map((one, side) => bar(one, side, who[side], side === own && pick ? pick.offense + pick.defense : 0, tools))),
    choosing ? chooser(view, offers, send, tools, fighters[own], pick) : null,
    reacting ? reaction(view, offers, send, tools, own, fighters) : null,
    !choosing && !reacting && !view.outcome ? h("p", { class: "dc-wait" }, waitingWords(view, tools)) : null,
  );
}

function waitingWords(view, { names, waiting, viewer }) {
  const others = waiting.filter((seat) => seat !== viewer).map((seat) => names[seat]);
  if (!others.length) return "";
  return view.phase === "reaction" ? `${others.join(" and ")} may still forfeit.` : `${others.join(" and ")} ${others.length > 1 ? "are" : "is"} choosing in secret.`;
}

function tally(view, { h }) {
  const heads = Array.from({ length: view.enemies }, (_, number) => (number < view.slain ? "slain" : number === view.slain && !view.outcome ? "now" : "come"));
  return h(
    "div",
    { class: "dc-tally" },
    h("p", { class: "dc-heads" }, heads.map((state, number) => h("span", { key: number, class: `dc-head ${state}` }, icon("0 0 24 24", art.HEADS[state]))), h("strong", {}, `${view.slain} of ${view.enemies} slain`)),
    h(
      "p",
      { class: "dc-line", "data-explain": "Stand-off", tabindex: 0 },
      Array.from({ length: view["line breaks at"] }, (_, number) => h("span", { key: number, class: `dc-brick ${number < view["stand-offs"] ? "broken" : ""}` })),
      h("strong", {}, `${view["stand-offs"]} of ${view["line breaks at"]} stand-offs`),
    ),
    h("p", { class: "dc-turn" }, `Turn ${view.turn}`, view["idle turns"] ? h("em", {}, ` · ${view["idle turns"]} idle of ${view["stand-off at"]}`) : null),
  );
}

function fighter(view, side, one, name, last, { h, waiting, viewer }, pick) {
  const fallen = view.ending === "fallen" && side === 0;
  const beaten = side === 1 && view.outcome && last?.strikes.some((strike) => strike.side === 0 && strike.hit);
  const sealed = view.phase === "decision" && one.scores && one.stamina > 0 && side === viewer;
  const scores = pick ? `${pick.offense}/${pick.defense}` : one.scores || "";
  const acting = waiting.includes(side) && side < view.seats.length;
  const number = side === 0 ? "defender" : `enemy ${view.slain + (beaten ? -1 : 0)} ${view["stand-offs"]}`;
  return h(
    "div",
    { class: `dc-fighter side-${side} ${one.stamina <= 0 ? "spent" : ""} ${fallen || beaten ? "down" : ""} ${acting ? "acting" : ""}`, key: number, "data-fighter": side, "data-explain": side ? one.kind : null, "data-fly": number, "data-from": side ? "beyond" : null },
    h("div", { class: `dc-pair ${pick ? "wish" : ""}`, role: "img", "aria-label": scores ? `${name}: Offense and Defense ${scores}` : `${name}: not shown yet` }, scores ? scorePair(scores, { h }) : [h("span", {}, sword(), "?"), h("span", {}, shield(), "?")], sealed ? h("small", {}, "sealed") : null),
    icon("-12 -4 224 232", side ? art.ENEMIES[one.kind] : art.DEFENDER, { class: "dc-figure" }),
    h("strong", { class: "dc-name" }, name, side === viewer ? h("small", {}, " (you)") : null),
  );
}

function scorePair(scores, { h }) {
  const [offense, defense] = scores.split("/");
  return [h("span", { class: "os" }, sword(), offense), h("span", { class: "ds" }, shield(), defense)];
}

/** Between the two: what was shown last, and what came of it. */
function clash(view, last, who, { h }) {
  if (!last) return h("div", { class: "dc-clash empty", key: "clash" }, h("strong", {}, "⚔"));
  const said = last.strikes.map((strike) => `${who[strike.side]} strikes ${strike.offense} at ${strike.defense}: ${chance(strike.offense, strike.defense, strike.die)} %, ${strike.hit ? "hit" : "miss"}`);
  return h(
    "div",
    { class: "dc-clash", key: "clash" },
    h("small", {}, `Turn ${last.turn}`),
    h("div", { class: "dc-shown" }, h("span", { class: "dc-mini" }, scorePair(last.pairs[0], { h })), h("b", {}, "vs"), h("span", { class: "dc-mini" }, scorePair(last.pairs[1], { h }))),
    last.forfeits.map((gave, side) => (gave ? h("span", { key: `f${side}`, class: "dc-gave" }, `${who[side]} forfeits Offense`) : null)),
    h(
      "ul",
      { "aria-label": said.join(". ") || null },
      last.strikes.map((strike, number) =>
        h(
          "li",
          { key: number, class: strike.hit ? "hit" : "miss" },
          h("span", { class: "dc-arrow", "aria-hidden": "true" }, strike.side ? "◀" : "▶"),
          h("span", {}, `${strike.offense} − ${strike.defense} = ${chance(strike.offense, strike.defense, strike.die)} %`),
          h("strong", {}, strike.hit ? "hit!" : "miss"),
        ),
      ),
    ),
    last.paid && !last.strikes.length ? h("span", {}, "No strike has a chance.") : null,
    last.note ? h("em", {}, last.note) : null,
  );
}

function bar(one, side, name, cost, { h }) {
  const share = (value) => `${Math.max(0, Math.min(100, (100 * value) / one.full))}%`;
  const after = one.stamina - cost;
  return h(
    "div",
    { class: `dc-bar side-${side}`, key: side, "data-explain": "Stamina", tabindex: 0, role: "meter", "aria-label": `Stamina of ${name}`, "aria-valuemin": 0, "aria-valuemax": one.full, "aria-valuenow": Math.max(0, one.stamina), "aria-valuetext": `${one.stamina} of ${one.full}` },
    h("span", { class: "dc-bar-name" }, "Stamina"),
    h("span", { class: "dc-track" }, h("span", { class: "dc-cost", style: { width: share(one.stamina) } }), h("span", { class: "dc-fill", style: { width: share(after) } })),
    h("strong", {}, `${one.stamina}`, h("small", {}, cost ? ` → ${after}` : ` / ${one.full}`)),
  );
}

// --- deciding ---

function picked(state) {
  state.offense ??= 3;
  state.defense ??= 2;
  return { offense: state.offense, defense: state.defense };
}

function chooser(view, offers, send, tools, own, pick) {
  const { h, state, redraw } = tools;
  const offer = offers.find((one) => one.words === `${pick.offense}/${pick.defense}`);
  const cost = pick.offense + pick.defense;
  const left = own.stamina - cost;
  const dial = (what, label, drawn, chosen) =>
    h(
      "div",
      { class: `dc-dial ${what}`, role: "radiogroup", "aria-label": label, key: what },
      h("span", { class: "dc-dial-name", "data-explain": label }, drawn(), label),
      h(
        "div",
        { class: "dc-steps" },
        SCORES.map((score) =>
          h(
            "button",
            {
              type: "button",
              key: score,
              role: "radio",
              class: `dc-step ${score === chosen ? "chosen" : ""} ${score < chosen ? "below" : ""}`,
              "aria-checked": score === chosen ? "true" : "false",
              "aria-label": `${label} ${score}`,
              "data-spot": "",
              "data-set": `${what} ${score}`,
              onclick: () => {
                state[what] = score;
                redraw();
              },
            },
            score,
          ),
        ),
      ),
    );
  const odds = (title, row, kind) =>
    h(
      "div",
      { class: `dc-odds ${kind}`, key: kind },
      h("span", {}, title),
      h("ol", {}, row.map((percent, score) => h("li", { key: score, "aria-label": `at ${score}: ${percent} %` }, h("span", { class: "dc-column" }, h("i", { style: { height: `${percent}%` } })), h("b", {}, percent), h("small", {}, score)))),
    );
  return h(
    "section",
    { class: "dc-choose", "aria-label": "Your pair of Scores" },
    h("div", { class: "dc-dials" }, dial("offense", "Offense", sword, pick.offense), dial("defense", "Defense", shield, pick.defense)),
    h(
      "div",
      { class: "dc-forecast" },
      odds("You hit, in %, by their Defense", SCORES.map((score) => chance(pick.offense, score, view.die)), "mine"),
      odds("They hit, in %, by their Offense", SCORES.map((score) => chance(score, pick.defense, view.die)), "theirs"),
    ),
    h(
      "div",
      { class: "dc-commit" },
      h("p", {}, h("span", {}, "Costs ", h("strong", {}, cost)), h("span", {}, "leaves ", h("strong", { class: left <= 0 ? "spent" : "" }, left)), left <= 0 ? h("em", {}, "your last action of this encounter") : null),
      h("button", { type: "button", class: "primary dc-go", "data-spot": "", "data-says": offer?.explanation, "data-explain": "Cost", disabled: !offer, onclick: () => offer && send(offer) }, `Show ${pick.offense}/${pick.defense}`),
    ),
  );
}

function reaction(view, offers, send, { h }, own, fighters) {
  const [mine] = fighters[own].scores.split("/").map(Number);
  const labels = { keep: [`Keep Offense ${mine}`, sword], forfeit: ["Forfeit it", shield] };
  return h(
    "section",
    { class: "dc-react", "aria-label": "Keep or forfeit" },
    offers.map((offer) => h("button", { key: offer.words, type: "button", class: `dc-answer ${offer.words}`, "data-spot": "", "data-explain": "Forfeit", "data-answer": offer.words, onclick: () => send(offer) }, labels[offer.words]?.[1](), h("span", {}, h("strong", {}, labels[offer.words]?.[0] || offer.words), h("small", {}, offer.explanation)))),
  );
}

// --- blows ---

function act(root, { lines, motion }) {
  let wait = 0;
  for (const { kind, facts } of lines) {
    if (kind !== "hits" && kind !== "misses") continue;
    const { side, offense, defense, die } = facts;
    const striker = root.querySelector(`[data-fighter="${side}"]`);
    const target = root.querySelector(`[data-fighter="${1 - side}"]`);
    motion.later(wait, () => {
      if (striker && !motion.still()) striker.animate([{ transform: "none" }, { transform: `translateX(${side ? -70 : 70}px) rotate(${side ? -8 : 8}deg)`, offset: 0.35 }, { transform: "none" }], { duration: 520, easing: "ease-in-out" });
      motion.floatWord(target, `${kind === "hits" ? "Hit!" : "miss"} ${chance(offense, defense, die)} %`, kind === "hits" ? "" : "good");
      if (kind === "hits") motion.shake(target, 14);
    });
    wait += motion.still() ? 0 : 480;
  }
}
