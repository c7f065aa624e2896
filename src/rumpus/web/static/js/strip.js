/** What is asked, in one line that always stands in the same place: gold while it is yours. */

import { h } from "./dom.js";
import { plainly } from "./explain.js";
import { bold, dots } from "./lesson.js";
import { answered, question } from "./puzzle.js";
import { icon, plural, seatMark } from "./parts.js";
import { listed, nameOf } from "./people.js";

/** The strip with what can be pressed in it. @param {any} table */
export function strip(table) {
  const { kind, dots: progress, head, text, chance, marks, tools } = state(table);
  return h(
    "section",
    { class: `strip ${kind}`, key: "strip", "aria-label": "What is asked", "data-strip": kind },
    h("p", {}, kind === "advice" ? icon("bulb") : null, progress || null, (marks || []).map((seat) => seatMark(seat)), head ? h("strong", {}, head) : null, text ? h("span", {}, text) : null, chance ? h("small", {}, chance) : null),
    h("div", { class: "strip-tools" }, tools),
  );
}

/** A button of the strip: picture and word; on a phone the picture alone. */
function tool(kind, label, onclick, more = {}) {
  return h("button", { type: "button", class: "strip-tool", title: label, "aria-label": label, onclick, ...more }, icon(kind), h("span", {}, more.short || label));
}

const say = (label, onclick, kind = "") => h("button", { type: "button", class: `strip-say ${kind}`, onclick }, label);

function state(table) {
  const { sheet } = table;
  const own = sheet.you !== undefined && sheet.you !== null;
  const over = sheet.state === "over";
  if (!table.online) return { kind: "lost", head: "Line lost.", text: table.sent ? "Your move is kept and sent again. Trying …" : "Trying again …", tools: [] };
  if (sheet.notice) return { kind: "lost", head: "Not saved.", text: sheet.notice, tools: [] };
  if (over && answered(table)) return question(table, false);
  if (over) return { kind: "over", head: sheet.view?.outcome || "The game is over.", tools: [table.looking ? say("The result", () => table.look(false)) : null] };
  if (own && sheet.seats[sheet.you].stand_in) return { kind: "wait", head: "A bot plays for you.", tools: [say("Take your seat back", () => table.ask({ do: "back" }), "main")] };
  const failed = sheet.seats.findIndex((one) => one.failed);
  if (failed >= 0) return failure(table, failed, own);
  if (sheet.wish) return wish(table);
  if (table.pages.tapping) return { kind: "wait", head: "There is more to see.", tools: [say("Go on", () => table.pages.tap(), "main")] };
  const mine = table.offers().length > 0 || table.lingers();
  if (sheet.lesson && own) {
    const taught = lesson(table, mine);
    if (taught) return taught;
  }
  const tools = [
    own && sheet.undo && table.hasDecided() ? tool("undo", "Take back", () => table.ask({ do: "undo" }), { "aria-label": "Take my last move back" }) : null,
    mine && sheet.coach && !table.advice ? tool("bulb", "Advice", () => table.hint(), { disabled: table.thinking, "aria-label": "Ask the coach for advice" }) : null,
  ];
  if (mine && table.advice) {
    const { sentence, chance, others } = table.advice;
    return { kind: "advice", text: plainly(sentence), chance: chances(chance, others), tools: [tools[0], h("button", { type: "button", class: "strip-say main", "aria-label": "Hide the advice", onclick: () => table.hideAdvice() }, h("span", { class: "wide" }, "Hide"), h("span", { class: "narrow", "aria-hidden": "true" }, "✕"))] };
  }
  if (mine) return { kind: "turn", head: "Your turn", text: table.thinking ? "The coach is thinking …" : table.judging ? "The coach looks at it …" : table.board.asked || table.phase(), tools };
  const others = (sheet.waiting || []).filter((seat) => seat !== sheet.you);
  if (own && table.sent) return { kind: "sealed", head: "On its way …", tools: [] };
  if (own && table.sealed()) return { kind: "sealed", head: "Sealed.", text: others.length === 1 ? `Waiting for ${nameOf(sheet, others[0])}.` : others.length ? `Waiting for ${others.length} more.` : "", tools };
  return waiting(table, own, others, tools);
}

/** The step that is due, and what was wrong with the last try; after the last step, a last word. */
function lesson(table, mine) {
  const { step, titles, say: words, puzzle } = table.sheet.lesson;
  if (puzzle) return table.dismissed ? null : question(table, mine);
  if (step === titles.length) {
    return table.dismissed ? null : { kind: "lesson", marks: [], dots: dots(table.sheet.lesson), head: "Well done!", text: words, tools: [say("Play on", () => table.dismiss(), "main")] };
  }
  if (!mine) return null;
  return { kind: table.wrong ? "lesson wrong" : "lesson", dots: dots(table.sheet.lesson), head: titles[step], text: bold(table.wrong || words), tools: [say("Show me", () => table.showStep(), "main")] };
}

/** A bot has failed: whoever sits here, or made the table, chooses another. */
function failure(table, seat, own) {
  const { sheet } = table;
  const choice = (bot, look) => say(`Go on with ${bot}`, () => table.ask({ do: "replace", seat, bot }), look);
  return { kind: "lost", marks: [seat], head: `The bot of ${nameOf(sheet, seat)} has failed.`, text: "The game waits.", tools: own || sheet.host ? [choice("normal", "main"), choice("greedy", "")] : [] };
}

function wish(table) {
  const { sheet } = table;
  const { seat, agreed } = sheet.wish;
  const asked = sheet.you !== null && sheet.you !== undefined && !agreed.includes(sheet.you);
  return {
    kind: "wait",
    marks: [seat],
    head: seat === sheet.you ? "You asked to take your move back." : `${nameOf(sheet, seat)} would like to take a move back.`,
    text: asked ? "" : "Waiting for the others.",
    tools: asked ? [say("That’s fine", () => table.ask({ do: "agree", yes: true }), "main"), say("Rather not", () => table.ask({ do: "agree", yes: false }))] : [],
  };
}

function waiting(table, own, others, tools) {
  const { sheet } = table;
  const names = others.map((seat) => nameOf(sheet, seat));
  const gone = own ? others.find((seat) => table.gone(seat)) : undefined;
  if (gone !== undefined) {
    return { kind: "wait", marks: [gone], head: `${nameOf(sheet, gone)} is away.`, tools: [say("Let a bot play on", () => table.ask({ do: "stand_in", seat: gone }), "main")] };
  }
  const since = table.waitedFor();
  const text = since >= 3 ? `since ${since < 90 ? `${since} s` : plural(Math.round(since / 60), "minute")}` : "";
  if (!own) return { kind: "wait", head: "You are watching.", marks: others, text: names.length === 1 ? `${names[0]} is thinking.` : names.length ? `${listed(names)} are thinking.` : "", tools };
  return { kind: "wait", marks: others, head: names.length === 1 ? `${names[0]} is thinking` : names.length ? `Waiting for ${listed(names)}` : "One moment …", text, tools };
}

function chances(chance, others) {
  if (chance === null || chance === undefined) return "";
  const next = (others || []).find((one) => one.chance !== null && one.chance !== undefined);
  return `wins ${Math.round(100 * chance)} of 100${next ? ` · ${next.words} ${Math.round(100 * next.chance)}` : ""}`;
}
