/** A lesson at the table: its text, its highlights and its progress. */

import { h } from "../ui/dom.js";

/** Renders **bold** parts of a sentence. @param {string} text */
export function bold(text) {
  return text.split("**").map((part, at) => (at % 2 ? h("em", { key: at }, part) : part));
}

/** Progress as dots. @param {import("../protocol.js").LessonInfo} lesson */
export function dots({ step, titles }) {
  const kinds = titles.map((_, at) => (at < step ? "done" : at === step ? "now" : ""));
  return h(
    "span",
    {
      class: "lesson-dots",
      role: "img",
      "aria-label": step < titles.length ? `Step ${step + 1} of ${titles.length}` : "All steps done",
    },
    kinds.map((kind, at) => h("i", { key: at, class: kind })),
  );
}

const SVG = "http://www.w3.org/2000/svg";
const PADDING = 6;
/** Milliseconds without movement after which targets are measured only every RESTING_MS. */
const MOVES_MS = 500;
const RESTING_MS = 150;

/**
 * Shades everything except the highlighted elements of a step, and follows them. Shaded elements still take clicks.
 * Animations by script raise no events, so the targets are measured in every frame until they rest.
 */
export class Veil {
  /** @param {Element} page */
  constructor(page) {
    this.page = page;
    /** @type {string[]} */
    this.spots = [];
    /** @type {number[]} */
    this.allow = [];
    /** The places as last measured, and when they last changed. */
    this.places = "";
    this.moved = 0;
    this.timer = 0;
    this.frame = 0;
  }

  /** @param {import("../protocol.js").LessonInfo | null} lesson */
  show(lesson) {
    this.spots = lesson?.spot || [];
    this.allow = lesson?.allow || [];
    for (const part of this.page.querySelectorAll("[data-name]")) {
      part.classList.toggle("not-yet", Boolean(lesson?.hide?.includes(part.getAttribute("data-name"))));
    }
    this.moved = performance.now();
    this.follow();
  }

  /** Measures now, and again in the next frame, or a little later once everything rests. */
  follow() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.fit();
    if (!this.spots.length) return;
    const next = () => {
      this.frame = requestAnimationFrame(() => this.follow());
    };
    if (performance.now() - this.moved < MOVES_MS) next();
    else this.timer = setTimeout(next, RESTING_MS);
  }

  /** The targets of this step; once its move is chosen, the button that confirms it. */
  lit() {
    const confirm = this.page.querySelector(".tray [data-main]:not([aria-disabled])");
    if (confirm && this.allow.includes(Number(confirm.getAttribute("data-move"))))
      return [confirm.getBoundingClientRect()];
    const boxes = [];
    for (const part of this.page.querySelectorAll("[data-name]")) {
      if (!this.spots.includes(part.getAttribute("data-name"))) continue;
      const box = whole(part);
      if (box.width && box.height) boxes.push(box);
    }
    return boxes;
  }

  fit() {
    const boxes = this.lit();
    const table = this.page.querySelector(".table");
    const strip = this.page.querySelector(".table .strip")?.getBoundingClientRect();
    const places = JSON.stringify([boxes, strip, innerWidth, innerHeight]);
    if (places === this.places) return;
    this.places = places;
    this.moved = performance.now();
    if (!boxes.length || !table) {
      this.svg?.remove();
      this.svg = null;
      return;
    }
    if (!this.svg) {
      this.svg = part("svg", { class: "lesson-veil", "aria-hidden": "true" });
      document.body.append(this.svg);
    }
    const { top } = table.getBoundingClientRect();
    const all = { x: 0, y: top, width: innerWidth, height: innerHeight - top };
    const holes = boxes.map((box) => part("rect", { ...around(box), fill: "black" }));
    if (strip)
      holes.push(
        part("rect", { x: strip.left, y: strip.top, width: strip.width, height: strip.height, fill: "black" }),
      );
    this.svg.replaceChildren(
      part(
        "mask",
        { id: "lesson-mask", maskUnits: "userSpaceOnUse", ...all },
        part("rect", { ...all, fill: "white" }),
        ...holes,
      ),
      part("rect", { ...all, class: "lesson-shade", mask: "url(#lesson-mask)" }),
      ...boxes.map((box) => part("rect", { ...around(box), class: "lesson-ring" })),
    );
  }
}

/** The place of an element with its labels beyond the edge, which a drawing marks with `data-lit`. @param {Element} part */
function whole(part) {
  const boxes = [part, ...part.querySelectorAll("[data-lit]")].map((one) => one.getBoundingClientRect());
  const shown = boxes.filter(({ width, height }) => width && height);
  const [left, top] = [Math.min(...shown.map((box) => box.left)), Math.min(...shown.map((box) => box.top))];
  const [right, bottom] = [Math.max(...shown.map((box) => box.right)), Math.max(...shown.map((box) => box.bottom))];
  return shown.length ? new DOMRect(left, top, right - left, bottom - top) : boxes[0];
}

function around({ left, top, width, height }) {
  return {
    x: left - PADDING,
    y: top - PADDING,
    width: width + 2 * PADDING,
    height: height + 2 * PADDING,
    rx: Math.min(14, width / 2 + PADDING),
  };
}

function part(name, facts, ...inside) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(facts)) node.setAttribute(key, String(value));
  node.append(...inside);
  return node;
}
