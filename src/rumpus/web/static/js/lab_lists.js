/** What every number does, and what every thing is worth: a table in which each cell is a picture too. */

import { h } from "./dom.js";
import { icon } from "./parts.js";
import { count, half, paceWords, plainly, proposals, signed, span } from "./lab_words.js";

const [WIDE, HIGH] = [150, 22];

/** The interval as a bar about zero, all of one column to the same scale. */
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
  return h("td", { class: marked ? "seen" : "" }, h("span", { class: "lab-cell" }, bar(one.value, one.half, top), h("span", {}, `${signed(one.value, unit)} ± ${half(one.half, unit)}`)));
}

const topOf = (all) => Math.max(1e-9, ...all.map((one) => Math.abs(one.value) + Math.min(one.half, 3 * Math.abs(one.value) + 0.02)));

/** How far each strength is, in a line. */
function progress(inquiry) {
  return h(
    "ul",
    { class: "lab-progress", key: "progress" },
    inquiry.findings.map((finding, at) => {
      const left = inquiry.state === "playing" && finding.left ? `, at most ${span(finding.left)} more` : "";
      const early = !finding.trouble && finding.done < finding.fewest ? ` The first ${count(finding.fewest)} have to be played before anything can be said.` : "";
      return h("li", { key: inquiry.strengths[at] }, h("strong", {}, inquiry.strengths[at]), ` ${count(finding.done)} of ${count(inquiry.most)} deals${paceWords(finding.pace)}${left}.${early}`, finding.trouble ? h("span", { class: "warn" }, ` This stopped: ${finding.trouble}.`) : null);
    }),
  );
}

const sure = (one) => one && Math.abs(one.value) > one.half;
/** Whether two strengths surely have opposite signs; of very many effects only those count that stand out among all. */
const opposed = (cells, enough = sure) => cells.length > 1 && cells.slice(0, 2).every(enough) && cells[0].value * cells[1].value < 0;

function warning(names) {
  if (!names.length) return null;
  return h("p", { class: "lab-warning", key: "warning", role: "status" }, icon("bulb"), h("span", {}, h("strong", {}, names.join(", ")), names.length > 1 ? " change their sign with strength: do not decide by one alone." : " changes its sign with strength: do not decide by one alone."));
}

function table(label, heads, rows) {
  return h(
    "section",
    { class: "lab-card", key: "table" },
    h(
      "div",
      { class: "lab-scroll", tabindex: 0, role: "region", "aria-label": label },
      h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col", key: head }, head)))), h("tbody", {}, rows)),
    ),
  );
}

const figureOf = (effect) => `${effect.group}: ${effect.figure}`;

/** The figures that numbers can be looked at by; win rates of what one plays with first. */
function figures(inquiry) {
  const found = new Map();
  for (const effect of inquiry.findings[0].found.effects || []) found.set(figureOf(effect), effect);
  const rank = (effect) => (effect.group === "win rate by seat" ? 2 : effect.group.startsWith("win rate by ") ? 1 : 0);
  return [...found].sort(([, one], [, other]) => rank(one) - rank(other));
}

/** Which single change brings the figure nearest to where it is wanted; each can be compared with the book at once. */
function nearest(inquiry, game, figure, column, { wanted, want, tryOut }) {
  const { unit, value } = figure;
  const scale = unit === "points" ? 100 : 1;
  const found = wanted === null ? [] : proposals(game, { ...inquiry.base, ...inquiry.changes }, [...column.values()], value, wanted / scale);
  return h(
    "section",
    { class: "lab-card lab-nearest", key: "nearest" },
    h(
      "label",
      { class: "lab-pick" },
      h("span", {}, `It is ${plainly(value, unit)} among ${inquiry.strengths[0]}. It should be`),
      h("input", { type: "number", step: "any", value: wanted ?? "", "data-draft": "", "aria-label": unit === "points" ? "It should be, in percent" : `It should be, in ${unit}`, oninput: (event) => want(event.target.value === "" ? null : Number(event.target.value)) }),
      unit === "points" ? "%" : unit,
    ),
    wanted === null
      ? null
      : found.length
        ? h(
            "ol",
            {},
            found.map(({ field, now, after, expected }) =>
              h("li", { key: field.name }, h("span", {}, h("strong", {}, `${field.label} ${now} → ${after}`), `: it should then be about ${plainly(expected, unit)}`), h("button", { type: "button", onclick: () => tryOut(field, after), "aria-label": `Compare ${field.label} ${after} with the book` }, "Compare it")),
            ),
          )
        : h("p", { class: "hint" }, "No number is known yet to move it that way."),
  );
}

/** Every number at once; `key` is the figure, `choose(key)` takes another; `aim`: { wanted, want(value), tryOut(field, value) }. */
export function effects(inquiry, game, key, choose, aim) {
  const known = figures(inquiry);
  const chosen = known.find(([name]) => name === key) || known.find(([, effect]) => effect.figure === "length") || known[0];
  const head = h(
    "header",
    { class: "lab-question", key: "question" },
    h("h2", {}, "What does one more of each number do?"),
    h("p", { class: "hint" }, "All numbers at once, from one experiment: every deal with a coin tossed for each number, and again with the opposite table. Each interval holds by itself however long you watch; bold is what stands out beyond chance among all of them."),
  );
  if (!chosen) return [head, progress(inquiry)];
  const [name, { unit }] = chosen;
  const byNumber = inquiry.findings.map(({ found }) => new Map((found.effects || []).filter((effect) => figureOf(effect) === name).map((effect) => [effect.number, effect])));
  const numbers = [...byNumber[0].values()].sort((one, other) => other.claimed - one.claimed || Math.abs(other.value) / other.half - Math.abs(one.value) / one.half).map((effect) => effect.number);
  const labelOf = (number) => game.fields.find((field) => field.name === number)?.label || number;
  const standing = (inquiry.findings[0].found.figures || []).find((figure) => `${figure.group}: ${figure.name}` === name);
  const tops = byNumber.map((column) => topOf([...column.values()]));
  return [
    head,
    progress(inquiry),
    h(
      "label",
      { class: "lab-pick", key: "pick" },
      h("span", {}, "Its effect on"),
      h(
        "select",
        { onchange: (event) => choose(known[event.target.selectedIndex][0]) },
        known.map(([one, effect]) => h("option", { key: one, selected: one === name }, `${effect.figure}${effect.group.startsWith("win rate") ? ` wins (${effect.group.slice(12)})` : ""}`)),
      ),
    ),
    standing ? nearest(inquiry, game, standing, byNumber[0], aim) : null,
    warning(numbers.filter((number) => opposed(byNumber.map((column) => column.get(number)), (effect) => effect?.claimed)).map(labelOf)),
    table(
      "What one more of each number does",
      ["one more of", ...inquiry.strengths.map((strength) => `${strength}: ${unit === "points" ? "points of 100" : unit}`)],
      numbers.map((number) =>
        h(
          "tr",
          { key: number },
          h("th", { scope: "row" }, labelOf(number), " ", h("span", { class: "clause" }, game.fields.find((field) => field.name === number)?.clause || "")),
          byNumber.map((column, at) => h("td", { key: at, class: column.get(number)?.claimed ? "seen" : "" }, cell(column.get(number), unit, tops[at]).children)),
        ),
      ),
    ),
  ];
}

/** What each thing of a kind is worth. */
export function worths(inquiry) {
  const byName = inquiry.findings.map(({ found }) => new Map((found.things || []).map((thing) => [thing.name, thing])));
  const names = [...byName[0].keys()];
  const tops = byName.map((column) => topOf([...column.values()]));
  const out = names.filter((name) => byName.some((column) => column.get(name)?.flagged));
  return [
    h(
      "header",
      { class: "lab-question", key: "question" },
      h("h2", {}, `What is a ${inquiry.of} worth?`),
      h("p", { class: "hint" }, "In points of the chance to win, for whoever has it: the same deal with it and with another of its kind in its place. Each interval holds by itself however long you watch; bold is out of line by more than 3 points."),
    ),
    progress(inquiry),
    warning(names.filter((name) => opposed(byName.map((column) => column.get(name))))),
    out.length ? h("p", { class: "lab-says", key: "out" }, "Out of line: ", h("strong", {}, out.join(", ")), ".") : null,
    names.length
      ? table(
          `What each ${inquiry.of} is worth`,
          [inquiry.of, ...inquiry.strengths.flatMap((strength) => [`${strength}: has it`, `${strength}: faces it`])],
          names.map((name) =>
            h(
              "tr",
              { key: name },
              h("th", { scope: "row" }, name),
              byName.flatMap((column, at) => {
                const thing = column.get(name);
                return [
                  h("td", { key: `has ${at}`, class: thing?.flagged ? "seen" : "" }, cell(thing, "points", tops[at]).children),
                  h("td", { key: `faces ${at}` }, thing ? `${signed(thing.facing, "points")} ± ${half(thing["facing half"], "points")}` : ""),
                ];
              }),
            ),
          ),
        )
      : null,
  ];
}
