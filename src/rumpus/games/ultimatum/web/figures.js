/** Current attributes of a character, and the cooldowns of its abilities. */

import { sign } from "./art.js";

export function figures(h, one) {
  const figure = (kind, word, value) =>
    h("li", { key: kind, title: word }, sign(h, kind), h("span", { class: "unseen" }, `${word} `), value);
  return h(
    "ul",
    { class: "ul-figures" },
    figure("attack", "Attack", one.attack),
    figure("range", "Range", one.range),
    figure("move", "Speed", one.speed),
    figure("armour", "Blocked physical and magical damage", `${one.physical} / ${one.magical} %`),
  );
}

export function cooldown(h, { wait, cooldown: most }) {
  return h(
    "span",
    { class: "ul-wait" },
    h(
      "span",
      { class: "ul-squares", "aria-hidden": "true" },
      Array.from({ length: Math.min(8, most || wait) }, (_, at) =>
        h("i", { key: at, class: at < (most || wait) - wait ? "full" : "" }),
      ),
    ),
    `in ${wait}`,
  );
}
