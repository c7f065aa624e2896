/** The strip: the current question in one line, gold on one's own turn. */

import { said } from "./board.js";
import { h } from "../ui/dom.js";
import { plainly } from "../ui/explain.js";
import { bold, dots } from "./lesson.js";
import { answered, question } from "./puzzle.js";
import { icon, plural, seatMark } from "../ui/parts.js";
import { listed, nameOf } from "../ui/people.js";

/** The strip with its buttons. @param {any} table */
export function strip(table) {
  const { kind, dots: progress, head, text, more, marks, tools } = state(table);
  return h(
    "section",
    { class: `strip ${kind}`, key: "strip", "aria-label": "Status", "data-strip": kind },
    h(
      "p",
      {},
      progress || null,
      (marks || []).map((seat) => seatMark(seat)),
      head ? h("strong", {}, head) : null,
      text ? h("span", {}, kind === "advice" ? icon("bulb") : null, text) : null,
      (more || []).map((line) => h("small", {}, line)),
    ),
    h("div", { class: "strip-tools" }, tools),
  );
}

/** Button of the strip: icon and label; only the icon on a phone. */
function tool(kind, label, onclick, more = {}) {
  return h(
    "button",
    { type: "button", class: "strip-tool", title: label, "aria-label": label, onclick, ...more },
    icon(kind),
    h("span", {}, more.short || label),
  );
}

const say = (label, onclick, kind = "") => h("button", { type: "button", class: `strip-say ${kind}`, onclick }, label);

/** A button with other words on a phone. */
const short = (wide, narrow, onclick, more = {}) =>
  h(
    "button",
    { type: "button", class: "strip-say", "aria-label": wide, onclick, ...more },
    h("span", { class: "wide" }, wide),
    h("span", { class: "narrow", "aria-hidden": "true" }, narrow),
  );

function state(table) {
  const { tableView } = table;
  const own = tableView.you !== undefined && tableView.you !== null;
  const over = tableView.state === "over";
  if (!table.online)
    return {
      kind: "lost",
      head: "Connection lost.",
      text: table.sent ? "Reconnecting … Your move will be sent then." : "Reconnecting …",
      tools: [],
    };
  if (tableView.notice) return { kind: "lost", head: "Not saved.", text: tableView.notice, tools: [] };
  if (over && answered(table)) return question(table, false);
  if (over)
    return {
      kind: "over",
      // The result sheet says how; the strip says it once the sheet is closed.
      head: (table.looking && tableView.view?.outcome) || "The game is over.",
      tools: [table.looking ? short("Show result", "Result", () => table.showBoard(false)) : null],
    };
  if (own && tableView.seats[tableView.you].stand_in)
    return {
      kind: "wait",
      head: "A bot plays for you.",
      tools: [say("Take your seat back", () => table.ask({ do: "back" }), "main")],
    };
  const failed = tableView.seats.findIndex((one) => one.failed);
  if (failed >= 0) return failure(table, failed, own);
  const missing = table.absentee();
  if (tableView.wish) return undoRequest(table, missing);
  if (table.pages.tapping)
    return { kind: "wait", head: "More happened.", tools: [say("Continue", () => table.pages.tap(), "main")] };
  const mine = table.offers().length > 0 || table.lingers();
  if (tableView.lesson && own) {
    const taught = lesson(table, mine);
    if (taught) return taught;
  }
  const tools = [
    own && tableView.undo && table.hasDecided()
      ? tool("undo", "Take back", () => table.ask({ do: "undo" }), { "aria-label": "Take back my last move" })
      : null,
    mine && tableView.coach && !table.advice
      ? tool("bulb", "Advice", () => table.hint(), {
          disabled: table.thinking,
          "aria-label": "Ask the coach for advice",
        })
      : null,
    mine && missing && !missing.left ? tool("people", "Let a bot play", () => standIn(table, missing)) : null,
  ];
  if (mine && table.advice) {
    const { best, more } = table.advice;
    return {
      kind: "advice",
      text: plainly(best),
      more: more.map(plainly),
      tools: [
        short("Hide", "✕", () => table.hideAdvice(), { class: "strip-say main", "aria-label": "Hide the advice" }),
      ],
    };
  }
  if (mine)
    return {
      kind: "turn",
      head: "Your turn",
      text: table.thinking
        ? "The coach is thinking …"
        : table.judging
          ? "The coach is checking your move …"
          : table.board.asked || table.phase(),
      tools,
    };
  const others = (tableView.waiting || []).filter((seat) => seat !== tableView.you);
  if (own && table.sent) return { kind: "sealed", head: "Sending …", tools: [] };
  if (missing && !missing.left)
    return { kind: "wait", marks: [missing.seat], head: absence(table, missing), tools: [replacement(table, missing)] };
  if (own && table.sealed())
    return {
      kind: "sealed",
      head: "Locked in.",
      text: missing
        ? absence(table, missing)
        : others.length === 1
          ? `Waiting for ${nameOf(tableView, others[0])}.`
          : others.length
            ? `Waiting for ${others.length} others.`
            : "",
      tools,
    };
  if (missing) return { kind: "wait", marks: [missing.seat], head: "Waiting.", text: absence(table, missing), tools };
  return waiting(table, own, others, tools);
}

/** The current step with the error of the last try; closing words after the last step. */
function lesson(table, mine) {
  const { step, titles, say: words, puzzle } = table.tableView.lesson;
  if (puzzle) return table.dismissed ? null : question(table, mine);
  if (step === titles.length) {
    return table.dismissed
      ? null
      : {
          kind: "lesson",
          marks: [],
          dots: dots(table.tableView.lesson),
          head: "Well done!",
          text: words,
          tools: [say("Keep playing", () => table.dismiss(), "main")],
        };
  }
  if (!mine) return null;
  return {
    kind: table.wrong ? "lesson wrong" : "lesson",
    dots: dots(table.tableView.lesson),
    head: titles[step],
    text: table.shown ? `Like this: ${said(table.shown)}` : bold(table.wrong || words),
    tools: [say("Show me", () => table.showStep(), "main")],
  };
}

/** A bot has failed: a player or the table's owner selects another. */
function failure(table, seat, own) {
  const { tableView } = table;
  const choice = (bot, look) => say(`Replace with ${bot}`, () => table.ask({ do: "replace", seat, bot }), look);
  return {
    kind: "lost",
    marks: [seat],
    head: `${nameOf(tableView, seat)}’s bot has failed.`,
    text: "The game is paused.",
    tools: own || tableView.host ? [choice("normal", "main"), choice("greedy", "")] : [],
  };
}

/** Says that a player is away, and when a bot can take over. */
function absence(table, { seat, left }) {
  const name = nameOf(table.tableView, seat);
  return left ? `${name} is away. A bot can play in ${left} s.` : `${name} is away.`;
}

/** The button that lets a bot play for an absent player; null before the time is up. */
function replacement(table, missing) {
  return missing.left ? null : say("Let a bot play", () => standIn(table, missing), "main");
}

const standIn = (table, { seat }) => table.ask({ do: "stand_in", seat });

function undoRequest(table, missing) {
  const { tableView } = table;
  const { seat, agreed } = tableView.wish;
  const asked = tableView.you !== null && tableView.you !== undefined && !agreed.includes(tableView.you);
  return {
    kind: "wait request",
    marks: [seat],
    head:
      seat === tableView.you
        ? "You asked to take back your move."
        : `${nameOf(tableView, seat)} asks to take back a move.`,
    text: asked ? "" : missing ? absence(table, missing) : "Waiting for the others.",
    tools: asked
      ? [
          say("Allow", () => table.ask({ do: "agree", yes: true }), "main"),
          say("Decline", () => table.ask({ do: "agree", yes: false })),
        ]
      : missing
        ? [replacement(table, missing)]
        : [],
  };
}

function waiting(table, own, others, tools) {
  const { tableView } = table;
  const names = others.map((seat) => nameOf(tableView, seat));
  const since = table.waitedFor();
  const long = since < 3 ? "" : since < 90 ? `${since} s` : plural(Math.round(since / 60), "minute");
  if (!own)
    return {
      kind: "wait",
      head: "You are watching.",
      marks: others,
      text: names.length === 1 ? `${names[0]} is thinking.` : names.length ? `${listed(names)} are thinking.` : "",
      tools,
    };
  return {
    kind: "wait",
    marks: others,
    head:
      names.length === 1
        ? `${names[0]} ${long ? "has been" : "is"} thinking`
        : names.length
          ? `Waiting for ${listed(names)}`
          : "One moment …",
    text: long ? `for ${long}` : "",
    tools,
  };
}
