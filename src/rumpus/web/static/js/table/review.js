/** Game review: win probability over time, luck and skill, and the key moments. */

import { h } from "../ui/dom.js";
import { keepSeat, name, newToken } from "../ui/storage.js";
import { icon, seatMark, toast } from "../ui/parts.js";
import { nameOf } from "../ui/people.js";
import { go } from "../transport.js";

/** Milliseconds between two polls of a review's progress. */
const POLL_MS = 700;
const VERDICTS = { best: "the best", fine: "fine", doubtful: "doubtful", mistake: "wrong", unclear: "unclear" };
/** Narrower on phones, to keep the text of the chart readable. */
const WIDTH = matchMedia("(max-width: 560px)").matches ? 340 : 600;
const HEIGHT = 170;
const SIDE = { left: 34, right: 10, top: 8, bottom: 20 };

/** Formats a change of probability in percentage points, with its sign. @param {number} chance */
export function points(chance) {
  const number = Math.round(100 * chance);
  return number === 0 ? "0" : `${number > 0 ? "+" : "−"}${Math.abs(number)}`;
}

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
            h("p", { role: "status" }, "Looking at the game again …"),
            h("progress", { max: 1, value: review.done, "aria-label": "How much of the review is done" }),
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
    h("p", { class: "review-summary" }, open?.summary || own.summary),
    open ? luckAndSkill(open, tableView) : null,
    h("h3", {}, "Who was going to win"),
    curve(review, tableView),
    legend(review, tableView),
    moments.length
      ? [
          h("h3", {}, "What mattered"),
          h(
            "ol",
            { class: "review-moments" },
            moments.map((moment) => keyMoment(review, tableView, moment)),
          ),
        ]
      : null,
    counted(own),
    own.exact || own.effort > 1
      ? null
      : h(
          "button",
          { type: "button", class: "quiet", disabled: review.working, onclick: () => review.ask(true) },
          review.working ? `Looking harder … ${percent(review.done)}` : "Look harder",
        ),
  );
}

/** Splits the result into luck, own play and others' play. */
function luckAndSkill(open, tableView) {
  const parts = [
    ["Luck", open.luck, Math.round(200 * open.luck_error)],
    ["Play", open.play, 0],
  ];
  if (tableView.seats.length > 1) parts.push(["The others", open.others, 0]);
  return h(
    "dl",
    { class: "review-fortune" },
    parts.map(([what, worth, doubt]) =>
      h(
        "div",
        { key: what, class: worth < -0.005 ? "bad" : worth > 0.005 ? "good" : "" },
        h("dt", {}, what),
        h("dd", {}, points(worth), doubt ? h("small", {}, ` ± ${doubt}`) : null),
      ),
    ),
  );
}

function counted(own) {
  const told = Object.entries(own.counts).filter(([, count]) => count > 0);
  const words = told.map(([verdict, count]) => `${count} ${VERDICTS[verdict] || verdict}`);
  if (own.silent) words.push(`${own.silent} went without saying`);
  return own.decisions
    ? h("p", { class: "review-counts" }, `Of ${own.decisions} decisions: ${words.join(", ")}.`)
    : null;
}

function keyMoment(review, tableView, { number, shift, text }) {
  const seat = review.own.seat;
  const at = number - review.first;
  const last = number >= review.own.moves;
  return h(
    "li",
    { key: `${number} ${text}` },
    h("b", { class: shift < 0 ? "bad" : "good" }, points(shift)),
    h("p", {}, h("small", {}, number ? `After move ${number}: ` : "At the start: "), text),
    at >= 0
      ? h(
          "span",
          { class: "review-ways" },
          h(
            "a",
            {
              class: "button",
              href: `/r/${tableView.table}?seat=${seat}&at=${at}&review`,
              "aria-label": `Watch it: after move ${number}`,
            },
            icon("play"),
            "Watch it",
          ),
          last
            ? null
            : h(
                "button",
                {
                  type: "button",
                  "aria-label": `Retry from here: after move ${number}`,
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

/** Own line thick, others thin, open view dashed; dots at turning points. */
function curve({ own, open, hidden }, tableView) {
  const { seat, moves } = own;
  const line = (kind, which, key, d) => h("path", { key, class: `review-line ${kind} seat-${which % 8}`, d });
  // With two players the other line is only the mirror image.
  const others =
    tableView.seats.length > 2 ? tableView.seats.map((_, number) => number).filter((number) => number !== seat) : [];
  const turns = own.curve.filter(({ number }) => own.turning.includes(number));
  const last = own.curve[own.curve.length - 1];
  const words = `Your chance to win: ${percent(own.curve[0].chances[seat])} at the start, at most ${percent(Math.max(...own.curve.map(({ chances }) => chances[seat])))}, at least ${percent(Math.min(...own.curve.map(({ chances }) => chances[seat])))}, ${percent(last.chances[seat])} at the end.`;
  return h(
    "svg",
    { class: "review-curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
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
    ticks(moves).map((number) =>
      h(
        "text",
        { key: `tick ${number}`, x: across(number, moves), y: HEIGHT - 4, "text-anchor": "middle" },
        String(number),
      ),
    ),
    others.map((other) => line("other", other, `other ${other}`, path(own.curve, other, moves))),
    hidden ? line("open", seat, "open", path(open.curve, seat, moves)) : null,
    line("own", seat, "own", path(own.curve, seat, moves)),
    turns.map(({ number, chances }) =>
      h("circle", {
        key: `turn ${number}`,
        class: `review-turn seat-${seat % 8}`,
        cx: across(number, moves),
        cy: down(chances[seat]),
        r: 5,
      }),
    ),
  );
}

function ticks(moves) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => moves / size <= 8) || 1000;
  const found = [];
  for (let number = step; number < moves; number += step) found.push(number);
  return found;
}

function legend({ own, hidden }, tableView) {
  const shown = tableView.seats.length > 2 ? tableView.seats.map((_, number) => number) : [own.seat];
  return h(
    "ul",
    { class: "review-legend" },
    shown.map((seat) => h("li", { key: seat }, seatMark(seat), nameOf(tableView, seat))),
    hidden
      ? h("li", { key: "open" }, h("span", { class: "dashes", "aria-hidden": "true" }), "with all cards open")
      : null,
    h("li", { key: "moves", class: "review-axis" }, "moves"),
  );
}

// --- in the replay ---

/** Comment on the decision at this moment. */
export function remark(review, number) {
  const said = review.verdict(number);
  if (!said) return null;
  const better = said.gain < 0 && said.verdict !== "best";
  return h(
    "span",
    { class: `review-remark ${said.verdict}` },
    h("b", {}, said.verdict === "unclear" ? "Unclear" : said.verdict[0].toUpperCase() + said.verdict.slice(1)),
    ` “${said.says}” wins ${percent(said.chance)}`,
    better
      ? `, “${said.other}” ${percent(said.chance - said.gain)}.`
      : `, ${points(said.gain)} beside “${said.other}”.`,
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
