/** The waiting room: the invitation, the seats, and what an invited person should know before the game. */

import { clockWords } from "../ui/clocks.js";
import { h } from "../ui/dom.js";
import { showRules } from "../ui/explain.js";
import { cellsOf } from "../ui/how.js";
import { dialog, icon, nameField, seatMark } from "../ui/parts.js";
import { avatarMark } from "../ui/profile.js";
import { ratingMark } from "../ui/ratings.js";
import { fairness } from "./frame.js";

/** Host names that other devices cannot reach. */
const HERE_ONLY = ["localhost", "127.0.0.1", "[::1]"];

/** @param {any} table */
export function waitingRoom(tableView, table) {
  const seated = tableView.you !== null && tableView.you !== undefined;
  const free = tableView.seats.some((seat) => seat.kind === "open");
  const { guide } = table;
  return h(
    "section",
    { class: "room" },
    h(
      "div",
      { class: "room-side" },
      head(tableView, guide, seated || tableView.host, free),
      h(
        "p",
        { class: "room-facts" },
        h("span", {}, icon("time"), clockWords(tableView.clock?.rule)),
        guide ? h("span", {}, `About ${guide.game.minutes} minutes`) : null,
      ),
      (seated || tableView.host) && !tableView.tournament ? invitation(tableView, table, free) : null,
      seats(tableView, table, seated),
      h(
        "div",
        { class: "row" },
        nameField(() => table.renamed()),
        tableView.host
          ? h(
              "button",
              { type: "button", onclick: () => table.ask({ do: "start" }) },
              free ? "Start now with bots in the free seats" : "Start now",
            )
          : null,
        tableView.tournament
          ? h("a", { class: "button", href: `/tournament/${tableView.tournament}` }, icon("crown"), "To the tournament")
          : null,
        seated && !tableView.host && !tableView.tournament
          ? h("button", { type: "button", onclick: () => table.ask({ do: "leave" }) }, "Leave my seat")
          : null,
        tableView.host
          ? h("button", { type: "button", class: "quiet", onclick: () => table.drop() }, "Cancel game")
          : null,
      ),
    ),
    guide ? lesson(tableView, guide) : null,
    fairness(tableView),
  );
}

function head(tableView, guide, inside, free) {
  const host = tableView.seats.find((seat) => seat.kind === "person");
  const waiting = inside || tableView.tournament;
  const invited = host ? `${host.name} invites you to ${tableView.title}` : `You are invited to ${tableView.title}`;
  return h(
    "header",
    { class: "room-head" },
    guide ? h("img", { src: guide.game.picture, alt: "", width: 120, height: 72 }) : null,
    h(
      "div",
      {},
      h("h2", {}, waiting ? (free ? "Waiting for players" : "Waiting for everyone to arrive") : invited),
      h(
        "p",
        { class: "hint" },
        tableView.clock
          ? "The clock starts when every seat is taken and everyone is here."
          : "The game starts when every seat is taken.",
      ),
    ),
  );
}

/** The link for others. Copying it is the main action. */
function invitation(tableView, table, free) {
  const link = `${location.origin}/t/${tableView.table}`;
  return h(
    "div",
    { class: "share" },
    h(
      "label",
      {},
      h(
        "span",
        {},
        tableView.listed
          ? "Everyone in the lobby can join. Friends can also use this link:"
          : "Anyone with this link can join:",
      ),
      h("input", { readonly: true, value: link, onfocus: (event) => event.target.select() }),
    ),
    h(
      "button",
      { type: "button", class: free ? "primary" : "", onclick: () => table.copy(link) },
      icon("link"),
      "Copy link",
    ),
    h("button", { type: "button", onclick: () => showQr(tableView, link) }, "QR code"),
    HERE_ONLY.includes(location.hostname)
      ? h(
          "p",
          { class: "hint" },
          "This link works on this computer only. For other devices, start the server with ",
          h("code", {}, "--host 0.0.0.0"),
          " and open it by the name or address of this computer.",
        )
      : null,
  );
}

function showQr(tableView, link) {
  dialog(
    "Scan to join",
    () => [
      h("img", {
        class: "qr",
        src: `/api/tables/${tableView.table}/qr?origin=${encodeURIComponent(location.origin)}`,
        alt: `QR code of ${link}`,
        width: 300,
        height: 300,
      }),
      h("p", { class: "qr-link" }, link),
    ],
    "qr-dialog",
  );
}

function seats(tableView, table, seated) {
  return h(
    "ul",
    { class: "room-seats" },
    tableView.seats.map((seat, number) =>
      h(
        "li",
        { class: `room-seat seat-${number % 8}`, key: number },
        seatMark(number),
        seat.profile ? avatarMark(seat) : null,
        h("strong", { "data-place": `seat ${number}` }, seat.kind === "open" ? "Free seat" : seat.name),
        ratingMark(tableView, number),
        number === tableView.you ? h("small", {}, "you") : null,
        seat.kind === "person" && !seat.here ? h("small", {}, "not here yet") : null,
        seat.kind === "open" && !seated
          ? h("button", { type: "button", class: "primary", onclick: () => table.join(number) }, "Sit here")
          : null,
        seat.kind === "open" && tableView.host
          ? h(
              "button",
              { type: "button", onclick: () => table.ask({ do: "fill", seat: number, bot: "normal" }) },
              "Add a bot",
            )
          : null,
        seat.kind === "bot" && tableView.host
          ? h(
              "button",
              { type: "button", class: "quiet", onclick: () => table.ask({ do: "fill", seat: number }) },
              "Remove bot",
            )
          : null,
      ),
    ),
  );
}

/** How the game is won, and this table's house rules. */
function lesson(tableView, guide) {
  const { game } = guide;
  const changed = changedOptions(tableView, game.fields);
  return h(
    "div",
    { class: "room-how" },
    h("h3", {}, "How you win"),
    h("p", { class: "goal" }, guide.goal),
    changed.length
      ? h(
          "div",
          { class: "house-rules" },
          h("strong", {}, "Differs from the standard rules"),
          h(
            "ul",
            {},
            changed.map((words) => h("li", { key: words }, words)),
          ),
        )
      : h("p", { class: "hint" }, "Standard rules."),
    cellsOf(guide),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", onclick: () => showRules(tableView.game, tableView.title) },
        icon("book"),
        "Full rules",
      ),
      game.lesson
        ? h(
            "a",
            { class: "button", href: `/learn/${tableView.game}`, target: "_blank", rel: "noopener" },
            icon("cap"),
            `Learn by playing · ${game.lesson} min`,
          )
        : null,
    ),
  );
}

/**
 * Lists this table's options that differ from the standard rules, with the form's labels.
 * @param {import("../protocol.js").FieldInfo[]} fields
 * @returns {string[]}
 */
function changedOptions(tableView, fields) {
  const word = ({ choices = [], says = [] }, value) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (Array.isArray(value))
      return value.length > 3 ? `${value.length} of ${choices.length}` : value.join(", ") || "none";
    return String(says[choices.indexOf(value)] ?? value);
  };
  return fields
    .filter(({ name }) => name !== "players" && name in (tableView.options || {}))
    .map((field) => {
      const now = word(field, tableView.options[field.name]);
      const label = field.label.includes(":") ? field.label : `${field.label}:`;
      return now.includes("\n") ? field.label : `${label} ${now} (standard: ${word(field, field.default)})`;
    });
}
