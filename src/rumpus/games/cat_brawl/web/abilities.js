/** Questions about abilities, and those that are answered without asking. */

import { h, icon } from "/static/js/drawing.js";
import * as art from "./art.js";

const isNo = (offer) => offer.words === "decline";
const named = (offer) => Object.keys(art.POWERS).find((name) => name.toLowerCase() === offer.words);
/** The single abilities that a question is about. */
const abilities = (offers) => offers.map(named).filter(Boolean);
const never = (name) => `${name}: not used`;
const always = (name) => `${name}: used when ready`;

/** True if this offer uses this ability, alone or with another. */
const uses = (offer, name) => offer.words.split(" and ").includes(name.toLowerCase());

/**
 * The offer to send without asking: the person's own rule for these abilities, or "Not now" where no use can matter.
 *
 * What is sent at once must not depend on a hidden ability: others see how long a question takes. A person's rule covers
 * all abilities of its question. Nor may a skipped question tell about others: who has answered and still sees the
 * prelude knows that someone with a hidden ability is being asked (CB-36). So a use without effect is skipped only if
 * all abilities in play are known (`openly`).
 */
export function standing(offers, tools) {
  const no = offers.find(isNo);
  if (!no) return null;
  const names = abilities(offers);
  const rules = names.map((name) => tools.state.rules?.[name]);
  if (rules.every(Boolean)) {
    const used = names.filter((_, at) => rules[at] === "always");
    return used.length ? offers.find((offer) => !isNo(offer) && sameUse(offer, names, used)) || null : no;
  }
  const idle = offers.every((offer) => isNo(offer) || offer.forecast.idle);
  return idle && tools.openly ? no : null;
}

const sameUse = (offer, names, used) => names.every((name) => uses(offer, name) === used.includes(name));

export function powers(offers, tools) {
  const { main, way, advised, state } = tools;
  const no = offers.find(isNo);
  const some = offers.filter((offer) => !isNo(offer));
  const [only] = some.length === 1 ? some : [];
  const chosen = only || some.find(({ words }) => words === state.use);
  /** Keeps the answer as a rule if that is wanted, and sends it. */
  const answer = (offer) => ({
    onclick: () => {
      if (!offer) return;
      if (state.again) {
        const kept = abilities(offers).map((name) => [name, uses(offer, name) ? "always" : "never"]);
        state.rules = { ...state.rules, ...Object.fromEntries(kept) };
      }
      state.again = false;
      tools.send(offer);
    },
  });
  return [
    h(
      "div",
      { class: "cb-powers", role: "group", "aria-label": "Use an ability?", "data-essential": "moves" },
      some.map((offer) =>
        h(
          only ? "div" : "button",
          {
            key: offer.words,
            type: only ? null : "button",
            class: `cb-use ${advised(offer) ? "advised" : ""} ${state.use === offer.words ? "chosen" : ""}`,
            "data-spot": only ? null : "",
            "data-use": offer.words,
            "data-explain": named(offer) || null,
            "aria-pressed": only ? null : String(state.use === offer.words),
            onclick: only
              ? null
              : () => {
                  state.use = offer.words;
                  tools.redraw();
                },
          },
          named(offer) ? icon("0 0 24 24", art.POWERS[named(offer)], { class: "cb-power-sign" }) : null,
          h("span", {}, h("strong", {}, offer.says), h("small", {}, offer.explanation)),
        ),
      ),
    ),
    h(
      "div",
      { class: "cb-commit two" },
      way("Not now", "", no, { "data-use": "decline", ...answer(no) }),
      main("Use", "", chosen, { "data-name": "use", ...(chosen ? answer(chosen) : {}) }),
    ),
    tools.lesson
      ? null
      : h(
          "div",
          { class: "cb-rules" },
          tick(`Don’t ask again about ${abilities(offers).join(" and ")}`, Boolean(state.again), (on) => {
            state.again = on;
            tools.redraw();
          }),
        ),
  ];
}

/** The rules in force. Unticking one brings its question back. */
export function rules({ state, redraw }) {
  const kept = Object.entries(state.rules || {});
  if (!kept.length) return null;
  return h(
    "div",
    { class: "cb-rules" },
    kept.map(([name, rule]) =>
      tick((rule === "always" ? always : never)(name), true, () => {
        const { [name]: _, ...rest } = state.rules;
        state.rules = rest;
        redraw();
      }),
    ),
  );
}

function tick(words, checked, onchange) {
  return h(
    "label",
    { class: "cb-keeper", key: words },
    h("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked) }),
    h("span", {}, words),
  );
}
