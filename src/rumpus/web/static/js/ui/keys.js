/** Keyboard navigation: arrow keys move the focus to the nearest control in that direction. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrow keys move the focus between elements with `data-spot` in `root`. */
export function walk(root) {
  root.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (
      !way ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
    )
      return;
    const from = event.target.closest("[data-spot]");
    const next = from ? nearest(root, from, way) : root.querySelector("[data-spot]");
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

function nearest(root, from, [x, y]) {
  const a = from.getBoundingClientRect();
  const [ax, ay] = [a.left + a.width / 2, a.top + a.height / 2];
  let best = null;
  let least = Infinity;
  for (const node of root.querySelectorAll("[data-spot]")) {
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

/** Page-wide shortcuts; ignored while typing or in a dialog. */
export function shortcuts(table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(/** @type {Element} */ (event.target).tagName)) return;
    const call = table[event.key];
    if (call && call(event) !== false) event.preventDefault();
  });
}
