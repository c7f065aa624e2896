/** All legal moves as buttons: by mouse, number key, arrow key or search. */

import { h } from "../ui/dom.js";
import { clauseButton } from "../ui/explain.js";

/** More moves than this get a search field. */
const MAX_WITHOUT_FILTER = 24;

/** Renders the list. The caller keeps `state`: { filter, group }. */
export function offerList(offers, { state, send, redraw, advice }) {
  const wanted = (state.filter || "").toLowerCase();
  const fitting = offers.filter(
    (offer) => !wanted || `${offer.says} ${offer.words} ${offer.explanation}`.toLowerCase().includes(wanted),
  );
  const groups = fitting.length > MAX_WITHOUT_FILTER && !wanted ? grouped(fitting) : [["", fitting]];
  let number = 0;
  const next = () => (++number <= 9 ? number : 0);
  const isOpen = groups.some(([name]) => name && state.group === name);
  return h(
    "section",
    { class: "options", "aria-label": "Your moves", "data-essential": "hand" },
    offers.length > MAX_WITHOUT_FILTER
      ? h("input", {
          type: "search",
          id: "filter",
          placeholder: "Filter moves …",
          "aria-label": "Filter moves",
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
    groups.map(([name, members]) => {
      const single = name && members.length === 1;
      const key = name && !single && !isOpen ? next() : 0;
      return name && !single
        ? h(
            "details",
            { key: name, open: state.group === name, class: "option-group" },
            h(
              "summary",
              {
                "data-spot": "",
                "data-key": key || null,
                onclick: (event) => {
                  event.preventDefault();
                  state.group = state.group === name ? "" : name;
                  redraw();
                },
              },
              key ? h("kbd", { "aria-hidden": "true" }, key) : null,
              name,
              h("small", {}, members.length),
            ),
            state.group === name ? list("list", members, send, advice, next) : null,
          )
        : list(name || "list", members, send, advice, single && isOpen ? () => 0 : next);
    }),
  );
}

function list(key, offers, send, advice, number) {
  return h(
    "ol",
    { key },
    offers.map((offer) => {
      const digit = number();
      return h(
        "li",
        { key: offer.move },
        h(
          "button",
          {
            type: "button",
            class: `option ${advice?.move === offer.move ? "advised" : ""}`,
            "data-spot": "",
            "data-key": digit || null,
            onclick: () => send(offer),
          },
          digit ? h("kbd", { "aria-hidden": "true" }, digit) : null,
          h(
            "span",
            { class: "option-words" },
            h("strong", {}, offer.says),
            offer.explanation ? h("span", {}, offer.explanation) : null,
          ),
        ),
      );
    }),
  );
}

/** Groups many moves by their first words, such as all moves of one character. */
function grouped(offers) {
  const groups = new Map();
  for (const offer of offers) {
    const [first, second] = offer.says.split(" ");
    const name = groups.size > 20 ? first : second && offers.length > 40 ? `${first} ${second}` : first;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(offer);
  }
  return groups.size > 1 && groups.size < offers.length ? [...groups] : [["", offers]];
}

/** Lists illegal moves with their reasons. @param {import("../protocol.js").WhyNot[]} reasons */
export function whyNots(tableView, reasons) {
  if (!reasons.length) return null;
  return h(
    "details",
    { class: "why-nots" },
    h("summary", {}, "Moves that are not possible now, and why"),
    h(
      "ul",
      {},
      reasons
        .slice(0, 60)
        .map((reason) =>
          h(
            "li",
            { key: reason.move },
            h("strong", {}, `${reason.says}:`),
            " ",
            reason.why,
            " ",
            h("span", { class: "cited" }, clauseButton(tableView.game, tableView.title, reason.clause)),
          ),
        ),
    ),
  );
}
