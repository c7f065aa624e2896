/** Shows a running comparison: charts, sentences and a table of all measures. */

import { h } from "../ui/dom.js";
import { describedBot } from "../ui/bots.js";
import { icon } from "../ui/parts.js";
import { count, half, labelOf, paceWords, plainly, signed, span } from "./words.js";

const [WIDE, HIGH] = [460, 240];
const [LEFT, RIGHT, TOP, BOTTOM] = [50, 12, 8, 26];

export const keyOf = (change) => `${change.group}: ${change.name}`;

/** Headline measures that every strength has results for. */
export function headlines(experiment) {
  const [first] = experiment.findings;
  return (first?.found.changes || []).filter((change) => change.headline);
}

/** Returns the measure to show first. Prefers one named after the changes, then chance, then length. */
export function focusOf(experiment, game) {
  const found = headlines(experiment);
  const owners = Object.keys(experiment.changes).map((name) => {
    const label = game?.fields.find((field) => field.name === name)?.label || name;
    return label.split(":")[0].toLowerCase();
  });
  const rates = found.filter(
    (change) => change.group.startsWith("win rate by ") && change.group !== "win rate by seat",
  );
  const own = rates.find((change) => owners.some((owner) => owner.includes(change.name.toLowerCase())));
  const length = found.find((change) => change.name === "length");
  const first = own || length || rates[0] || found[0];
  return first ? keyOf(first) : "";
}

/** Returns the question that a measure answers. */
export function question(change) {
  if (!change) return "What does the change do?";
  if (change.group.startsWith("win rate by ")) return `Change in the win rate: ${change.name}`;
  return `Change: ${labelOf(change.name)}`;
}

const emphasised = (pieces) => [pieces[0], pieces[1] ? h("strong", {}, pieces[1]) : null, pieces[2]];

/** Common y-axis for both charts. Covers all curves and the current intervals; wider early intervals are cut. */
function scale(experiment, key) {
  let most = 0;
  let unit = "points";
  for (const { found } of experiment.findings) {
    const change = (found.changes || []).find((one) => keyOf(one) === key);
    if (!change) continue;
    unit = change.unit;
    for (const [, value] of change.path) most = Math.max(most, Math.abs(value));
    most = Math.max(most, Math.abs(change.value) + 2 * change.half);
  }
  const top = (most || 0.1) * 1.1;
  const rough = top / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  return { unit, top, step: power * [5, 2, 1].find((one) => one * power <= rough) };
}

const LINES = Array.from({ length: 11 }, (_, at) => at - 5);

/** Chart of the difference so far. The x axis is games on a log scale. */
function picture(change, experiment, { step, top, unit }, seat, name) {
  const most = experiment.most;
  const x = (deals) => LEFT + ((WIDE - LEFT - RIGHT) * Math.log(deals / 100)) / Math.log(most / 100);
  const y = (value) => TOP + ((HIGH - TOP - BOTTOM) * (top - Math.max(-top, Math.min(top, value)))) / (2 * top);
  const place = (deals, value) => `${x(deals).toFixed(1)},${y(value).toFixed(1)}`;
  const path = change ? change.path : [];
  const band = [...path.map(([n, v, w]) => place(n, v + w)), ...path.map(([n, v, w]) => place(n, v - w)).reverse()];
  const last = path.at(-1);
  const ticks = [100, 1000, 10000].filter((deals) => deals <= most);
  const label = last
    ? `${name}: after ${count(last[0])} pairs the difference is ${signed(last[1], unit)} ± ${half(last[2], unit)}`
    : `${name}: no figures yet`;
  return h(
    "svg",
    { class: `lab-picture seat-${seat}`, viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
    LINES.filter((at) => Math.abs(at) * step <= top).map((at) => [
      h("line", {
        key: `line ${at}`,
        class: at ? "grid" : "zero",
        x1: LEFT,
        x2: WIDE - RIGHT,
        y1: y(at * step),
        y2: y(at * step),
      }),
      h(
        "text",
        { key: `value ${at}`, x: LEFT - 7, y: y(at * step) + 4, "text-anchor": "end" },
        at ? signed(at * step, unit).replace(/\.0$/, "") : "0",
      ),
    ]),
    ticks.map((deals) =>
      h(
        "text",
        { key: `deals ${deals}`, x: x(deals), y: HIGH - 6, "text-anchor": deals === 100 ? "start" : "middle" },
        `${count(deals)}${deals === 1000 ? " pairs" : ""}`,
      ),
    ),
    path.length > 1 ? h("polygon", { class: "band", points: band.join(" ") }) : null,
    path.length > 1 ? h("polyline", { class: "way", points: path.map(([n, v]) => place(n, v)).join(" ") }) : null,
    last
      ? [
          h("path", {
            class: "bar-of",
            d: `M${x(last[0]) - 6} ${y(last[1] + last[2])}h12m-6 0V${y(last[1] - last[2])}m-6 0h12`,
          }),
          h("circle", { class: "now", cx: x(last[0]), cy: y(last[1]), r: 6 }),
        ]
      : null,
  );
}

function asTable(change) {
  return h(
    "details",
    { class: "lab-rows" },
    h("summary", {}, "Show as a table"),
    h(
      "div",
      { class: "lab-scroll", tabindex: 0, role: "region", "aria-label": "Show as a table" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "pairs"),
            h("th", { scope: "col" }, "difference"),
            h("th", { scope: "col" }, "plus or minus"),
          ),
        ),
        h(
          "tbody",
          {},
          change.path.map(([deals, value, wide]) =>
            h(
              "tr",
              { key: deals },
              h("th", { scope: "row" }, count(deals)),
              h("td", {}, signed(value, change.unit)),
              h("td", {}, half(wide, change.unit)),
            ),
          ),
        ),
      ),
    ),
  );
}

function strength(experiment, at, key, scaled) {
  const name = experiment.strengths[at];
  const finding = experiment.findings[at];
  const change = (finding.found.changes || []).find((one) => keyOf(one) === key);
  const seat = at ? 3 : 0;
  const left = experiment.state === "playing" && finding.left ? `, at most ${span(finding.left)} more` : "";
  return h(
    "section",
    { class: `lab-strength of-seat-${seat}`, key: name, "aria-label": `Among ${name} bots` },
    h(
      "header",
      {},
      change
        ? h(
            "p",
            { class: "lab-value" },
            h("b", {}, signed(change.value, change.unit)),
            ` ± ${half(change.half, change.unit)}`,
          )
        : null,
      h(
        "div",
        {},
        h("h3", {}, describedBot(name)),
        h(
          "p",
          { class: "hint" },
          `${count(finding.done)} of ${count(experiment.most)} pairs${paceWords(finding.pace)}${left}`,
        ),
      ),
    ),
    picture(change, experiment, scaled, seat, name),
    h(
      "p",
      { class: "lab-says" },
      finding.trouble
        ? h("span", { class: "warn" }, `The experiment failed: ${finding.trouble}.`)
        : change
          ? emphasised(change.says)
          : experiment.state === "waiting"
            ? ""
            : "The first 100 pairs are being played.",
    ),
    change ? asTable(change) : null,
  );
}

/** Sort key: win rates of components, then the game, then the seats. */
function rank(change) {
  if (change.group === "win rate by seat") return 2;
  return change.group.startsWith("win rate by ") ? 0 : 1;
}

function everything(experiment, key, choose) {
  const [first, ...others] = experiment.findings.map(({ found }) => found.changes || []);
  if (!first.length) return null;
  const shownOf = (change) =>
    change
      ? h(
          "td",
          { class: change.seen ? "seen" : "" },
          `${signed(change.value, change.unit)} ± ${half(change.half, change.unit)}`,
        )
      : h("td", {}, "");
  return h(
    "section",
    { class: "lab-card", key: "everything" },
    h("h3", { class: "unseen" }, "All figures"),
    h(
      "div",
      { class: "lab-scroll", tabindex: 0, role: "region", "aria-label": "All figures" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "figure"),
            h("th", { scope: "col" }, `standard rules, ${experiment.strengths[0]}`),
            h("th", { scope: "col" }, `changed, ${experiment.strengths[0]}`),
            experiment.strengths.map((name) => h("th", { scope: "col", key: name }, `${name}: difference`)),
          ),
        ),
        h(
          "tbody",
          {},
          [...first]
            .sort((one, other) => rank(one) - rank(other))
            .map((change) =>
              h(
                "tr",
                { key: keyOf(change), class: keyOf(change) === key ? "chosen" : "" },
                h(
                  "th",
                  { scope: "row" },
                  change.headline
                    ? h(
                        "button",
                        {
                          type: "button",
                          class: "link",
                          "aria-pressed": String(keyOf(change) === key),
                          onclick: () => choose(keyOf(change)),
                        },
                        `${labelOf(change.name)}${change.group.startsWith("win rate") ? " wins" : ""}`,
                      )
                    : labelOf(change.name),
                  h("small", {}, change.group),
                ),
                h("td", {}, plainly(change.before, change.unit)),
                h("td", {}, plainly(change.after, change.unit)),
                shownOf(change),
                others.map((some, at) =>
                  h(
                    "td",
                    { key: at, class: some.find((one) => keyOf(one) === keyOf(change))?.seen ? "seen" : "" },
                    shownOf(some.find((one) => keyOf(one) === keyOf(change))).children,
                  ),
                ),
              ),
            ),
        ),
      ),
    ),
  );
}

/** Renders a whole comparison. `key` is the charted measure; `choose(key)` selects another. */
export function comparison(experiment, key, choose) {
  const scaled = scale(experiment, key);
  const shown = headlines(experiment).find((change) => keyOf(change) === key);
  const warning = (experiment.warnings || []).find((one) => keyOf(one) === key);
  const others = (experiment.warnings || []).filter((one) => keyOf(one) !== key);
  const unit = !shown || shown.unit === "points" ? "points of 100" : shown.unit;
  return [
    h(
      "header",
      { class: "lab-question", key: "question" },
      h("h2", {}, question(shown)),
      h(
        "p",
        { class: "hint" },
        `Changed rules minus standard rules, in ${unit}. Bands are 95 % confidence for all figures at once, valid whenever you stop.`,
      ),
    ),
    h(
      "div",
      { class: "lab-strengths", key: "strengths" },
      experiment.strengths.map((_, at) => strength(experiment, at, key, scaled)),
    ),
    warning
      ? h(
          "p",
          { class: "lab-warning", key: "warning", role: "status" },
          icon("bulb"),
          h("span", {}, emphasised(warning.says)),
        )
      : null,
    others.length
      ? h(
          "p",
          { class: "lab-warning quiet", key: "others" },
          icon("bulb"),
          h(
            "span",
            {},
            warning ? "They also disagree on " : "The strengths disagree on ",
            h("strong", {}, others.map((one) => one.name).join(", ")),
            ".",
          ),
        )
      : null,
    everything(experiment, key, choose),
  ];
}
