/** FLIP animations with the Web Animations API. */

import { settings } from "./storage.js";

/** True for people who want no motion. */
export function still() {
  return (
    settings.motion === "off" || (settings.motion !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches)
  );
}

/**
 * Where an element was before a change. A ghost replaces it if it leaves.
 * @typedef {{ box: DOMRect, to: string | undefined, ghost: HTMLElement | null }} Departure
 *
 * Positions before a change, by name.
 * @typedef {object} Flight
 * @property {Element[]} roots
 * @property {Map<string | undefined, Departure>} from
 * @property {Map<string | undefined, DOMRect>} places
 * @property {boolean} skip
 */

/**
 * Records the positions of all elements with `data-fly`. Call it before a change, and `land` on the result after it.
 * A new element starts at its `data-from`, the name of an element with `data-place`.
 * A removed element flies as a ghost to its `data-to`.
 * An element with `data-via` walks over the elements with these `data-stop` names, in order.
 * @param {Element[]} roots
 * @returns {Flight}
 */
export function takeOff(roots) {
  /** @type {Flight["from"]} */
  const from = new Map();
  if (still()) return { roots, from, places: new Map(), skip: true };
  for (const node of flying(roots)) {
    const ghost = node.dataset.to ? /** @type {HTMLElement} */ (node.cloneNode(true)) : null;
    from.set(node.dataset.fly, { box: node.getBoundingClientRect(), to: node.dataset.to, ghost });
  }
  return { roots, from, places: boxes(), skip: false };
}

/**
 * @param {Element[]} roots
 * @returns {HTMLElement[]}
 */
function flying(roots) {
  return roots.flatMap((root) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-fly]"))]);
}

/** Positions of places on the whole page. A card may come from a name above the board. */
function boxes() {
  /** @type {Flight["places"]} */
  const found = new Map();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-place]")))
    found.set(node.dataset.place, node.getBoundingClientRect());
  return found;
}

/**
 * Animates all elements from the recorded positions to the present ones; times are in ms.
 * @param {Flight} flight
 */
export function land({ roots, from, places, skip }, { duration = 420, stagger = 40 } = {}) {
  if (skip) return;
  const now = boxes();
  // Measure everything before the first animation: it would force a new layout for each measurement.
  const flights = flying(roots).map((node) => {
    const before = from.get(node.dataset.fly);
    from.delete(node.dataset.fly);
    const start = before ? before.box : places.get(node.dataset.from) || now.get(node.dataset.from);
    const stops =
      before && node.dataset.via
        ? node.dataset.via.split(" ").map((name) => roots[0].querySelector(`[data-stop="${CSS.escape(name)}"]`))
        : [];
    const way = stops.every((stop) => stop !== null) ? stops.map((stop) => stop.getBoundingClientRect()) : [];
    return { node, before, start, way, end: node.getBoundingClientRect() };
  });
  let number = 0;
  for (const { node, before, start, way, end } of flights) {
    if (!start?.width) {
      if (!before && node.dataset.from === undefined) appear(node, duration);
    } else if (way.length) walkAlong(node, start, way, end);
    else if (travel(node, start, end, duration, before ? 0 : stagger * number)) number += before ? 0 : 1;
  }
  for (const { box, to, ghost } of from.values()) {
    const end = to && (now.get(to) || places.get(to));
    if (ghost && end) leave(ghost, box, end, duration);
  }
}

/**
 * Moves an element in an arc; false if it stays.
 * @param {HTMLElement} node
 * @param {DOMRect} start
 * @param {DOMRect} end
 * @param {number} duration
 * @param {number} delay
 */
function travel(node, start, end, duration, delay) {
  const dx = start.left + start.width / 2 - (end.left + end.width / 2);
  const dy = start.top + start.height / 2 - (end.top + end.height / 2);
  if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return false;
  const scale = end.width ? Math.max(0.3, Math.min(2, start.width / end.width)) : 1;
  const lift = Math.min(60, Math.hypot(dx, dy) / 6);
  node.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 },
      {
        transform: `translate(${dx * 0.4}px, ${dy * 0.4 - lift}px) scale(${(1 + scale) / 2 + 0.05})`,
        zIndex: 5,
        offset: 0.6,
      },
      { transform: "none", zIndex: 5 },
    ],
    { duration, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
  );
  return true;
}

/**
 * Moves an element step by step, with a small hop each.
 * @param {HTMLElement} node
 * @param {DOMRect} start
 * @param {DOMRect[]} stops
 * @param {DOMRect} end
 */
function walkAlong(node, start, stops, end) {
  const middle = (/** @type {DOMRect} */ box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(end);
  const at = (/** @type {number[]} */ [left, top], lift = 0) => ({
    transform: `translate(${left - x}px, ${top - y - lift}px)`,
    zIndex: 5,
  });
  const way = [middle(start), ...stops.map(middle), [x, y]];
  const frames = way.flatMap((place, number) => {
    const next = way[number + 1];
    return next ? [at(place), at([(place[0] + next[0]) / 2, (place[1] + next[1]) / 2], end.height / 6)] : [at(place)];
  });
  node.animate(frames, { duration: 190 * (way.length - 1), easing: "linear" });
}

/**
 * @param {HTMLElement} node
 * @param {number} duration
 */
function appear(node, duration) {
  node.animate(
    [
      { opacity: 0, transform: "scale(.8)" },
      { opacity: 1, transform: "none" },
    ],
    {
      duration: duration * 0.7,
      easing: "ease-out",
    },
  );
}

/**
 * @param {HTMLElement} ghost
 * @param {DOMRect} box
 * @param {DOMRect} end
 * @param {number} duration
 */
function leave(ghost, box, end, duration) {
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  for (const [rule, value] of Object.entries({ left: box.left, top: box.top, width: box.width, height: box.height })) {
    ghost.style.setProperty(rule, `${value}px`);
  }
  // Inline, because a game's own `position` would put the ghost below the page and make it longer.
  ghost.style.setProperty("position", "fixed");
  ghost.style.setProperty("margin", "0");
  document.body.append(ghost);
  const dx = end.left + end.width / 2 - (box.left + box.width / 2);
  const dy = end.top + end.height / 2 - (box.top + box.height / 2);
  const flight = ghost.animate(
    [
      { transform: "none" },
      { transform: `translate(${dx}px, ${dy}px) scale(${Math.max(0.3, end.width / box.width)})`, opacity: 0.2 },
    ],
    { duration, easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

/**
 * Calls a function after a delay, which counts as motion until then.
 * @param {number} milliseconds
 * @param {() => unknown} call
 */
export function later(milliseconds, call) {
  if (milliseconds <= 0) call();
  else document.body.animate([], { duration: milliseconds }).onfinish = call;
}

/** Shakes an element that was hit. @param {Element | null | undefined} node */
export function shake(node, strength = 8) {
  if (still() || !node) return;
  node.animate(
    [0, -1, 1, -0.7, 0.5, 0].map((x) => ({ transform: `translateX(${x * strength}px)` })),
    { duration: 380, easing: "ease-out" },
  );
}

/** Flashes an element to draw attention. @param {Element | null | undefined} node */
export function flash(node, colour = "var(--glow)") {
  if (still() || !node) return;
  node.animate(
    [
      { boxShadow: `0 0 0 0 ${colour}` },
      { boxShadow: `0 0 0 8px ${colour}`, offset: 0.3 },
      { boxShadow: "0 0 0 14px transparent" },
    ],
    {
      duration: 700,
    },
  );
}

/**
 * Floats a word up from an element and fades it: "-3", "miss".
 * @param {Element | null | undefined} node
 * @param {string} text
 */
export function floatWord(node, text, kind = "") {
  if (!node) return;
  const box = node.getBoundingClientRect();
  const word = document.createElement("div");
  word.className = `float-word ${kind}`;
  word.textContent = text;
  word.setAttribute("aria-hidden", "true");
  word.style.setProperty("left", `${box.left + box.width / 2}px`);
  word.style.setProperty("top", `${box.top + box.height / 3}px`);
  document.body.append(word);
  const calm = still();
  const rise = word.animate(
    calm
      ? [{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }]
      : [
          { transform: "translate(-50%, 0) scale(.6)", opacity: 0 },
          { transform: "translate(-50%, -14px) scale(1.15)", opacity: 1, offset: 0.2 },
          { transform: "translate(-50%, -54px)", opacity: 0 },
        ],
    { duration: 1300, easing: "ease-out" },
  );
  rise.onfinish = rise.oncancel = () => word.remove();
}

/**
 * Scrolls a wide row sideways until this element is visible.
 * @param {Element | null | undefined} box
 * @param {Element | null | undefined} node
 */
export function inSight(box, node) {
  if (!box || !node || box.scrollWidth <= box.clientWidth) return;
  const [frame, own] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
  if (own.left < frame.left || own.right > frame.right)
    box.scrollLeft += own.left + own.width / 2 - (frame.left + frame.width / 2);
}

/** Finishes all finite animations. */
export function finish() {
  for (const motion of document.getAnimations())
    if (motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish();
}
