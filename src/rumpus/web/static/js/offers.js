/** The list of what may be decided now: every move of every game, by mouse, number, arrow or a few typed letters. */

import { h } from "./dom.js";
import { withClauses } from "./explain.js";
import { plural } from "./parts.js";

const MANY = 14;

/** `state` is kept by the caller: { filter, group, folded }. */
export function offerPanel(sheet, { state, send, redraw, listed, reasons, advice }) {
  const offers = sheet.moves || [];
  if (!offers.length) return null;
  const outside = offers.filter((offer) => listed(offer));
  const inside = offers.length - outside.length;
  const shownFrom = state.all ? offers : outside;
  const wanted = (state.filter || "").toLowerCase();
  const fitting = shownFrom.filter((offer) => !wanted || `${offer.words} ${offer.explanation}`.toLowerCase().includes(wanted));
  const best = advice?.details?.choices ? new Map(advice.details.choices.map((choice) => [choice.move, choice])) : new Map();
  const groups = fitting.length > MANY && !wanted ? grouped(fitting) : [["", fitting]];
  let number = 0;
  return h(
    "section",
    { class: "options", "aria-label": "What you can do" },
    h("h2", {}, "What you can do", h("small", {}, plural(offers.length, "option"))),
    shownFrom.length > MANY
      ? h("input", {
          type: "search",
          id: "filter",
          placeholder: "Type to narrow it down …",
          "aria-label": "Narrow the options down",
          value: state.filter || "",
          oninput: (event) => {
            state.filter = event.target.value;
            redraw();
          },
          onkeydown: (event) => {
            if (event.key === "Enter" && fitting.length === 1) send(fitting[0]);
          },
        })
      : null,
    shownFrom.length
      ? h(
          "div",
          { class: "option-groups" },
          groups.map(([name, members]) =>
            name
              ? h(
                  "details",
                  { key: name, open: state.group === name || groups.length === 1, class: "option-group" },
                  h("summary", { onclick: (event) => (event.preventDefault(), (state.group = state.group === name ? "" : name), redraw()) }, name, h("small", {}, members.length)),
                  state.group === name || groups.length === 1 ? list(members, send, best, () => 0) : null,
                )
              : list(members, send, best, () => (++number <= 9 ? number : 0)),
          ),
        )
      : null,
    inside
      ? h(
          "button",
          { type: "button", class: "quiet small", onclick: () => ((state.all = !state.all), redraw()) },
          state.all ? "Only what the board does not offer" : `List the ${plural(inside, "move")} of the board too`,
        )
      : null,
    advice ? h("p", { class: "advice" }, h("strong", {}, "Coach: "), advice.sentence) : null,
    reasons?.length
      ? h(
          "details",
          { class: "why-nots" },
          h("summary", {}, `What cannot be done now, and why (${reasons.length})`),
          h("ul", {}, reasons.slice(0, 60).map((reason) => h("li", { key: reason.move }, h("strong", {}, reason.words), " ", withClauses(sheet.game, sheet.title, reason.why)))),
        )
      : null,
  );
}

function list(offers, send, best, number) {
  return h(
    "ol",
    {},
    offers.map((offer) => {
      const key = number();
      const chance = best.get(offer.move)?.chance;
      return h(
        "li",
        { key: offer.move },
        h(
          "button",
          { type: "button", class: "option", "data-spot": "", "data-key": key || null, onclick: () => send(offer) },
          key ? h("kbd", { "aria-hidden": "true" }, key) : h("kbd", { class: "none", "aria-hidden": "true" }),
          h("span", { class: "option-words" }, h("strong", {}, offer.words), offer.explanation ? h("span", {}, offer.explanation) : null),
          chance !== undefined && chance !== null ? h("span", { class: "chance", title: "The coach’s guess at your chance" }, `${Math.round(100 * chance)} %`) : null,
        ),
      );
    }),
  );
}

/** Many moves by their first word, as in "rook move a3". */
function grouped(offers) {
  const groups = new Map();
  for (const offer of offers) {
    const [first, second] = offer.words.split(" ");
    const name = groups.size > 20 ? first : second && offers.length > 40 ? `${first} ${second}` : first;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(offer);
  }
  return groups.size > 1 && groups.size < offers.length ? [...groups] : [["", offers]];
}
