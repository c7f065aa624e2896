/** A player's sheet: identity and possessions in words. */

import { BOTS } from "../ui/bots.js";
import { h } from "../ui/dom.js";
import { dialog, seatMark, words } from "../ui/parts.js";
import { called, nameOf } from "../ui/people.js";

const KINDS = { bot: "a bot", person: "a person", open: "nobody yet" };

/** A bot with its description, or what else sits there. */
function kindOf(tableView, seat) {
  const { kind, bot_account } = tableView.seats[seat];
  if (bot_account) return "a bot that plays from another computer";
  const says = kind === "bot" ? BOTS[called(nameOf(tableView, seat)).kind] : "";
  return says ? `a bot: ${says}` : KINDS[kind] || "";
}

/** `board` provides the view and the help topics. */
export function playerSheet(tableView, seat, board) {
  const seatInfo = tableView.seats[seat];
  const facts = tableView.view?.seats?.[seat] || {};
  const explained = [
    ...new Set(
      Object.values(facts)
        .flat()
        .map((value) => board.topics.get(String(value).toLowerCase())),
    ),
  ].filter(Boolean);
  const plain = Object.entries(facts).filter(
    ([name, value]) =>
      name !== "seat" && value !== "" && value !== null && typeof value !== "object" && typeof value !== "boolean",
  );
  dialog(nameOf(tableView, seat), () => [
    h(
      "p",
      { class: "hint" },
      seatMark(seat),
      ` ${seat === tableView.you ? "you" : seatInfo.stand_in ? "a bot is playing" : kindOf(tableView, seat)}${seatInfo.kind === "person" && !seatInfo.here ? ", away" : ""}`,
    ),
    board.drawing.sheet?.(tableView.view, seat) ||
      (explained.length
        ? null
        : h(
            "dl",
            { class: "g-facts" },
            plain.map(([name, value]) =>
              h("div", { class: "g-fact", key: name }, h("dt", {}, words(name)), h("dd", {}, String(value))),
            ),
          )),
    explained.length
      ? h(
          "dl",
          { class: "topics" },
          explained.map((topic) => h("div", { key: topic.name }, h("dt", {}, topic.name), h("dd", {}, topic.text))),
        )
      : null,
  ]);
}
