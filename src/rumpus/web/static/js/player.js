/** A sheet about one player: who it is, and in words what it has. */

import { h } from "./dom.js";
import { dialog, seatMark, words } from "./parts.js";
import { nameOf } from "./people.js";

const KINDS = { bot: "a bot", person: "a person", open: "nobody yet" };

/** `board` knows the view and what can be explained. */
export function playerSheet(sheet, seat, board) {
  const chair = sheet.seats[seat];
  const facts = sheet.view?.seats?.[seat] || {};
  const explained = [...new Set(Object.values(facts).flat().map((value) => board.topics.get(String(value).toLowerCase())))].filter(Boolean);
  const plain = Object.entries(facts).filter(([name, value]) => name !== "seat" && value !== "" && value !== null && typeof value !== "object" && typeof value !== "boolean");
  dialog(nameOf(sheet, seat), () => [
    h("p", { class: "hint" }, seatMark(seat), ` ${seat === sheet.you ? "you" : chair.stand_in ? "a bot plays on" : KINDS[chair.kind] || ""}${chair.kind === "person" && !chair.here ? ", away" : ""}`),
    board.drawing.sheet?.(sheet.view, seat) || (explained.length ? null : h("dl", { class: "g-facts" }, plain.map(([name, value]) => h("div", { class: "g-fact", key: name }, h("dt", {}, words(name)), h("dd", {}, String(value)))))),
    explained.length ? h("dl", { class: "topics" }, explained.map((topic) => h("div", { key: topic.name }, h("dt", {}, topic.name), h("dd", {}, topic.text)))) : null,
  ]);
}
