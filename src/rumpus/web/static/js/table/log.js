/** The log, newest first: a drawer at the side, a sheet on a phone. */

import { h } from "../ui/dom.js";
import { clauseButton } from "../ui/explain.js";
import { change, settings } from "../ui/storage.js";
import { iconButton, seatMark } from "../ui/parts.js";

/** Renders the log. `table` has { drawer, since() }; `close` and `again` are optional. @param {any} table */
export function story(table, lines, { close = null, again = null } = {}) {
  const { tableView, drawing } = table;
  const since = table.since ? table.since() : [];
  const recent = table.recent && since.length > 0;
  const shown = recent ? since : lines;
  return h(
    "aside",
    { class: "story", key: "story", "aria-label": "Log" },
    h("header", {}, h("h2", {}, "Log"), close ? iconButton("close", "Close the log", close) : null),
    since.length
      ? h(
          "div",
          { class: "story-tabs", role: "group", "aria-label": "Part of the log" },
          h(
            "button",
            { type: "button", "aria-pressed": String(recent), onclick: () => table.showRecent(true) },
            "Since my last turn",
          ),
          h(
            "button",
            { type: "button", "aria-pressed": String(!recent), onclick: () => table.showRecent(false) },
            "All",
          ),
        )
      : null,
    h(
      "ol",
      { id: "story", tabindex: 0 },
      chapters(shown, drawing?.chapter).map((chapter, number, all) => page(tableView, chapter, all.length - number)),
    ),
    h(
      "footer",
      {},
      again && since.length ? h("button", { type: "button", onclick: again }, "Replay last turn") : null,
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(settings.numbers),
          onclick: () => {
            change({ numbers: !settings.numbers });
            table.draw();
          },
        },
        `Rule numbers: ${settings.numbers ? "on" : "off"}`,
      ),
    ),
  );
}

/** Newest chapter first, each in chronological order; without chapters, newest line first. */
function chapters(lines, heading) {
  const found = [];
  for (const [number, line] of lines.entries()) {
    const name = heading?.(line) || "";
    if (name || !heading || !found.length) found.push({ name, lines: [] });
    found.at(-1).lines.push([number, line]);
  }
  return found.reverse();
}

function page(tableView, { name, lines }, number) {
  const told = lines.map(([at, line]) =>
    h(
      name || lines.length > 1 ? "li" : "span",
      { key: at, class: `told ${line.kind ? "" : "note"}` },
      typeof line.facts?.seat === "number" && line.facts.seat < tableView.seats.length
        ? seatMark(line.facts.seat)
        : h("i", { class: "mark" }),
      h("span", {}, line.text, " ", clauseButton(tableView.game, tableView.title, line.clause)),
    ),
  );
  return h("li", { key: number }, name ? h("h3", {}, name) : null, name || lines.length > 1 ? h("ul", {}, told) : told);
}
