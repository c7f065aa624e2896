/** Positions notes and tooltips beside their element, covering as little as possible. */

/** Distance from the element and from the edges, in px. */
const GAP = 8;
/** Selectors that an unrequested note must not cover, and those it should not. */
const NEEDED = ".table [data-essential], .table [data-figure], .table button, .table [role=button], .strip";
const PREFERABLY_FREE = ".table [data-spot]";

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/**
 * Moves `note`, a fixed element, beside `about`, within `bounds` (default: the window).
 * Returns true if no needed element is covered.
 * @param {HTMLElement} note
 * @param {Element} about
 * @param {Box} [bounds]
 * @param {string} [needed] selector of the needed elements
 * @param {number} [steps] positions to try across the bounds, and down
 */
export function placeBeside(
  note,
  about,
  bounds = { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
  needed = NEEDED,
  steps = 3,
) {
  const box = about.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2];
  const beside = [
    [x, box.top - height - GAP],
    [x, box.bottom + GAP],
    [box.right + GAP, y],
    [box.left - width - GAP, y],
  ];
  const along = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ size) =>
    Array.from({ length: steps }, (_, at) => low + GAP + (at / (steps - 1)) * (high - low - size - 2 * GAP));
  const far = (/** @type {number[]} */ [left, top]) => Math.hypot(left - x, top - y);
  const anywhere = along(bounds.left, bounds.right, width)
    .flatMap((left) => along(bounds.top, bounds.bottom, height).map((top) => [left, top]))
    .sort((one, other) => far(one) - far(other));
  const within = (/** @type {number[]} */ [left, top]) => [
    between(bounds.left + GAP, left, bounds.right - width - GAP),
    between(bounds.top + GAP, top, bounds.bottom - height - GAP),
  ];
  const precious = [...document.querySelectorAll(`${needed}, ${PREFERABLY_FREE}`)].map((node) => ({
    box: node.getBoundingClientRect(),
    needed: node.matches(needed),
    holds: node.contains(about),
  }));
  // Every position costs less than infinity, so one of them replaces the bounds.
  let best = bounds;
  let least = Infinity;
  for (const [number, [left, top]] of [...beside, ...anywhere].map(within).entries()) {
    const own = { left, top, right: left + width, bottom: top + height };
    // The element itself is covered only as a last resort; of equal positions the first is nearest.
    const covered = precious.reduce(
      (sum, other) => sum + (other.holds ? 0 : other.needed ? 21 : 1) * overlap(own, other.box),
      0,
    );
    const cost = covered + 100 * overlap(own, box) + number;
    if (cost < least) [best, least] = [own, cost];
  }
  note.style.setProperty("left", `${best.left}px`);
  note.style.setProperty("top", `${best.top}px`);
  return precious.every((other) => !other.needed || !overlap(best, other.box));
}

/**
 * @param {number} low
 * @param {number} value
 * @param {number} high
 */
function between(low, value, high) {
  return Math.max(low, Math.min(high, value));
}

/**
 * Area that two boxes share, in px².
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  return (
    Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
    Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
  );
}
