/** Components of every page: header, dialogs, seat markers and formatted numbers. */

import { h, morph } from "./dom.js";
import { walk } from "./keys.js";
import { change, name, rename, settings } from "./storage.js";

/** Shapes of the seats, because colour alone is not accessible. */
export const SHAPES = ["circle", "triangle", "square", "diamond", "star", "pentagon", "cross", "moon"];
/** @type {Record<string, string>} */
const PATHS = {
  circle: "M12 3a9 9 0 1 0 .01 0z",
  triangle: "M12 3 22 20.5H2z",
  square: "M4 4h16v16H4z",
  diamond: "M12 1.5 22.5 12 12 22.5 1.5 12z",
  star: "m12 1.8 3 7 7.6.6-5.8 5 1.8 7.4L12 17.8l-6.6 4 1.8-7.4-5.8-5L9 8.8z",
  pentagon: "M12 2 22.5 9.6 18.5 22h-13l-4-12.4z",
  cross: "M8.5 2h7v6.5h6.5v7h-6.5V22h-7v-6.5H2v-7h6.5z",
  moon: "M15 2a10 10 0 1 0 7 14A8.5 8.5 0 0 1 15 2z",
};

/**
 * The shape of a seat in its colour.
 * @param {number} seat
 */
export function seatMark(seat, title = "") {
  return h(
    "svg",
    {
      class: `mark seat-${seat % 8}`,
      viewBox: "0 0 24 24",
      role: title ? "img" : null,
      "aria-label": title || null,
      "aria-hidden": title ? null : "true",
    },
    h("path", { d: PATHS[SHAPES[seat % 8]] }),
  );
}

const ICONS = {
  sun: "M12 7a5 5 0 1 0 .01 0zM11 1h2v3h-2zM11 20h2v3h-2zM1 11h3v2H1zM20 11h3v2h-3zM4 5.4 5.4 4l2.1 2.1L6.1 7.5zM16.5 17.9l1.4-1.4 2.1 2.1-1.4 1.4zM4 18.6l2.1-2.1 1.4 1.4L5.4 20zM16.5 6.1 18.6 4 20 5.4l-2.1 2.1z",
  moon: PATHS.moon,
  sound:
    "M3 9v6h4l6 5V4L7 9zM16 8.5a5 5 0 0 1 0 7v-2.2a2.5 2.5 0 0 0 0-2.6zM16 4.2a8.5 8.5 0 0 1 0 15.6v-2a6.6 6.6 0 0 0 0-11.6z",
  mute: "M3 9v6h4l6 5V4L7 9zM15 9.5l1.5-1.5 2.2 2.2L20.9 8l1.5 1.5-2.2 2.2 2.2 2.2-1.5 1.5-2.2-2.2-2.2 2.2-1.5-1.5 2.2-2.2z",
  link: "M10.6 13.4a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7l-1.7 1.8 1.4 1.4 1.7-1.8a2 2 0 0 1 2.9 2.9L15 12a2 2 0 0 1-2.9 0zM13.4 10.6a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.7-1.8-1.4-1.4-1.7 1.8a2 2 0 0 1-2.9-2.9L9 12a2 2 0 0 1 2.9 0z",
  book: "M3 4.5C6 3.2 9 3.4 11.2 5v14.6C9 18 6 17.9 3 19zM21 4.5C18 3.2 15 3.4 12.8 5v14.6C15 18 18 17.9 21 19z",
  bulb: "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM8.5 18.5h7V20h-7zM10 21.3h4V22.5h-4z",
  undo: "M8 4 3 9l5 5v-3.5h6a4 4 0 0 1 0 8H8V21h6a6.5 6.5 0 0 0 0-13H8z",
  eye: "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 2.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  door: "M5 2h10v3h-2V4H7v16h6v-1h2v3H5zM13 8l5 4-5 4v-3H9v-2h4z",
  keys: "M2 6h20v12H2zM4 8v2h2V8zm4 0v2h2V8zm4 0v2h2V8zm4 0v2h2V8zM4 11.5v2h2v-2zm4 0v2h2v-2zm4 0v2h2v-2zm4 0v2h2v-2zM7 15v1.5h10V15z",
  people:
    "M8 4a4 4 0 1 0 .01 0zM2 20c0-4 2.7-6.5 6-6.5s6 2.5 6 6.5zM16.5 6a3.2 3.2 0 1 0 .01 0zM15 13.3c.5-.2 1-.2 1.5-.2 3 0 5.5 2.2 5.5 6h-6.3c0-2.2-.2-4.2-.7-5.8z",
  plus: "M10.5 4h3v6.5h6.5v3h-6.5v6.5h-3v-6.5H4v-3h6.5z",
  tick: "m4 12.5 2.2-2.2 4 4L18 6.5l2.2 2.2-10 10z",
  cap: "M12 3 1 9l11 6 9-4.9V17h2V9zM5 13.2V17c0 2 3.5 3.5 7 3.5s7-1.5 7-3.5v-3.8l-7 3.8z",
  bars: "M3 20v-9h4.5v9zM9.75 20V4h4.5v16zM16.5 20v-6H21v6zM2 21h20v1.5H2z",
  search: "M10 2a8 8 0 1 0 .01 0zM10 4.6a5.4 5.4 0 1 1-.01 0zM15 16.6l1.6-1.6 5.9 5.9-1.6 1.6z",
  time: "M12 2a10 10 0 1 0 .01 0zM12 4.2a7.8 7.8 0 1 1-.01 0zM11 7v6l4.5 2.7 1-1.7L13 12V7z",
  play: "M6 3.5v17l14-8.5z",
  pause: "M6 4h4.5v16H6zM13.5 4H18v16h-4.5z",
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  last: "M17 4h3v16h-3zM4 4l12 8L4 20z",
  back: "M16 4v16L5 12z",
  next: "M8 4l11 8L8 20z",
  again: "M12 4V1L7 5.5 12 10V6.5a5.5 5.5 0 1 1-5.5 5.5H4A8 8 0 1 0 12 4z",
  story: "M6 2h10l4 4v16H6zM9 9v1.8h8V9zm0 4v1.8h8V13zm0 4v1.8h5V17z",
  menu: "M3 5h18v2.6H3zM3 10.7h18v2.6H3zM3 16.4h18V19H3z",
  close: "m5.2 3.8 6.8 6.8 6.8-6.8 1.4 1.4L13.4 12l6.8 6.8-1.4 1.4-6.8-6.8-6.8 6.8-1.4-1.4 6.8-6.8-6.8-6.8z",
  crown: "M2 19 1 6l6 5 5-8 5 8 6-5-1 13z",
  chat: "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-8l-6 5v-5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM7 9v2.4h2.4V9zm3.8 0v2.4h2.4V9zm3.8 0v2.4H17V9z",
  flag: "M5 2h2.2v1.2c4-1.8 7 1.8 12.8 0v10c-5.8 1.8-8.8-1.8-12.8 0V22H5z",
  list: "M3 4h3v3H3zM8 4.5h13v2H8zM3 10.5h3v3H3zM8 11h13v2H8zM3 17h3v3H3zM8 17.5h13v2H8z",
  save: "M11 2h2v10l3.5-3.5L18 10l-6 6-6-6 1.5-1.5L11 12zM4 18h2v2h12v-2h2v4H4z",
};

/** @typedef {keyof typeof ICONS} IconName */

/** @param {IconName} kind */
export function icon(kind) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: ICONS[kind], "fill-rule": "evenodd" }),
  );
}

/**
 * Icon button; its label is the tooltip and the accessible name.
 * @param {IconName} kind
 * @param {string} label
 * @param {(event: Event) => unknown} onclick
 * @param {Record<string, any>} [more]
 */
export function iconButton(kind, label, onclick, more = {}) {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...more },
    icon(kind),
  );
}

/** The logo, drawn as SVG to look the same everywhere. */
export function wordmark(small = false) {
  const letters = [
    ["M0 40V0h18c10 0 16 5 16 13 0 6-3 10-8 12l10 15H23L15 27h-3v13zM12 10v8h5c3 0 5-1 5-4s-2-4-5-4z", 0, -5, "a"],
    ["M0 0h12v23c0 5 2 7 5.5 7s5.5-2 5.5-7V0h12v24c0 11-7 17-17.5 17S0 35 0 24z", 40, 4, "b"],
    ["M0 40V0h12l10 16L32 0h12v40H32V20L22 35 12 20v20z", 80, -3, "c"],
    ["M0 40V0h18c10 0 17 6 17 14.5S28 29 18 29h-6v11zM12 10v9h5c4 0 6-1.5 6-4.5S21 10 17 10z", 130, 6, "d"],
    ["M0 0h12v23c0 5 2 7 5.5 7s5.5-2 5.5-7V0h12v24c0 11-7 17-17.5 17S0 35 0 24z", 170, -4, "e"],
    [
      "M17 41C7 41 1 36 0 28l11-2c1 3 3 5 6 5s5-1 5-3-2-3-8-4.5C6 21 1 18 1 11.5 1 4.5 7 0 16 0c9 0 15 4 16 11l-11 2c-.5-2.5-2-4-5-4-2.5 0-4 1-4 2.6 0 2 2.5 2.6 8 4C28 18 34 21 34 28c0 8-7 13-17 13z",
      211,
      5,
      "f",
    ],
  ];
  return h(
    "svg",
    { class: small ? "wordmark small" : "wordmark", viewBox: "-6 -8 262 60", role: "img", "aria-label": "Rumpus" },
    letters.map(([d, x, turn, kind]) =>
      h("path", { d, class: `letter ${kind}`, transform: `translate(${x} 2) rotate(${turn} 18 20)` }),
    ),
  );
}

/** Settings that every page has. @param {() => unknown} redraw */
export function switches(redraw) {
  const dark =
    settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  return [
    iconButton(dark ? "sun" : "moon", dark ? "Light colours" : "Dark colours", () => {
      change({ theme: dark ? "light" : "dark" });
      redraw();
    }),
    iconButton(
      settings.sound ? "sound" : "mute",
      settings.sound ? "Sound off" : "Sound on",
      () => {
        change({ sound: !settings.sound });
        redraw();
      },
      { "aria-pressed": String(settings.sound) },
    ),
  ];
}

/** Shows a sentence at the edge for a while, once at a time; screen readers announce it. @param {string} text */
export function toast(text, kind = "") {
  let toasts = document.getElementById("toasts");
  if (!toasts) {
    toasts = document.createElement("div");
    toasts.id = "toasts";
    toasts.setAttribute("role", "status");
    document.body.append(toasts);
  }
  for (const earlier of [...toasts.children]) if (earlier.textContent === text) earlier.remove();
  const slip = document.createElement("div");
  slip.className = `toast ${kind}`;
  slip.textContent = text;
  toasts.append(slip);
  setTimeout(() => slip.remove(), 3500 + 45 * text.length);
}

/**
 * Opens a dialog; `make(close)` returns its vnodes. Escape closes it and restores the focus.
 * @param {string} title
 * @param {(close: () => void, redraw: () => void) => import("./dom.js").Child} make
 */
export function dialog(title, make, kind = "") {
  const box = document.createElement("dialog");
  box.className = `dialog ${kind}`;
  box.setAttribute("aria-label", title);
  const close = () => box.close();
  const redraw = () =>
    morph(box, [
      h(
        "header",
        {},
        h("h2", {}, title),
        h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: close }, icon("close")),
      ),
      h("div", { class: "dialog-body" }, make(close, redraw)),
    ]);
  redraw();
  openBox(box);
  return { close, redraw, box };
}

/**
 * Shows a dialog element until it is closed. Focus starts on the first entry of a list, if it holds one.
 * @param {HTMLDialogElement} box
 */
export function openBox(box) {
  walk(box);
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => {
    box.remove();
    keepFocus();
  });
  document.body.append(box);
  box.showModal();
  /** @type {HTMLElement | null} */ (box.querySelector("[data-spot]"))?.focus();
}

/** Moves the focus to the board, or else to the page's main part, if the focused element is gone. */
export function keepFocus() {
  const { activeElement } = document;
  if ((activeElement && activeElement !== document.body) || document.querySelector("dialog[open]")) return;
  /** @type {HTMLElement | null} */
  const place = document.querySelector("#board") || document.querySelector("main");
  if (!place) return;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * Input for one's name, saved while typing. `oncommit` is called when it is left.
 * @param {() => unknown} [onchange]
 * @param {() => unknown} [oncommit]
 */
export function nameField(onchange = () => {}, oncommit = () => {}) {
  return h(
    "label",
    { class: "name-field" },
    icon("people"),
    h("span", { class: "unseen" }, "Your name"),
    h("input", {
      name: "name",
      value: name(),
      maxlength: 24,
      placeholder: "Your name",
      autocomplete: "nickname",
      spellcheck: "false",
      "data-draft": "",
      oninput: (/** @type {{ target: HTMLInputElement }} */ event) => {
        rename(event.target.value);
        onchange();
      },
      onchange: oncommit,
    }),
  );
}

/**
 * @param {number} count
 * @param {string} word
 */
export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Formats the numbers of players: "2–4 players". @param {number[]} counts */
export function playerCounts(counts) {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  if (low !== high) return `${low}–${high} players`;
  return low === 1 ? "1 player" : `${low} players`;
}

/** Copies a text, or shows it to be copied. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    prompt("Copy this link:", text);
  }
}

/** Formats "hand_size" as "hand size", with a capital on request. @param {string} name */
export function words(name, capital = false) {
  const plain = String(name).replaceAll("_", " ");
  return capital ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
}
