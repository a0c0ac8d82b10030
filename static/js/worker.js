// The service worker of the tables' phones (scope /p/). It shows what was kept when the net is gone, or when statements
// wait on this phone and the server's page would be of a deal that is already stated. Nothing else passes through it.
const CACHE = "sixteen-hands"
const PATIENCE = 5000
const HASHED = /\.[0-9a-f]{12}\.\w+$/
const { store } = self.sixteen

addEventListener("install", () => self.skipWaiting())
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

addEventListener("message", (event) => {
  if (event.data?.keep) event.waitUntil(keep(event.data.keep).then(() => event.ports[0]?.postMessage("kept")))
})

// Exactly these files are kept: what is missing is fetched, what nothing needs any more is thrown away.
async function keep(urls) {
  const cache = await caches.open(CACHE)
  const have = new Set((await cache.keys()).map(({ url }) => url))
  for (const url of have) if (!urls.includes(url)) await cache.delete(url)
  for (const url of urls) if (!have.has(url)) await cache.add(url).catch(() => {})
}

addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== location.origin) return
  if (url.pathname.startsWith("/static/")) event.respondWith(asset(request, url))
  else if (request.mode === "navigate" && url.pathname.startsWith("/p/")) event.respondWith(page(event, request, url))
})

async function asset(request, url) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(url.href.split("#")[0])
  if (kept && HASHED.test(url.pathname)) return kept
  try {
    return await fetch(request)
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

async function page(event, request, url) {
  const kept = await store.kept(url.pathname, url.searchParams).catch(() => null)
  const table = kept && (await store.atAddress(url.pathname))
  // A statement that is stated again needs the server's page of now, whatever waits behind it.
  const waits = table && !url.searchParams.has("replaces") && store.goesOn(await store.of(table.table))
  if (waits && !kept.missing && !table.held) return show(kept)
  try {
    const answer = await within(fetch(request), kept ? PATIENCE : 60_000)
    const strange = answer.type === "basic" && !answer.redirected && !answer.headers.get("Sixteen-Hands")
    return kept && (strange || answer.status >= 500) ? show(kept) : answer
  } catch (error) {
    if (kept?.html) return show(kept)
    throw error
  }
}

const within = (promise, limit) =>
  Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(new Error("slow")), limit))])

// With the policy that the server sent with it: a kept page may do no more than a fresh one.
const show = ({ html, policy }) =>
  new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy || "default-src 'self'",
      "Cache-Control": "no-store",
      "Sixteen-Hands": "kept",
    },
  })
