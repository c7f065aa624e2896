/** The page around all pages of an export: it keeps the workers, so that going from page to page takes no time. */

import { ROOT, address, pathAt } from "./places.js";

const find = (id) => document.getElementById(id);
const frame = /** @type {HTMLIFrameElement} */ (find("page"));
/** One of all windows leads: it alone has tables. */
const LEAD = `rumpus ${ROOT.pathname}`;
/** @type {Worker | null} */
let house = null;
let notices = [];

// --- what is said ---

/** In place of the pages: what goes on, and what one can do. @param {string} sentence */
function say(sentence, label = "", act = null) {
  find("state").textContent = sentence;
  const button = /** @type {HTMLButtonElement} */ (find("way"));
  button.hidden = !act;
  button.textContent = label;
  button.onclick = act;
  find("waiting").hidden = false;
  frame.hidden = true;
}

/** Above the pages, the newest first, until it is acted on or closed. @param {string} sentence */
function note(sentence, label = "Fine", act = null) {
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

// --- the house ---

function start() {
  say("Setting up the tables …");
  house = new Worker(new URL("house.js", import.meta.url), { type: "module" });
  house.onerror = (event) => say(`Rumpus could not start here: ${event.message || "a file is missing"}.`, "Try again", () => location.reload());
  house.onmessage = ({ data }) => {
    if (data.failed) return say(`Rumpus could not start here: ${data.failed}`, "Try again", () => location.reload());
    find("waiting").hidden = true;
    frame.hidden = false;
    frame.src = address(location.hash.slice(1) || "/");
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
    navigator.storage?.persist?.();
    // Only then, so that nobody waits for it.
    frame.addEventListener("load", () => keepForLater().catch((error) => console.warn("nothing is kept for later:", error)), { once: true });
  };
}

function stop() {
  house?.terminate();
  house = null;
  frame.src = "about:blank";
  say("Rumpus has been taken over by another window of this browser.", "Play in this one", () => location.reload());
}

/** Whoever holds the lock leads; whoever wants to lead all the same takes it away, and the other hears of it. */
async function lead(taking) {
  if (!navigator.locks) return start();
  const hold = (lock) => (lock ? (start(), new Promise(() => {})) : undefined);
  try {
    await navigator.locks.request(LEAD, taking ? { steal: true } : { ifAvailable: true }, hold);
  } catch {
    return stop();
  }
  if (house) return undefined;
  say("Rumpus is open in another window of this browser. Two at once would play the same tables.", "Play in this one", () => lead(true));
  // When the other one is closed, this one goes on by itself.
  const waiting = navigator.locks.request(LEAD, hold);
  return waiting.catch(stop);
}

// --- the pages ---

addEventListener("message", ({ data, origin, source, ports }) => {
  if (origin !== location.origin || source !== frame.contentWindow) return;
  if (data.line) house?.postMessage("", [...ports]);
  else if (data.at) called(data.at);
});

function called(path) {
  history.replaceState(null, "", `#${path}`);
}

frame.addEventListener("load", () => {
  const { contentDocument: page, contentWindow: inside } = frame;
  if (!house || !page?.head) return;
  const { path, asked } = pathAt(inside.location);
  called(`${path}${asked ? `?${asked}` : ""}${inside.location.hash}`);
  const title = () => (document.title = page.title);
  title();
  new MutationObserver(title).observe(page.head, { subtree: true, childList: true, characterData: true });
  inside.focus();
});
addEventListener("hashchange", () => house && (frame.src = address(location.hash.slice(1) || "/")));

// --- without a network, and the next version ---

/** Whether what is kept here answers for this page: at first it does not, and then once and for all. */
let kept = Boolean(navigator.serviceWorker?.controller);
const known = kept;
navigator.serviceWorker?.addEventListener("controllerchange", () => {
  if (kept) location.reload();
  kept = true;
});

async function keepForLater() {
  if (!navigator.serviceWorker) return;
  const here = await navigator.serviceWorker.register(new URL("service.js", ROOT), { updateViaCache: "none" });
  const look = () => {
    if (here.waiting && here.active) note("A new version of Rumpus is ready.", "Load it", () => here.waiting.postMessage("now"));
  };
  look();
  here.addEventListener("updatefound", () => here.installing?.addEventListener("statechange", look));
  await navigator.serviceWorker.ready;
  // The host was renewed while this page came: what is kept is another version than the one that runs here.
  if (!(await caches.has(`rumpus ${here.scope} ${document.documentElement.dataset.version}`))) return location.reload();
  document.documentElement.dataset.offline = "ready";
  if (!known) note("Everything is kept here now: from now on Rumpus works without a network, too.");
}

lead(false);
