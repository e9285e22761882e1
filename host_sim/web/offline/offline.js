// Keeps the page's files, so that it opens at once and without a network after the first load. FILES and VERSION come from
// the build. A page asks for its files as long as it is open, so each version answers its own pages, from its own cache: the
// next one waits until the last page of this one is closed.

const OURS = `glowgrid ${registration.scope} `; // other projects, and other copies of this page, may share the origin
const CACHE = OURS + VERSION;

self.addEventListener("install", (event) => {
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" })); // the page itself has no hash in its name
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  event.respondWith(keptOrFetched(event.request));
});

async function keptOrFetched(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
