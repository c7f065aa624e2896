/** First-use hints: a short note beside a new element, one at a time, once per person. */

import { h, morph } from "../ui/dom.js";
import { meet, met } from "../ui/storage.js";
import { placeBeside } from "../ui/placing.js";

/** Approximate maximum length of a note in characters. */
const MAX_LETTERS = 150;
/** Milliseconds until the layout settles after a resize. */
const SETTLE_MS = 250;
/** On a narrow screen the note stands below the page, which keeps at least so many px of height. */
const NARROW = matchMedia("(max-width: 700px)");
const LEAST_HEIGHT = 600;

export class Meetings {
  /** `page` is the parent of notes; `topics()` returns the game's help topics. */
  constructor(page, topics) {
    this.page = page;
    this.topics = topics;
    this.game = "";
    this.name = "";
    this.note = Object.assign(document.createElement("aside"), { className: "meeting" });
    this.note.setAttribute("aria-label", "New to you");
    this.watch = new ResizeObserver(() => this.rest());
    // A font that arrives late makes the note taller.
    new ResizeObserver(() => this.note.classList.contains("docked") && this.dock(true)).observe(this.note);
    this.frame = null;
    this.resting = 0;
  }

  /** Updates after every render: the open note follows its element; otherwise the next hint opens. */
  update(game, able) {
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
      this.dock(false);
      return;
    }
    const name = found.node.dataset.meet;
    this.about = found.node;
    if (this.name !== name || !this.note.isConnected) {
      this.name = name;
      morph(this.note, [
        h("small", {}, "New to you"),
        h("strong", {}, capital(found.node.dataset.called || found.topic.name)),
        h("p", {}, brief(found.topic.text)),
        h("button", { type: "button", class: "small", onclick: () => this.done() }, "Got it"),
      ]);
      this.note.toggleAttribute("data-waits", true);
      document.body.append(this.note);
    }
    if (!this.resting) this.place();
  }

  /** Hides the note until the layout settles after a resize. */
  rest() {
    if (!this.note.classList.contains("docked")) this.note.toggleAttribute("data-waits", true);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = 0;
      this.place();
    }, SETTLE_MS);
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
    this.update(this.game, true);
  }

  /** Stands the note below the page, which gives up that height, or lets it float again. */
  dock(wanted) {
    this.note.classList.toggle("docked", wanted);
    if (wanted) for (const side of ["left", "top"]) this.note.style.removeProperty(side);
    document.body.style.setProperty("--note", wanted ? `${this.note.offsetHeight}px` : "0px");
  }

  /** Positions the note within the board. It stays hidden while it would cover a control or a figure. */
  place() {
    if (!this.note.isConnected) return;
    this.dock(NARROW.matches);
    if (NARROW.matches && innerHeight - this.note.offsetHeight >= LEAST_HEIGHT)
      return this.note.toggleAttribute("data-waits", false);
    this.dock(false);
    const board = this.frame.getBoundingClientRect();
    const fits = board.height > this.note.offsetHeight && placeBeside(this.note, this.about, board);
    return this.note.toggleAttribute("data-waits", !fits);
  }
}

/** @param {string} name */
const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** True if the element's centre is within its frame; a map may be scrolled. @param {HTMLElement} node */
function isSeen(node) {
  const box = node.getBoundingClientRect();
  const frame = (node.closest(".board-frame, .tray-frame") || document.documentElement).getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return box.width > 0 && x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
}

/** Returns the first sentences of a text. */
function brief(text) {
  let short = "";
  for (const sentence of text.split(/(?<=[.!?:]) /)) {
    if (short && short.length + sentence.length > MAX_LETTERS) break;
    short += `${short ? " " : ""}${sentence}`;
  }
  return short;
}
