/** Keeps a whole version of the export, and answers from that one version alone: never half of the old, half of the new. */

const OURS = `rumpus ${self.registration.scope} `;
const CACHE = OURS + VERSION;

/** What came by a detour is no answer to a navigation. */
const plain = (answer) => (answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer);

async function keepAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async (file) => {
      const answer = await fetch(file, { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(file, plain(answer));
    }),
  );
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
