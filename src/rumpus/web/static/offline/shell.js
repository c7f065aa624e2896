/** The shell around all pages of an export: keeps the workers alive across navigation. */

import { ROOT, address, pathAt } from "./routes.js";

const find = (id) => document.getElementById(id);
const frame = /** @type {HTMLIFrameElement} */ (find("page"));
/** Name of the lock: only the window that holds it serves tables. */
const LOCK_NAME = `rumpus ${ROOT.pathname}`;
/** @type {Worker | null} */
let gameService = null;
let notices = [];

// --- messages ---

/** Shows a message with an action in place of the pages. @param {string} sentence */
function say(sentence, label = "", act = null) {
  find("state").textContent = sentence;
  const button = /** @type {HTMLButtonElement} */ (find("way"));
  button.hidden = !act;
  button.textContent = label;
  button.onclick = act;
  find("waiting").hidden = false;
  frame.hidden = true;
}

/** Shows a note above the pages until it is acted on or closed. @param {string} sentence */
function note(sentence, label = "OK", act = null) {
  notices = [{ sentence, label, act }, ...notices.filter((one) => one.sentence !== sentence)];
  showNotice();
}

function showNotice() {
  const [first] = notices;
  find("notice").hidden = !first;
  if (!first) return;
  find("news").textContent = first.sentence;
  const button = /** @type {HTMLButtonElement} */ (find("heard"));
  button.textContent = first.label;
  button.onclick = () => {
    notices = notices.filter((one) => one !== first);
    showNotice();
    first.act?.();
  };
}

// --- game service ---

function start() {
  say("Setting up the tables …");
  gameService = new Worker(new URL("game_service.js", import.meta.url), { type: "module" });
  gameService.onerror = (event) =>
    say(`Rumpus could not start here: ${event.message || "a file is missing"}.`, "Try again", () => location.reload());
  gameService.onmessage = ({ data }) => {
    if (data.failed) return say(`Rumpus could not start here: ${data.failed}`, "Try again", () => location.reload());
    find("waiting").hidden = true;
    frame.hidden = false;
    frame.src = address(location.hash.slice(1) || "/");
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
    navigator.storage?.persist?.();
    // Only after loading, so that nobody waits for it.
    frame.addEventListener(
      "load",
      () => keepForLater().catch((error) => console.warn("Nothing is saved for later:", error)),
      { once: true },
    );
  };
}

function stop() {
  gameService?.terminate();
  gameService = null;
  frame.src = "about:blank";
  say("Rumpus is now open in another window of this browser.", "Play here instead", () => location.reload());
}

/** Acquires the lock. `taking` steals it from another window, which is notified. */
async function lead(taking) {
  if (!navigator.locks) return start();
  /** Starts with the lock, and keeps it until the window closes. */
  const hold = (lock) => {
    if (!lock) return undefined;
    start();
    return new Promise(() => {});
  };
  try {
    await navigator.locks.request(LOCK_NAME, taking ? { steal: true } : { ifAvailable: true }, hold);
  } catch {
    return stop();
  }
  if (gameService) return undefined;
  say(
    "Rumpus is already open in another window of this browser. Only one window can play at a time.",
    "Play here instead",
    () => lead(true),
  );
  // When the other window is closed, this one continues.
  const waiting = navigator.locks.request(LOCK_NAME, hold);
  return waiting.catch(stop);
}

// --- pages ---

addEventListener("message", ({ data, origin, source, ports }) => {
  if (origin !== location.origin || source !== frame.contentWindow) return;
  if (data.line) gameService?.postMessage("", [...ports]);
  else if (data.at) called(data.at);
});

function called(path) {
  history.replaceState(null, "", `#${path}`);
}

frame.addEventListener("load", () => {
  const { contentDocument: page, contentWindow: inside } = frame;
  if (!gameService || !page?.head) return;
  const { path, asked } = pathAt(inside.location);
  called(`${path}${asked ? `?${asked}` : ""}${inside.location.hash}`);
  const title = () => (document.title = page.title);
  title();
  new MutationObserver(title).observe(page.head, { subtree: true, childList: true, characterData: true });
  inside.focus();
});
addEventListener("hashchange", () => {
  if (gameService) frame.src = address(location.hash.slice(1) || "/");
});

// --- offline cache and updates ---

/** True if the service worker controls this page: not at first, then permanently. */
let kept = Boolean(navigator.serviceWorker?.controller);
const known = kept;
navigator.serviceWorker?.addEventListener("controllerchange", () => {
  if (kept) location.reload();
  kept = true;
});

async function keepForLater() {
  if (!navigator.serviceWorker) return;
  const here = await navigator.serviceWorker.register(new URL("service.js", ROOT), { updateViaCache: "none" });
  const offerUpdate = () => {
    if (here.waiting && here.active)
      note("A new version of Rumpus is ready.", "Reload", () => here.waiting.postMessage("now"));
  };
  offerUpdate();
  here.addEventListener("updatefound", () => here.installing?.addEventListener("statechange", offerUpdate));
  await navigator.serviceWorker.ready;
  // The host was updated during loading: the cached version differs from the running one.
  if (!(await caches.has(`rumpus ${here.scope} ${document.documentElement.dataset.version}`))) return location.reload();
  document.documentElement.dataset.offline = "ready";
  if (!known) note("Rumpus is saved in this browser and now works offline, too.");
}

lead(false);
