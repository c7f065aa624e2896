/** Pages wait here until the one before has been seen: the others' decisions come at the pace one likes. */

import { settings } from "./keep.js";

/** How fast the others seem to decide, in words and in milliseconds from one decision to the next. */
export const PACES = { slow: 2000, normal: 800, fast: 0, tap: Infinity };
export const PACE_WORDS = { slow: "slow", normal: "normal", fast: "fast", tap: "wait for my tap" };
/** Whoever comes back to a page full of news wants the newest. */
const MANY = 40;

export class Pages {
  /** `show(page)` shows one, `changed()` hears when somebody has to tap. */
  constructor(show, changed) {
    this.show = show;
    this.changed = changed;
    this.queue = [];
    this.free = 0;
    this.timer = 0;
    this.tapping = false;
  }

  /** @param {{ sheet: import("./protocol.js").Sheet, log: import("./protocol.js").Log }} page */
  add(page) {
    this.queue.push(page);
    if (document.hidden || page.sheet.clock || this.queue.length > MANY) this.flush();
    else this.turn();
  }

  /** Show what is due; something that happened keeps the next page waiting. */
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

  /** On to the next page. */
  tap() {
    this.free = 0;
    this.turn();
  }

  /** What comes next answers a decision of one's own, and is not kept waiting. */
  open() {
    this.free = 0;
  }

  /** Everything that waits, at once. */
  flush() {
    clearTimeout(this.timer);
    for (const page of this.queue.splice(0)) this.show(page);
    this.free = 0;
    this.wait(0);
  }
}
