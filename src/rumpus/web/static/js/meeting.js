/** First meetings: a short note beside what somebody sees for the first time; one at a time, once per person and thing. */

import { h, morph } from "./dom.js";
import { meet, met } from "./keep.js";

/** How far a note stays from what it is about, and from the edges. */
const GAP = 10;

export class Meetings {
  /** `page` is where notes hang, `topics()` what the game can explain. */
  constructor(page, topics) {
    this.page = page;
    this.topics = topics;
    this.game = "";
    this.name = "";
    this.note = Object.assign(document.createElement("aside"), { className: "meeting" });
    this.note.setAttribute("role", "note");
    addEventListener("resize", () => this.place());
  }

  /** After every drawing: the note that is open stays with its thing; else the next new thing is introduced. */
  look(game, able) {
    this.game = game;
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
      morph(this.note, [h("small", {}, "New to you"), h("strong", {}, found.topic.name), h("p", {}, found.topic.text), h("button", { type: "button", class: "small", onclick: () => this.done() }, "Got it")]);
      document.body.append(this.note);
    }
    this.place();
  }

  find() {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.page.querySelectorAll("[data-meet]"))) {
      const name = node.dataset.meet;
      const topic = this.topics().get(name.toLowerCase());
      const box = node.getBoundingClientRect();
      if (topic && box.width && !met(this.game, name)) return { node, topic };
    }
    return null;
  }

  done() {
    meet(this.game, this.name);
    this.look(this.game, true);
  }

  /** Beside its thing, where it covers the least of what one reads or presses; never over the thing itself. */
  place() {
    if (!this.note.isConnected) return;
    const box = this.about.getBoundingClientRect();
    const own = this.note.getBoundingClientRect();
    const board = this.page.querySelector(".board-frame")?.getBoundingClientRect() || document.body.getBoundingClientRect();
    const middle = [box.left + box.width / 2 - own.width / 2, box.top + box.height / 2 - own.height / 2];
    const spots = [
      [middle[0], box.bottom + GAP],
      [middle[0], box.top - own.height - GAP],
      [box.right + GAP, middle[1]],
      [box.left - own.width - GAP, middle[1]],
      [board.left + GAP, board.top + GAP],
      [board.right - own.width - GAP, board.top + GAP],
      [board.left + GAP, board.bottom - own.height - GAP],
      [board.right - own.width - GAP, board.bottom - own.height - GAP],
    ].map(([left, top]) => [Math.max(GAP, Math.min(innerWidth - own.width - GAP, left)), Math.max(board.top + 4, Math.min(board.bottom - own.height - 4, top))]);
    const taken = [...this.page.querySelectorAll(".table [data-essential], .table button, .strip"), this.about].map((node) => [node.getBoundingClientRect(), node === this.about ? 50 : 1]);
    const cost = ([left, top], number) => taken.reduce((sum, [other, weight]) => sum + weight * overlap({ left, top, right: left + own.width, bottom: top + own.height }, other), number);
    const best = spots.map((spot, number) => [cost(spot, number), spot]).sort((one, other) => one[0] - other[0])[0][1];
    this.note.style.setProperty("left", `${best[0]}px`);
    this.note.style.setProperty("top", `${best[1]}px`);
  }
}

function overlap(one, other) {
  return Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
}
