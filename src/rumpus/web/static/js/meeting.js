/** First meetings: a short note beside what somebody sees for the first time; one at a time, once per person and thing. */

import { h, morph } from "./dom.js";
import { meet, met } from "./keep.js";
import { placeBeside } from "./placing.js";

/** How many letters a note may have, more or less. */
const BRIEF = 150;
/** How long a board that has changed its size needs until everything has its place, in milliseconds. */
const REST = 250;

export class Meetings {
  /** `page` is where notes hang, `topics()` what the game can explain. */
  constructor(page, topics) {
    this.page = page;
    this.topics = topics;
    this.game = "";
    this.name = "";
    this.note = Object.assign(document.createElement("aside"), { className: "meeting" });
    this.note.setAttribute("role", "note");
    this.watch = new ResizeObserver(() => this.rest());
    this.frame = null;
    this.resting = 0;
  }

  /** After every drawing: the note that is open stays with its thing; else the next new thing is introduced. */
  look(game, able) {
    this.game = game;
    const frame = this.page.querySelector(".board-frame");
    if (frame && frame !== this.frame) {
      this.watch.disconnect();
      this.watch.observe(frame);
      this.frame = frame;
    }
    const found = able ? this.find() : null;
    if (!found) {
      this.name = "";
      this.note.remove();
      return;
    }
    const name = found.node.dataset.meet;
    this.about = found.node;
    if (this.name !== name || !this.note.isConnected) {
      this.name = name;
      morph(this.note, [h("small", {}, "New to you"), h("strong", {}, found.topic.name[0].toUpperCase() + found.topic.name.slice(1)), h("p", {}, brief(found.topic.text)), h("button", { type: "button", class: "small", onclick: () => this.done() }, "Got it")]);
      document.body.append(this.note);
    }
    if (!this.resting) this.place();
  }

  /** What a board lays out by its own size has its place a while later; until then the note waits. */
  rest() {
    this.note.toggleAttribute("data-waits", true);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = 0;
      this.place();
    }, REST);
  }

  find() {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.page.querySelectorAll("[data-meet]"))) {
      const name = node.dataset.meet;
      const topic = this.topics().get(name.toLowerCase());
      if (topic && !met(this.game, name) && isSeen(node)) return { node, topic };
    }
    return null;
  }

  done() {
    meet(this.game, this.name);
    this.look(this.game, true);
  }

  /** Within the board, and only while nothing that one needs lies under it: else the note waits until there is room. */
  place() {
    if (!this.note.isConnected) return;
    const board = this.frame.getBoundingClientRect();
    const fits = board.height > this.note.offsetHeight && placeBeside(this.note, this.about, board);
    this.note.toggleAttribute("data-waits", !fits);
  }
}

/** Whether the middle of it lies in its frame: a map may have left it beyond the edge. @param {HTMLElement} node */
function isSeen(node) {
  const box = node.getBoundingClientRect();
  const frame = (node.closest(".board-frame, .tray-frame") || document.documentElement).getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return box.width > 0 && x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
}

/** The first sentences of a text: enough to know what one has before one. */
function brief(text) {
  let short = "";
  for (const sentence of text.split(/(?<=[.!?:]) /)) {
    if (short && short.length + sentence.length > BRIEF) break;
    short += `${short ? " " : ""}${sentence}`;
  }
  return short;
}
