/** A puzzle at the table: one move is much better than all others. */

import { h } from "../ui/dom.js";
import { keepSeat, keepSolved, name, newToken } from "../ui/storage.js";
import { bold } from "./lesson.js";
import { call, query } from "../transport.js";

const DAY_MS = 86_400_000;

/** Creates a table with today's puzzle, or with the one numbered in the URL. */
export async function newPuzzle(connection, game) {
  const secret = newToken();
  const puzzle = query().get("number") || "";
  const { table } = await connection.ask({ do: "puzzle", game, token: secret, name: name(), puzzle });
  keepSeat(table, secret, { game, lesson: false });
  call(`/t/${table}`);
  return table;
}

/** Records a puzzle just solved without help; it counts for the streak. */
export function reportSolved(table, before, tableView) {
  const done = tableView.lesson.step === tableView.lesson.titles.length;
  if (done && !before) table.dismissed = true;
  if (!done || !before || before.lesson.step === tableView.lesson.step) return;
  table.row = table.given ? 0 : keepSolved(tableView.game, Math.floor(table.now() / DAY_MS));
}

/** True while the answer is shown, also if it ended the game. */
export function answered(table) {
  const { lesson, you } = table.tableView;
  return (
    !!lesson?.puzzle && you !== undefined && you !== null && !table.dismissed && lesson.step === lesson.titles.length
  );
}

/** The question, the error of the last try, and hints; the reason once it is solved. */
export function question(table, mine) {
  const { titles, say: words, hint, level } = table.tableView.lesson;
  const button = (label, act, look = "") =>
    h("button", { type: "button", class: `strip-say ${look}`, key: label, onclick: act }, label);
  if (answered(table)) {
    const row = table.row > 1 ? ` ${table.row} days in a row!` : "";
    return {
      kind: "lesson",
      marks: [],
      head: table.given ? "That was the solution." : "Solved!",
      text: `${words}${row}`,
      tools: [button(table.tableView.state === "over" ? "Show result" : "Keep playing", () => table.dismiss(), "main")],
    };
  }
  if (!mine) return null;
  const text = table.helped ? hint : table.wrong || words;
  const help = table.helped
    ? button(
        "Solution",
        () => {
          table.given = true;
          table.showStep();
        },
        "main",
      )
    : button(
        "Hint",
        () => {
          table.helped = true;
          table.draw();
        },
        "main",
      );
  return {
    kind: table.wrong && !table.helped ? "lesson wrong" : "lesson",
    marks: [],
    head: `${titles[0]} ${"★".repeat(level)}`,
    text: bold(text),
    tools: [help],
  };
}
