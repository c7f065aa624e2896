/** Game review: luck and skill, key moments, and winning chances over time. */

import { h } from "../ui/dom.js";
import { keepSeat, name, newToken } from "../ui/storage.js";
import { icon, plural, seatMark, toast } from "../ui/parts.js";
import { nameOf } from "../ui/people.js";
import { go } from "../transport.js";

/** Milliseconds between two polls of a review's progress. */
const POLL_MS = 700;
const VERDICTS = { best: "best", fine: "good", doubtful: "inaccuracy", mistake: "mistake", unclear: "unclear" };
/** Loss from which a mistake is a blunder, as in `review/verdicts.py`. */
const BLUNDER_LOSS = 0.2;
/** Narrower on phones, to keep the text of the chart readable. */
const WIDTH = matchMedia("(max-width: 560px)").matches ? 340 : 600;
const HEIGHT = 170;
const SIDE = { left: 34, right: 10, top: 8, bottom: 20 };

/** Formats a change of winning chances: "−30 %". @param {number} chance */
function signedPercent(chance) {
  const number = Math.round(100 * chance);
  return number === 0 ? "0\u00a0%" : `${number > 0 ? "+" : "−"}${Math.abs(number)}\u00a0%`;
}

/** The word for a verdict, as chess sites have it. */
const wordOf = ({ verdict, gain }) =>
  verdict === "mistake" && gain <= -BLUNDER_LOSS ? "blunder" : VERDICTS[verdict] || verdict;

/** Words for the plural, in a count. */
const PLURALS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };

/** A figure and its "%" stay in one line. @param {string} text */
const unbroken = (text) => text.replaceAll(" %", "\u00a0%");

const percent = (chance) => `${Math.round(100 * chance)} %`;

/** Review of a finished match, requested on demand. */
export class GameReview {
  /** @param {import("../socket.js").Connection} connection @param {() => void} changed */
  constructor(connection, changed) {
    this.connection = connection;
    this.changed = changed;
    this.done = -1;
    this.first = 0;
    /** @type {import("../protocol.js").OwnReview | null} */
    this.own = null;
    /** @type {import("../protocol.js").OpenReview | null} */
    this.open = null;
    /** True if the game had hidden information, so that the open view differs. */
    this.hidden = false;
    /** Where the match is after every number of moves, as its table counts: "round 3". @type {string[]} */
    this.moments = [];
  }

  /** Where the match is after this number of moves. */
  moment(number) {
    return this.moments[number] || "at the start";
  }

  get working() {
    return this.done >= 0 && this.done < 1;
  }

  async ask(stronger = false) {
    if (this.working) return;
    this.done = 0;
    this.changed();
    try {
      while (this.done < 1) {
        const answer = await this.connection.ask({ do: "review", everything: true, stronger });
        this.done = answer.own ? 1 : Math.min(0.99, answer.done);
        this.first = answer.first || 0;
        this.moments = answer.moments || [];
        if (answer.own) this.take(answer.own, answer.open || null);
        this.changed();
        if (!answer.own) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    } catch (error) {
      this.done = this.own ? 1 : -1;
      toast(error.message, "warn");
      this.changed();
    }
  }

  take(own, open) {
    [this.own, this.open] = [own, open];
    this.hidden = Boolean(
      open?.curve.some(({ chances }, at) => Math.abs(chances[own.seat] - own.curve[at].chances[own.seat]) > 0.02),
    );
  }

  /** Comment on the decision after `number` moves. */
  verdict(number) {
    return this.own?.verdicts.find((verdict) => verdict.number === number) || null;
  }
}

/** Creates a table that continues from this moment, with the same seat. */
export async function retry(connection, tableView, seat, number) {
  const secret = newToken();
  try {
    const { table } = await connection.ask({ do: "play_on", token: secret, number, seat, name: name() });
    keepSeat(table, secret, { title: tableView.title, game: tableView.game });
    go(`/t/${table}`);
  } catch (error) {
    toast(error.message, "warn");
  }
}

/** @param {GameReview} review */
export function reviewCard(review, tableView) {
  const { own, open } = review;
  if (!own)
    return h(
      "section",
      { class: "review", key: "review", "aria-label": "Review" },
      review.working
        ? [
            h("p", { role: "status" }, "Reviewing the game …"),
            h("progress", { max: 1, value: review.done, "aria-label": "Progress of the review" }),
          ]
        : h(
            "button",
            { type: "button", class: "review-ask", onclick: () => review.ask() },
            icon("bars"),
            "Review the game",
          ),
    );
  const moments = open?.moments.length ? open.moments : own.moments;
  return h(
    "section",
    { class: "review", key: "review", "aria-label": "Review" },
    h("p", { class: "review-summary" }, unbroken(open?.summary || own.summary)),
    open ? luckAndSkill(open, tableView) : null,
    moments.length
      ? [
          h("h3", {}, "Key moments"),
          h(
            "ol",
            { class: "review-moments" },
            moments.map((moment) => keyMoment(review, tableView, moment)),
          ),
        ]
      : null,
    h("h3", {}, "Winning chances"),
    curve(review, tableView),
    legend(review, tableView),
    counted(own),
    own.exact || own.effort > 1
      ? null
      : h(
          "button",
          { type: "button", class: "quiet", disabled: review.working, onclick: () => review.ask(true) },
          review.working ? `Analysing … ${percent(review.done)}` : "Analyse deeper",
        ),
  );
}

/** Splits the result into luck, own choices and the others' play. */
function luckAndSkill(open, tableView) {
  const parts = [
    ["Luck", open.luck, Math.round(200 * open.luck_error)],
    ["Your choices", open.play, 0],
  ];
  const opponents = tableView.seats.length - 1;
  if (opponents) parts.push([opponents > 1 ? "The others" : "Opponent", open.others, 0]);
  return h(
    "dl",
    { class: "review-fortune" },
    parts.map(([what, worth, doubt]) =>
      h(
        "div",
        { key: what, class: worth < -0.005 ? "bad" : worth > 0.005 ? "good" : "" },
        h("dt", {}, what),
        h("dd", {}, signedPercent(worth), doubt ? h("small", {}, ` ± ${doubt}`) : null),
      ),
    ),
  );
}

function counted(own) {
  const words = [...Object.values(VERDICTS), "blunder"].flatMap((word) => {
    const count = own.verdicts.filter((verdict) => wordOf(verdict) === word).length;
    return count ? [`${count} ${(count > 1 && PLURALS[word]) || word}`] : [];
  });
  if (own.silent) words.push(`${own.silent} forced or without effect`);
  return own.decisions
    ? h("p", { class: "review-counts" }, `${plural(own.decisions, "decision")}: ${words.join(", ")}.`)
    : null;
}

/** Address of the board after this number of moves. */
const placeOf = (review, tableView, number) =>
  `/r/${tableView.table}?seat=${review.own.seat}&at=${number - review.first}&review`;

function keyMoment(review, tableView, { number, shift, text }) {
  const seat = review.own.seat;
  const at = number - review.first;
  const last = number >= review.own.moves;
  return h(
    "li",
    { key: `${number} ${text}` },
    h("b", { class: shift < 0 ? "bad" : "good" }, signedPercent(shift)),
    h("p", {}, unbroken(text)),
    at >= 0
      ? h(
          "span",
          { class: "review-ways" },
          h(
            "a",
            {
              class: "button",
              href: placeOf(review, tableView, number),
              "aria-label": `Show on the board: ${review.moment(number)}`,
            },
            icon("play"),
            "Show",
          ),
          last
            ? null
            : h(
                "button",
                {
                  type: "button",
                  "aria-label": `Retry from here: ${review.moment(number)}`,
                  onclick: () => retry(review.connection, tableView, seat, number),
                },
                icon("again"),
                "Retry from here",
              ),
        )
      : null,
  );
}

// --- chart ---

const across = (number, moves) => SIDE.left + ((WIDTH - SIDE.left - SIDE.right) * number) / Math.max(1, moves);
const down = (chance) => SIDE.top + (HEIGHT - SIDE.top - SIDE.bottom) * (1 - chance);
const path = (curve, seat, moves) =>
  curve
    .map(
      ({ number, chances }, at) =>
        `${at ? "L" : "M"}${across(number, moves).toFixed(1)} ${down(chances[seat]).toFixed(1)}`,
    )
    .join("");

/** Own line thick, others thin, open view dashed; dots at turning points. Every point leads to its board. */
function curve(review, tableView) {
  const { own, open, hidden } = review;
  const { seat, moves } = own;
  const line = (kind, which, key, d) => h("path", { key, class: `review-line ${kind} seat-${which % 8}`, d });
  // With two players the other line is only the mirror image.
  const others =
    tableView.seats.length > 2 ? tableView.seats.map((_, number) => number).filter((number) => number !== seat) : [];
  const points = own.curve.filter(({ number }) => number >= review.first);
  const wide = (WIDTH - SIDE.left - SIDE.right) / Math.max(1, own.curve.length - 1);
  const last = own.curve[own.curve.length - 1];
  const words = `Your winning chances: ${percent(own.curve[0].chances[seat])} at the start, at most ${percent(Math.max(...own.curve.map(({ chances }) => chances[seat])))}, at least ${percent(Math.min(...own.curve.map(({ chances }) => chances[seat])))}, ${percent(last.chances[seat])} at the end.`;
  return h(
    "svg",
    { class: "review-curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": words },
    [0, 0.5, 1].map((chance) => [
      h("path", {
        key: `rule ${chance}`,
        class: "review-rule",
        d: `M${SIDE.left} ${down(chance)}H${WIDTH - SIDE.right}`,
      }),
      h(
        "text",
        { key: `word ${chance}`, x: SIDE.left - 6, y: down(chance) + 4, "text-anchor": "end" },
        String(100 * chance),
      ),
    ]),
    ticks(review).map(({ number, text }) =>
      h("text", { key: `tick ${number}`, x: across(number, moves), y: HEIGHT - 4, "text-anchor": "middle" }, text),
    ),
    others.map((other) => line("other", other, `other ${other}`, path(own.curve, other, moves))),
    hidden ? line("open", seat, "open", path(open.curve, seat, moves)) : null,
    line("own", seat, "own", path(own.curve, seat, moves)),
    points.map(({ number, chances }) => {
      const turned = own.turning.includes(number);
      const says = `${review.moment(number)}: ${percent(chances[seat])}`;
      const [x, y] = [across(number, moves), down(chances[seat])];
      return h(
        "a",
        {
          key: `point ${number}`,
          class: `review-point seat-${seat % 8} ${turned ? "turned" : ""}`,
          href: placeOf(review, tableView, number),
          "aria-label": `Show on the board: ${says}`,
          // Turning points alone are stops of the Tab key: there may be 60 points.
          tabindex: turned ? 0 : -1,
        },
        h("title", {}, says),
        h("rect", { x: x - wide / 2, y: SIDE.top, width: wide, height: HEIGHT - SIDE.top - SIDE.bottom }),
        h("circle", { cx: x, cy: y, r: 5 }),
      );
    }),
  );
}

/** "round 2, turn 7" in parts: ["round 2", "turn 7"]. */
const partsOf = (moment) => moment.split(", ").filter(Boolean);

/** The coarsest unit with some values in this match: "round". Empty if the table does not count. */
function unitOf({ moments }) {
  const values = [0, 1].map((part) => [...new Set(moments.flatMap((moment) => partsOf(moment)[part] || []))]);
  const [coarse, fine] = values;
  const shown = coarse.length > 2 || !fine.length ? coarse : fine;
  return (shown[0] || "").split(" ")[0];
}

/** Marks of the axis, at most 8: where a new round of the table begins, or every so many moves. */
function ticks(review) {
  const unit = unitOf(review);
  const { moves } = review.own;
  const found = [];
  let before = "";
  for (let number = unit ? 0 : 1; number < moves; number += 1) {
    const text = unit
      ? partsOf(review.moments[number] || "")
          .find((part) => part.startsWith(`${unit} `))
          ?.slice(unit.length + 1) || ""
      : String(number);
    if (text && text !== before) found.push({ number, text });
    before = text || before;
  }
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => found.length / size <= 8) || 1000;
  return found.filter((_, at) => (at + (unit ? 0 : 1)) % step === 0);
}

function legend(review, tableView) {
  const { own, hidden } = review;
  const shown = tableView.seats.length > 2 ? tableView.seats.map((_, number) => number) : [own.seat];
  return h(
    "ul",
    { class: "review-legend" },
    shown.map((seat) => h("li", { key: seat }, seatMark(seat), nameOf(tableView, seat))),
    hidden
      ? h("li", { key: "open" }, h("span", { class: "dashes", "aria-hidden": "true" }), "if all cards were known")
      : null,
    h("li", { key: "moves", class: "review-axis" }, `${unitOf(review) || "move"}s`),
  );
}

// --- in the replay ---

/** Comment on the decision at this moment. */
export function remark(review, number) {
  const said = review.verdict(number);
  if (!said) return null;
  const word = wordOf(said);
  const better = said.gain < 0 && said.verdict !== "best";
  return h(
    "span",
    { class: `review-remark ${said.verdict}` },
    h("b", {}, `${word[0].toUpperCase()}${word.slice(1)}:`),
    ` “${said.says}” ${percent(said.chance)} to win`,
    better
      ? `, “${said.other}” ${percent(said.chance - said.gain)}.`
      : `, ${signedPercent(said.gain)} against “${said.other}”.`,
  );
}

/** Marks under the slider at commented moves. */
export function marks(review, total) {
  if (!review.own || total < 2) return null;
  return h(
    "span",
    { class: "review-marks", "aria-hidden": "true" },
    review.own.verdicts.map(({ number, verdict }) =>
      h("i", { key: number, class: verdict, style: { left: `${(100 * (number - review.first)) / (total - 1)}%` } }),
    ),
  );
}

/** Button that requests the review, or shows its progress. */
export function reviewButton(review) {
  if (review.own) return null;
  return h(
    "button",
    { type: "button", class: "quiet", disabled: review.working, onclick: () => review.ask() },
    icon("bars"),
    review.working ? `Reviewing … ${percent(review.done)}` : "Review",
  );
}
