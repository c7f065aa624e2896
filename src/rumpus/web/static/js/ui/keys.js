/** Keyboard navigation: arrow keys move the focus to the nearest control in that direction. */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Arrow keys move the focus between elements with `data-spot` in `root`.
 * @param {HTMLElement} root
 */
export function walk(root) {
  root.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    const target = /** @type {Element} */ (event.target);
    if (!way || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
      return;
    const from = target.closest("[data-spot]");
    /** @type {HTMLElement | null} */
    const next = from ? nearest(root, from, way) : root.querySelector("[data-spot]");
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

/**
 * Returns the nearest control in a direction, if any.
 * @param {HTMLElement} root
 * @param {Element} from
 * @param {[number, number]} direction
 */
function nearest(root, from, [x, y]) {
  const a = from.getBoundingClientRect();
  const [ax, ay] = [a.left + a.width / 2, a.top + a.height / 2];
  /** @type {HTMLButtonElement | null} */
  let best = null;
  let least = Infinity;
  for (const node of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("[data-spot]"))) {
    if (node === from || node.disabled) continue;
    const b = node.getBoundingClientRect();
    if (!b.width) continue;
    const [dx, dy] = [b.left + b.width / 2 - ax, b.top + b.height / 2 - ay];
    const along = dx * x + dy * y;
    if (along <= 1) continue;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    const cost = along + 2.2 * aside;
    if (cost < least) [best, least] = [node, cost];
  }
  return best;
}

/** True if letters are input for this control. A checkbox takes none. @param {Element} control */
const isTyping = (control) => control.matches("input:not([type=checkbox]), select, textarea");

/**
 * Page-wide shortcuts; ignored while typing. In a dialog only digits count: they choose from its list.
 * @param {Record<string, (event: KeyboardEvent) => unknown>} table
 */
export function shortcuts(table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(/** @type {Element} */ (event.target))) return;
    const box = [...document.querySelectorAll("dialog[open]")].at(-1);
    if (box) {
      const chosen = /^[1-9]$/.test(event.key) && box.querySelector(`[data-key="${event.key}"]`);
      if (!chosen) return;
      event.preventDefault();
      /** @type {HTMLElement} */ (chosen).click();
      return;
    }
    // With Caps Lock the letters are capitals.
    const call = table[event.key] || table[event.key.toLowerCase()];
    if (call && call(event) !== false) event.preventDefault();
  });
}
