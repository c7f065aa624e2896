/** Tables of effects per number and values per component; each cell has a small chart. */

import { h } from "../ui/dom.js";
import { icon } from "../ui/parts.js";
import { count, half, paceWords, plainly, proposals, signed, span } from "./words.js";

const [WIDE, HIGH] = [150, 22];

/** Draws an interval as a bar around zero. All bars of a column share one scale. */
function bar(value, wide, top) {
  const x = (at) => (WIDE / 2) * (1 + Math.max(-1, Math.min(1, at / top)));
  return h(
    "svg",
    { class: "lab-bar-of", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" },
    h("line", { class: "zero", x1: WIDE / 2, x2: WIDE / 2, y1: 0, y2: HIGH }),
    h("line", { class: "reach", x1: x(value - wide), x2: x(value + wide), y1: HIGH / 2, y2: HIGH / 2 }),
    h("circle", { class: "now", cx: x(value), cy: HIGH / 2, r: 5 }),
  );
}

function cell(one, unit, top, marked) {
  if (!one) return h("td", {}, "");
  return h(
    "td",
    { class: marked ? "seen" : "" },
    h(
      "span",
      { class: "lab-cell" },
      bar(one.value, one.half, top),
      h("span", {}, `${signed(one.value, unit)} ± ${half(one.half, unit)}`),
    ),
  );
}

const topOf = (all) =>
  Math.max(1e-9, ...all.map((one) => Math.abs(one.value) + Math.min(one.half, 3 * Math.abs(one.value) + 0.02)));

/** Progress of each strength in one line. */
function progress(experiment) {
  return h(
    "ul",
    { class: "lab-progress", key: "progress" },
    experiment.findings.map((finding, at) => {
      const left = experiment.state === "playing" && finding.left ? `, at most ${span(finding.left)} more` : "";
      const early =
        !finding.trouble && finding.done < finding.fewest
          ? ` The first ${count(finding.fewest)} must be played before there are figures.`
          : "";
      return h(
        "li",
        { key: experiment.strengths[at] },
        h("strong", {}, experiment.strengths[at]),
        ` ${count(finding.done)} of ${count(experiment.most)} deals${paceWords(finding.pace)}${left}.${early}`,
        finding.trouble ? h("span", { class: "warn" }, ` The experiment failed: ${finding.trouble}.`) : null,
      );
    }),
  );
}

const sure = (one) => one && Math.abs(one.value) > one.half;
/** True if two strengths have significantly opposite signs. Many effects need the stricter `enough`. */
const opposed = (cells, enough = sure) =>
  cells.length > 1 && cells.slice(0, 2).every(enough) && cells[0].value * cells[1].value < 0;

function warning(names) {
  if (!names.length) return null;
  return h(
    "p",
    { class: "lab-warning", key: "warning", role: "status" },
    icon("bulb"),
    h(
      "span",
      {},
      h("strong", {}, names.join(", ")),
      names.length > 1
        ? " change sign with the strength of the bots. Check both."
        : " changes sign with the strength of the bots. Check both.",
    ),
  );
}

function table(label, heads, rows) {
  return h(
    "section",
    { class: "lab-card", key: "table" },
    h(
      "div",
      { class: "lab-scroll", tabindex: 0, role: "region", "aria-label": label },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) => h("th", { scope: "col", key: head }, head)),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}

const figureOf = (effect) => `${effect.group}: ${effect.figure}`;

/** Measures to list effects by; win rates of components first. */
function figures(experiment) {
  const found = new Map();
  for (const effect of experiment.findings[0].found.effects || []) found.set(figureOf(effect), effect);
  const rank = (effect) => (effect.group === "win rate by seat" ? 2 : effect.group.startsWith("win rate by ") ? 1 : 0);
  return [...found].sort(([, one], [, other]) => rank(one) - rank(other));
}

/** Lists the single changes that bring the measure nearest to its target. Each can be compared at once. */
function nearest(experiment, game, figure, column, { wanted, want, tryOut }) {
  const { unit, value } = figure;
  const scale = unit === "points" ? 100 : 1;
  const found =
    wanted === null
      ? []
      : proposals(game, { ...experiment.base, ...experiment.changes }, [...column.values()], value, wanted / scale);
  return h(
    "section",
    { class: "lab-card lab-nearest", key: "nearest" },
    h(
      "label",
      { class: "lab-pick" },
      h("span", {}, `It is ${plainly(value, unit)} among ${experiment.strengths[0]}. The target is`),
      h("input", {
        type: "number",
        step: "any",
        value: wanted ?? "",
        "data-draft": "",
        "aria-label": unit === "points" ? "Target in percent" : `Target in ${unit}`,
        oninput: (event) => want(event.target.value === "" ? null : Number(event.target.value)),
      }),
      unit === "points" ? "%" : unit,
    ),
    wanted === null
      ? null
      : found.length
        ? h(
            "ol",
            {},
            found.map(({ field, now, after, expected }) =>
              h(
                "li",
                { key: field.name },
                h(
                  "span",
                  {},
                  h("strong", {}, `${field.label} ${now} → ${after}`),
                  `: expected about ${plainly(expected, unit)}`,
                ),
                h(
                  "button",
                  {
                    type: "button",
                    onclick: () => tryOut(field, after),
                    "aria-label": `Compare ${field.label} ${after} with the standard rules`,
                  },
                  "Compare",
                ),
              ),
            ),
          )
        : h("p", { class: "hint" }, "No option is known yet that moves it that way."),
  );
}

/**
 * Table of all effects. `key` is the measure, `choose(key)` selects another; `aim` is { wanted, want(value),
 * tryOut(field, value) }.
 */
export function effects(experiment, game, key, choose, aim) {
  const known = figures(experiment);
  const chosen =
    known.find(([name]) => name === key) || known.find(([, effect]) => effect.figure === "length") || known[0];
  const head = h(
    "header",
    { class: "lab-question", key: "question" },
    h("h2", {}, "Which options matter most?"),
    h(
      "p",
      { class: "hint" },
      "Each game nudges every option up or down at random. Each 95 % interval is valid on its own, whenever you stop. Bold effects stand out beyond chance among all of them.",
    ),
  );
  if (!chosen) return [head, progress(experiment)];
  const [name, { unit }] = chosen;
  const byNumber = experiment.findings.map(
    ({ found }) =>
      new Map(
        (found.effects || []).filter((effect) => figureOf(effect) === name).map((effect) => [effect.number, effect]),
      ),
  );
  const numbers = [...byNumber[0].values()]
    .sort(
      (one, other) =>
        other.claimed - one.claimed || Math.abs(other.value) / other.half - Math.abs(one.value) / one.half,
    )
    .map((effect) => effect.number);
  const labelOf = (number) => game.fields.find((field) => field.name === number)?.label || number;
  const standing = (experiment.findings[0].found.figures || []).find(
    (figure) => `${figure.group}: ${figure.name}` === name,
  );
  const tops = byNumber.map((column) => topOf([...column.values()]));
  return [
    head,
    progress(experiment),
    h(
      "label",
      { class: "lab-pick", key: "pick" },
      h("span", {}, "Effect on"),
      h(
        "select",
        { onchange: (event) => choose(known[event.target.selectedIndex][0]) },
        known.map(([one, effect]) =>
          h(
            "option",
            { key: one, selected: one === name },
            `${effect.figure}${effect.group.startsWith("win rate") ? ` wins (${effect.group.slice(12)})` : ""}`,
          ),
        ),
      ),
    ),
    standing ? nearest(experiment, game, standing, byNumber[0], aim) : null,
    warning(
      numbers
        .filter((number) =>
          opposed(
            byNumber.map((column) => column.get(number)),
            (effect) => effect?.claimed,
          ),
        )
        .map(labelOf),
    ),
    table(
      "Effect of one more of each option",
      [
        "one more of",
        ...experiment.strengths.map((strength) => `${strength}: ${unit === "points" ? "points of 100" : unit}`),
      ],
      numbers.map((number) =>
        h(
          "tr",
          { key: number },
          h(
            "th",
            { scope: "row" },
            labelOf(number),
            " ",
            h("span", { class: "clause" }, game.fields.find((field) => field.name === number)?.clause || ""),
          ),
          byNumber.map((column, at) =>
            h(
              "td",
              { key: at, class: column.get(number)?.claimed ? "seen" : "" },
              cell(column.get(number), unit, tops[at]).children,
            ),
          ),
        ),
      ),
    ),
  ];
}

/** Table of the value of each component of a kind. */
export function worths(experiment) {
  const byName = experiment.findings.map(
    ({ found }) => new Map((found.things || []).map((thing) => [thing.name, thing])),
  );
  const names = [...byName[0].keys()];
  const tops = byName.map((column) => topOf([...column.values()]));
  const out = names.filter((name) => byName.some((column) => column.get(name)?.flagged));
  return [
    h(
      "header",
      { class: "lab-question", key: "question" },
      h("h2", {}, `How much is a ${experiment.of} worth?`),
      h(
        "p",
        { class: "hint" },
        "In points of the chance to win: the same deal with it and with another of its kind. Each 95 % interval is valid on its own, whenever you stop. Bold is off by more than 3 points.",
      ),
    ),
    progress(experiment),
    warning(names.filter((name) => opposed(byName.map((column) => column.get(name))))),
    out.length ? h("p", { class: "lab-says", key: "out" }, "Outliers: ", h("strong", {}, out.join(", ")), ".") : null,
    names.length
      ? table(
          `What each ${experiment.of} is worth`,
          [
            experiment.of,
            ...experiment.strengths.flatMap((strength) => [`${strength}: has it`, `${strength}: faces it`]),
          ],
          names.map((name) =>
            h(
              "tr",
              { key: name },
              h("th", { scope: "row" }, name),
              byName.flatMap((column, at) => {
                const thing = column.get(name);
                return [
                  h(
                    "td",
                    { key: `has ${at}`, class: thing?.flagged ? "seen" : "" },
                    cell(thing, "points", tops[at]).children,
                  ),
                  h(
                    "td",
                    { key: `faces ${at}` },
                    thing ? `${signed(thing.facing, "points")} ± ${half(thing["facing half"], "points")}` : "",
                  ),
                ];
              }),
            ),
          ),
        )
      : null,
  ];
}
