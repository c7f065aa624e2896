/** Chat: a popover with emotes, phrases and the last messages, and bubbles beside the seats. */

import { emote, isEmote } from "./emotes.js";
import { EMOTES, PHRASES, REPORT_REASONS } from "./phrases.js";
import { h, morph } from "../ui/dom.js";
import { plainly } from "../ui/explain.js";
import { dialog, icon, seatMark, toast } from "../ui/parts.js";
import { nameOf } from "../ui/people.js";
import { placeBeside } from "../ui/placing.js";
import { sound } from "../ui/sound.js";
import { isMuted, mute } from "../ui/storage.js";
import { alone } from "../transport.js";

/** Messages in the list. */
const MAX_LINES = 30;
const MAX_TEXT_LENGTH = 200;
/** Milliseconds for which a bubble is shown, and more per letter. */
const BUBBLE_MS = 3500;
const LETTER_MS = 40;
/** Milliseconds after which a bubble is placed anew. */
const FOLLOW_MS = 250;
/** Positions to try for a bubble across the board, and down. */
const STEPS = 7;
/** What a bubble never covers: cards, pieces, controls and targets. The fields of a map are groups. */
const COVERED_NEVER = [
  ...[".table [data-essential]", ".table [data-figure]", ".table [data-fly]"],
  ...[".table [role=img]:not(g)", ".table button", ".table [role=button]", ".strip", ".bar", ".tray-frame", ".meeting"],
  ...[".room button", ".room input", ".room a", ".ending button", ".ending a", ".ending h2", ".story"],
].join(", ");

export class Chat {
  /** @param {any} table */
  constructor(table) {
    this.table = table;
    /** @type {{ number: number, seat: number, name: string, phrase: string, text: string }[]} */
    this.lines = [];
    this.number = 0;
    this.unread = 0;
    /** @type {ReturnType<typeof dialog> | null} */
    this.open = null;
    /** The refusal of the last text. */
    this.wrong = "";
    /** Shown bubbles by seat. @type {Map<number, { box: HTMLElement, timer: number }>} */
    this.bubbles = new Map();
    // Cards move, and notes come: a bubble gives way.
    setInterval(() => this.bubbles.size && this.place(), FOLLOW_MS);
  }

  /** True if there is somebody to chat with, or something was said. */
  get possible() {
    const { tableView } = this.table;
    if (alone || !tableView) return false;
    return this.lines.length > 0 || (this.seated && this.others().length > 0);
  }

  get seated() {
    const { you } = this.table.tableView;
    return you !== null && you !== undefined;
  }

  /** Seats of other people. Bots do not chat. */
  others() {
    const { tableView } = this.table;
    return tableView.seats.flatMap(({ kind, bot_account }, seat) =>
      kind === "person" && !bot_account && seat !== tableView.you ? [seat] : [],
    );
  }

  /** The name under which this browser keeps that somebody is muted: the profile, or the seat of this table. */
  key(seat) {
    return this.table.tableView.seats[seat]?.profile || `${this.table.id}/${seat}`;
  }

  // --- messages ---

  /** @param {import("../protocol.js").ChatMessage} message */
  heard({ seat, phrase = "", text = "" }) {
    const { tableView } = this.table;
    if (!tableView?.seats[seat] || isMuted(this.key(seat))) return;
    const line = { number: ++this.number, seat, name: nameOf(tableView, seat), phrase, text };
    if (!words(line)) return; // a phrase of a later version
    this.lines = [...this.lines, line].slice(-MAX_LINES);
    const own = seat === tableView.you;
    if (!own) this.table.speak(`${line.name}: ${words(line)}`);
    if (!own) sound("move");
    if (this.open) this.open.redraw();
    else if (!own) this.unread += 1;
    this.table.draw();
    this.show(line);
  }

  async say(message) {
    try {
      await this.table.connection.ask({ do: "say", ...message });
      return "";
    } catch (error) {
      return plainly(error.message);
    }
  }

  async send(phrase) {
    this.open?.close();
    const wrong = await this.say({ phrase });
    if (wrong) toast(wrong, "warn");
  }

  async sendText(event) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    const text = input.value.trim();
    if (!text) return;
    this.wrong = await this.say({ text });
    if (!this.wrong) input.value = "";
    this.open?.redraw();
  }

  // --- bubbles ---

  /** Shows a message beside its seat for a while, if there is room. */
  show(line) {
    this.hide(line.seat);
    const box = document.createElement("div");
    box.className = "chat-bubble";
    box.setAttribute("aria-hidden", "true"); // it is spoken already
    morph(box, [seatMark(line.seat), h("strong", {}, line.name), said(line)]);
    const timer = setTimeout(() => this.hide(line.seat), BUBBLE_MS + LETTER_MS * words(line).length);
    this.bubbles.set(line.seat, { box, timer });
    this.place();
  }

  hide(seat) {
    const bubble = this.bubbles.get(seat);
    if (!bubble) return;
    clearTimeout(bubble.timer);
    bubble.box.remove();
    this.bubbles.delete(seat);
  }

  /** Places all bubbles. One that would cover something needed is not shown: the list has its words. */
  place() {
    for (const { box } of this.bubbles.values()) box.remove();
    for (const [seat, { box }] of this.bubbles) {
      const about = seatShown(seat);
      if (!about) continue;
      document.body.append(box);
      const frame = about.closest(".board-frame")?.getBoundingClientRect();
      const free = placeBeside(box, about, frame, `${COVERED_NEVER}${otherBubbles(box)}`, STEPS);
      if (!free) box.remove();
    }
  }

  // --- the popover ---

  openPopover() {
    this.unread = 0;
    this.wrong = "";
    this.open = dialog("Chat", () => this.content(), "chat");
    this.open.box.addEventListener("close", () => (this.open = null));
    scrollDown(this.open.box);
    this.table.draw();
  }

  content() {
    const { tableView } = this.table;
    return [
      this.lines.length
        ? h(
            "ol",
            { class: "chat-lines", tabindex: 0, "aria-label": "Messages" },
            this.lines.map((line) =>
              h("li", { key: line.number }, seatMark(line.seat), h("strong", {}, line.name), said(line)),
            ),
          )
        : null,
      this.seated
        ? [
            h(
              "div",
              { class: "chat-emotes", role: "group", "aria-label": "Emotes" },
              Object.entries(EMOTES).map(([id, label]) =>
                h(
                  "button",
                  { type: "button", key: id, "aria-label": label, title: label, onclick: () => this.send(id) },
                  emote(id, false),
                ),
              ),
            ),
            h(
              "div",
              { class: "chat-phrases", role: "group", "aria-label": "Phrases" },
              Object.entries(PHRASES).map(([id, text]) =>
                h("button", { type: "button", key: id, onclick: () => this.send(id) }, text),
              ),
            ),
            tableView.free_text ? this.field() : null,
          ]
        : h("p", { class: "hint" }, "Only players can chat."),
      this.people(),
    ];
  }

  field() {
    return h(
      "form",
      { class: "chat-text", key: "text", onsubmit: (event) => this.sendText(event) },
      h("input", {
        type: "text",
        maxlength: MAX_TEXT_LENGTH,
        placeholder: "Write to the players",
        "aria-label": "Write to the players",
        autocomplete: "off",
        enterkeyhint: "send",
      }),
      h("button", { class: "primary" }, "Send"),
      this.wrong ? h("p", { class: "hint warn", role: "alert" }, this.wrong) : null,
    );
  }

  /** Mute and report, per person. */
  people() {
    const { tableView } = this.table;
    const others = this.others();
    if (!others.length) return null;
    const list = h(
      "ul",
      {},
      others.map((seat) => {
        const name = nameOf(tableView, seat);
        const muted = isMuted(this.key(seat));
        return h(
          "li",
          { key: seat },
          seatMark(seat),
          h("strong", {}, name),
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": `${muted ? "Unmute" : "Mute"} ${name}`,
              onclick: () => this.mute(seat, !muted),
            },
            icon(muted ? "sound" : "mute"),
            muted ? "Unmute" : "Mute",
          ),
          this.seated
            ? h(
                "button",
                { type: "button", class: "quiet", "aria-label": `Report ${name}`, onclick: () => this.report(seat) },
                icon("flag"),
                "Report",
              )
            : null,
        );
      }),
    );
    return h("details", { class: "chat-people", key: "people" }, h("summary", {}, "Mute or report"), list);
  }

  mute(seat, muted) {
    mute(this.key(seat), muted);
    if (muted) {
      this.lines = this.lines.filter((line) => line.seat !== seat);
      this.hide(seat);
    }
    this.open?.redraw();
  }

  report(seat) {
    const name = nameOf(this.table.tableView, seat);
    let reason = Object.keys(REPORT_REASONS)[0];
    this.open?.close();
    dialog(`Report ${name}`, (close) => [
      h("p", {}, `The host of this server gets the last messages of ${name} and your reason.`),
      h(
        "fieldset",
        { class: "chat-reasons" },
        h("legend", {}, "Reason"),
        Object.entries(REPORT_REASONS).map(([id, text]) =>
          h(
            "label",
            { key: id },
            h("input", {
              type: "radio",
              name: "reason",
              value: id,
              checked: id === reason,
              onchange: () => (reason = id),
            }),
            h("span", {}, text),
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: async () => {
              close();
              if (await this.table.ask({ do: "report", seat, reason })) toast("The host will read your report.");
            },
          },
          "Send report",
        ),
        h("button", { type: "button", onclick: close }, "Cancel"),
      ),
    ]);
  }
}

/** A message in words; empty if this page does not know its phrase. */
function words({ phrase, text }) {
  return text || PHRASES[phrase] || EMOTES[phrase] || "";
}

/** A message as it is shown. */
function said(line) {
  return isEmote(line.phrase) && !line.text ? emote(line.phrase) : h("span", {}, words(line));
}

/** The element that shows a seat: on the result if that is there, else on the board or in the waiting room. */
function seatShown(seat) {
  const over = document.querySelector(".ending");
  const found = [...(over || document).querySelectorAll(`[data-place="seat ${seat}"]`)];
  return found.find((node) => {
    const { width, left, top } = node.getBoundingClientRect();
    return width > 0 && left >= 0 && top >= 0 && left < innerWidth && top < innerHeight;
  });
}

/** Part of a selector: all bubbles but this one. */
function otherBubbles(box) {
  for (const node of document.querySelectorAll(".chat-bubble")) node.toggleAttribute("data-placing", node === box);
  return ", .chat-bubble:not([data-placing])";
}

function scrollDown(box) {
  const list = box.querySelector(".chat-lines");
  if (list) list.scrollTop = list.scrollHeight;
}
