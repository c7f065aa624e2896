/** The frame around every board: the bar, the menu and the waiting room. */

import { h } from "../ui/dom.js";
import { change, settings } from "../ui/storage.js";
import { showRules } from "../ui/explain.js";
import { showHow } from "../ui/how.js";
import { PACES, PACE_WORDS } from "./pages.js";
import { dialog, icon, seatMark } from "../ui/parts.js";
import { alone, saved } from "../transport.js";

/**
 * The bar: title and buttons. It holds the strip if the board needs the height.
 * @param {any} table
 */
export function bar(tableView, table, strip = null, unread = 0) {
  const chat = table.chat?.possible ? table.chat : null;
  return h(
    "header",
    { class: `bar ${strip ? "holds-strip" : ""} ${chat ? "has-chat" : ""}` },
    h(
      "a",
      { href: "/", class: "home", "aria-label": "Rumpus, to the lobby" },
      h("img", { src: "/static/art/icon.svg", alt: "", width: 34, height: 34 }),
    ),
    h(
      "div",
      { class: "table-title" },
      h("h1", {}, tableView?.title || "A table"),
      table.words ? h("span", { class: "phase" }, table.words) : null,
    ),
    strip,
    h(
      "nav",
      { class: "bar-tools", "aria-label": "Table" },
      tableView && table.openStory
        ? h(
            "button",
            {
              type: "button",
              class: "bar-tool story-tool",
              "aria-label": unread ? `Log, ${unread} new` : "Log",
              "aria-expanded": String(Boolean(table.drawer)),
              title: "Log",
              onclick: () => table.openStory(),
            },
            icon("story"),
            h("span", {}, "Log"),
            counted(unread),
          )
        : null,
      chat
        ? h(
            "button",
            {
              type: "button",
              class: "bar-tool chat-tool",
              "aria-label": chat.unread ? `Chat, ${chat.unread} new` : "Chat",
              title: "Chat",
              onclick: () => chat.openPopover(),
            },
            icon("chat"),
            h("span", {}, "Chat"),
            counted(chat.unread),
          )
        : null,
      tableView ? tool("book", "Rules", () => showRules(tableView.game, tableView.title), "rules-tool") : null,
      tableView && !alone ? tool("link", "Invite", () => table.links(), "links-tool") : null,
      tool(
        settings.sound ? "sound" : "mute",
        settings.sound ? "Sound off" : "Sound on",
        () => {
          change({ sound: !settings.sound });
          table.draw();
        },
        "sound-tool bare",
      ),
      tableView ? tool("menu", "Menu", () => menu(tableView, table), "menu-tool bare", counted(chat?.unread)) : null,
    ),
  );
}

const counted = (unread) => (unread ? h("b", { class: "badge", "aria-hidden": "true" }, Math.min(unread, 99)) : null);

function tool(kind, label, onclick, more = "", badge = null) {
  return h(
    "button",
    { type: "button", class: `bar-tool ${more}`, "aria-label": label, title: label, onclick },
    icon(kind),
    h("span", {}, label),
    badge,
  );
}

/** Menu of the rarely used actions. */
function menu(tableView, table) {
  const own = tableView.you !== null && tableView.you !== undefined;
  dialog(
    "Menu",
    (close, redraw) => {
      const away = (call) => () => {
        close();
        call();
      };
      const item = (kind, label, call) =>
        h("button", { type: "button", class: "menu-item", key: label, onclick: away(call) }, icon(kind), label);
      const set = (changes) => {
        change(changes);
        redraw();
        table.draw();
      };
      const tick = (label, checked, make, hint = "") =>
        h(
          "label",
          { class: "menu-tick", key: label },
          h("input", { type: "checkbox", checked, onchange: (event) => set(make(event.target.checked)) }),
          h("span", {}, label, hint ? h("small", {}, hint) : null),
        );
      const dark =
        settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
      return [
        table.openStory ? item("story", "Log", () => table.openStory()) : null,
        table.chat?.possible ? item("chat", "Chat", () => table.chat.openPopover()) : null,
        item("bulb", "How you win", () => showHow(tableView.game)),
        item("book", "Rules", () => showRules(tableView.game, tableView.title)),
        alone ? null : item("link", "Invite", () => table.links()),
        table.listMoves && table.offers().length ? item("list", "List of all moves", () => table.listMoves()) : null,
        item("keys", "Keyboard shortcuts", () => table.keys()),
        table.players
          ? h(
              "div",
              { class: "menu-players", role: "group", "aria-label": "Players" },
              tableView.seats.map((seat, number) =>
                h(
                  "button",
                  { type: "button", key: number, onclick: away(() => table.players(number)) },
                  seatMark(number),
                  seat.name || "free seat",
                ),
              ),
            )
          : null,
        table.pages
          ? h(
              "label",
              { class: "menu-pick" },
              h("span", {}, "Animation speed"),
              h(
                "select",
                { onchange: (event) => set({ pace: event.target.value }) },
                Object.keys(PACES).map((pace) =>
                  h("option", { value: pace, key: pace, selected: pace === settings.pace }, PACE_WORDS[pace]),
                ),
              ),
            )
          : null,
        tick("Dark colours", dark, (on) => ({ theme: on ? "dark" : "light" })),
        tick("Sound", settings.sound, (sound) => ({ sound })),
        tick("Rule numbers", settings.numbers, (numbers) => ({ numbers }), "in the log and in explanations"),
        table.pages && tableView.coach
          ? tick(
              "Warn me before a clear mistake",
              settings.warn,
              (warn) => ({ warn }),
              "the coach checks my move first",
            )
          : null,
        fairness(tableView),
        own && tableView.state === "playing" ? item("door", "Leave, and let a bot play", () => table.leave()) : null,
      ];
    },
    "menu",
  );
}

const recordPath = (tableView) => `/api/tables/${tableView.table}/record`;

/** Button that downloads the record of a match. */
export function recordLink(tableView) {
  return h("a", { class: "button", ...saved(recordPath(tableView)) }, icon("save"), "Record");
}

export function calledOff(tableView) {
  const begun = tableView.tournament ? tableView.view : tableView.seats.every((seat) => seat.kind !== "open");
  return h(
    "main",
    { class: "lost-table" },
    h("h2", {}, tableView.notice ? "This game has ended" : "This game was cancelled"),
    tableView.notice ? h("p", {}, tableView.notice) : null,
    h(
      "div",
      { class: "row" },
      tableView.tournament
        ? h("a", { class: "button primary", href: `/tournament/${tableView.tournament}` }, "To the tournament")
        : h("a", { class: "button primary", href: "/" }, "To the lobby"),
      tableView.notice && begun ? recordLink(tableView) : null,
    ),
  );
}

export function fairness(tableView) {
  return h(
    "details",
    { class: "fair" },
    h("summary", {}, "Provably fair deal"),
    alone
      ? h(
          "p",
          {},
          "Bots know only what their seats may know. But the seed is in this browser, so nothing hides it from you. A server keeps it secret until the game is over.",
        )
      : null,
    h(
      "p",
      {},
      "All chance in this match comes from one secret seed. This is its SHA-256, fixed before the first move:",
    ),
    h("code", { class: "hash" }, tableView.promise),
    tableView.seed
      ? [
          h("p", {}, "This was the seed:"),
          h("code", { class: "hash" }, tableView.seed),
          h(
            "p",
            {},
            "Anyone can check it: download ",
            h("a", saved(recordPath(tableView)), "the record"),
            " and run ",
            h("code", {}, `rumpus verify RECORD --hash ${tableView.promise.slice(0, 8)}…`),
            ".",
          ),
        ]
      : h("p", {}, "The seed itself is shown when the game is over."),
  );
}

export function keysHelp() {
  const rows = [
    ["Arrow keys", "move over the board and the cards"],
    ["Enter or Space", "press the focused button; if none has focus, Enter presses the red one"],
    ["b", "go to the board"],
    ["o", "list all moves"],
    ["1 … 9", "choose that entry of a list"],
    ["/", "filter a long list"],
    ["h", "ask the coach for advice"],
    ["u", "ask to take back your last move"],
    ["Space", "skip the animation"],
    ["l", "show the log"],
    ["c", "open the chat"],
    ["r", "show the rules"],
    ["s", "read the current situation aloud again"],
    ["?", "show this help"],
  ];
  return h(
    "dl",
    { class: "keys" },
    rows.map(([key, what]) => h("div", { key }, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what))),
  );
}
