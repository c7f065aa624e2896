/** Service worker: caches one complete version of the export and never mixes versions. */

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
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope))
    event.respondWith(answer(event.request));
});
