/** A puzzle at the table: one move is much better than all others. */

import { h } from "./dom.js";
import { keepSeat, keepSolved, name, newToken } from "./keep.js";
import { bold } from "./lesson.js";
import { call, query } from "./transport.js";

const DAY = 86_400_000;

/** A table that asks today's puzzle of a game, or the one whose number the address names. */
export async function newPuzzle(connection, game) {
  const secret = newToken();
  const puzzle = query().get("number") || "";
  const { table } = await connection.ask({ do: "puzzle", game, token: secret, name: name(), puzzle });
  keepSeat(table, secret, { game });
  call(`/t/${table}`);
  return table;
}

/** Solved just now, and by oneself: that counts for the row of days. */
export function tellSolved(table, before, sheet) {
  const done = sheet.lesson.step === sheet.lesson.titles.length;
  if (done && !before) table.dismissed = true;
  if (!done || !before || before.lesson.step === sheet.lesson.step) return;
  table.row = table.given ? 0 : keepSolved(sheet.game, Math.floor(table.now() / DAY));
}

/** Whether the answer is being told: also where it has ended the game, before its result. */
export function answered(table) {
  const { lesson, you } = table.sheet;
  return !!lesson?.puzzle && you !== undefined && you !== null && !table.dismissed && lesson.step === lesson.titles.length;
}

/** The question, what was wrong with the last try, help; once it is solved, the reason. */
export function question(table, mine) {
  const { step, titles, say: words, hint, level } = table.sheet.lesson;
  const button = (label, act, look = "") => h("button", { type: "button", class: `strip-say ${look}`, key: label, onclick: act }, label);
  if (answered(table)) {
    const row = table.row > 1 ? ` ${table.row} days in a row!` : "";
    return { kind: "lesson", marks: [], head: table.given ? "That was it." : "Solved!", text: `${words}${row}`, tools: [button(table.sheet.state === "over" ? "The result" : "Play on", () => table.dismiss(), "main")] };
  }
  if (!mine) return null;
  const text = table.helped ? hint : table.wrong || words;
  const help = table.helped
    ? button("Solution", () => ((table.given = true), table.showStep()), "main")
    : button("Hint", () => ((table.helped = true), table.draw()), "main");
  return { kind: table.wrong && !table.helped ? "lesson wrong" : "lesson", marks: [], head: `${titles[0]} ${"★".repeat(level)}`, text: bold(text), tools: [help] };
}
