/** Queue of table pages: shows others' decisions at the chosen pace. */

import { settings } from "../ui/storage.js";

/** Paces with the milliseconds between two decisions. */
export const PACES = { slow: 2000, normal: 800, fast: 0, tap: Infinity };
export const PACE_WORDS = { slow: "slow", normal: "normal", fast: "fast", tap: "step by step" };
/** More waiting pages than this are shown at once. */
const MAX_WAITING = 40;

export class Pages {
  /** `show(page)` renders a page; `changed()` is called when a tap is needed. */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    this.queue = [];
    this.free = 0;
    this.timer = 0;
    this.tapping = false;
  }

  /** @param {{ tableView: import("../protocol.js").TableView, log: import("../protocol.js").Log }} page */
  add(page) {
    this.queue.push(page);
    if (document.hidden || page.tableView.clock || this.queue.length > MAX_WAITING) this.flush();
    else this.turn();
  }

  /** Shows the due pages. A page with events delays the next one. */
  turn() {
    clearTimeout(this.timer);
    while (this.queue.length) {
      const wait = this.free - performance.now();
      if (wait > 0) {
        this.wait(wait);
        return;
      }
      const page = this.queue.shift();
      this.show(page);
      if (page.log.lines.length) this.free = performance.now() + PACES[settings.pace];
    }
    this.wait(0);
  }

  wait(milliseconds) {
    const tapping = milliseconds === Infinity;
    if (milliseconds > 0 && !tapping) this.timer = setTimeout(() => this.turn(), milliseconds);
    if (tapping !== this.tapping) {
      this.tapping = tapping;
      this.changed();
    }
  }

  /** Shows the next page. */
  tap() {
    this.free = 0;
    this.turn();
  }

  /** Skips the delay once: the next page answers one's own decision. */
  open() {
    this.free = 0;
  }

  /** Shows all waiting pages at once. */
  flush() {
    clearTimeout(this.timer);
    for (const page of this.queue.splice(0)) this.show(page);
    this.free = 0;
    this.wait(0);
  }
}
