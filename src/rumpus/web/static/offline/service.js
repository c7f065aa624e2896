/** Keeps a whole version of the export, and answers from that one version alone: never half of the old, half of the new. */

const OURS = `rumpus ${self.registration.scope} `;
const CACHE = OURS + VERSION;

/** A host may be in the middle of an update, or bring something old: only what is of this very version is kept. */
async function keep(cache, [file, hash]) {
  const answer = await fetch(file, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const body = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  if (Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") !== hash) throw new Error(`${file} is of another version`);
  await cache.put(file, new Response(body, { headers: { "content-type": answer.headers.get("content-type") || "" } }));
}

/** All or nothing; what did not come whole is tried again on the next visit. */
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
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
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
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
