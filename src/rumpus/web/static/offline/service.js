/**
 * Service worker of servers and exports. It shows notifications; for an export it also caches one complete version and
 * never mixes versions. A server sends it with no files.
 */

const CACHE_PREFIX = `rumpus ${self.registration.scope} `;
const CACHE = CACHE_PREFIX + VERSION;

async function load(file, cache) {
  const answer = await fetch(file, { cache });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const body = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { body, hash, type: answer.headers.get("content-type") || "" };
}

/**
 * Caches a file if its hash fits: a host may be in the middle of an update.
 *
 * A host that compares modification times in seconds answers "not modified" for a file replaced within the same
 * second. So a file with the wrong hash is loaded once more without the browser's HTTP cache.
 */
async function keep(cache, [file, hash]) {
  let loaded = await load(file, "no-cache");
  if (loaded.hash !== hash) loaded = await load(file, "reload");
  if (loaded.hash !== hash) throw new Error(`${file} is of another version`);
  await cache.put(file, new Response(loaded.body, { headers: { "content-type": loaded.type } }));
}

/** Caches all files or none; a failure is retried on the next visit. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.entries(FILES).map((entry) => keep(cache, entry)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function forgetOthers() {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", (event) => event.data === "now" && self.skipWaiting());
if (Object.keys(FILES).length)
  self.addEventListener("fetch", (event) => {
    if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope))
      event.respondWith(answer(event.request));
  });

// --- notifications ---

const WORDS = {
  turn: "It is your turn.",
  rematch: "A rematch is asked for.",
  opponent: "An opponent is found.",
  round: "Your round begins.",
  test: "Notifications arrive here.",
};

/** A notification with the tag of one that is shown replaces it. */
async function show({ kind, title, path, tag }) {
  const icon = new URL("static/art/icon-192.png", self.registration.scope).href;
  const body = WORDS[kind] ?? "There is something new.";
  await self.registration.showNotification(title || "Rumpus", { body, tag, icon, renotify: true, data: { path } });
  if (kind === "turn") await self.navigator.setAppBadge?.();
}

/** Shows the page of a notification: a tab that has it already, or a new one. */
async function open(path) {
  const target = new URL(path, self.registration.scope);
  if (target.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === target.pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(target.href);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
