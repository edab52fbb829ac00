/**
 * Service worker that serves offline books, and the pages that show them, when the network fails. All other requests
 * pass through unchanged. The pages fill the cache (web/reader/offline/offline-books.ts), never this worker.
 */
const networkTimeoutMs = 6000
const offlinePath = '/book/offline'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (!/^(GET|HEAD)$/.test(request.method) || origin !== self.location.origin) return
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(navigate(request, pathname))
  else if (/^\/book\/[^/]+\/file\/[^/]+\/entry\//.test(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(cachedOrNetwork(request, pathname))
  else if (pathname.startsWith('/cover/'))
    event.respondWith(fetch(request).catch(() => cachedAt(pathname, Response.error())))
})

/** Pages come from the network. If the network fails, or is too slow for an offline book, the cached page is served. */
async function navigate(request, pathname) {
  const isRead = /^\/book\/[^/]+\/read$/.test(pathname)
  const cached = isRead ? await cachedAt(pathname) : undefined
  const network = fetch(request)
  try {
    if (cached === undefined) return await network
    return await Promise.race([network, after(networkTimeoutMs)])
  } catch {
    network.catch(() => undefined)
    if (cached !== undefined) return cached
    // The offline page is served by a redirect to its own address, because hydration depends on the address.
    return pathname === offlinePath ? cachedAt(offlinePath, Response.error()) : Response.redirect(offlinePath)
  }
}

/**
 * Serves cached files without asking the network, because the file at such an address never changes, or at least not
 * while the book is stored.
 */
async function cachedOrNetwork(request, pathname) {
  if (request.cache === 'no-cache' || request.cache === 'reload') return fetch(request)
  return (await cachedAt(pathname)) ?? fetch(request)
}

async function cachedAt(pathname, otherwise) {
  for (const name of await caches.keys()) {
    if (!name.startsWith('kept-')) continue
    const found = await (await caches.open(name)).match(pathname, { ignoreSearch: true, ignoreVary: true })
    if (found !== undefined) return found
  }
  return otherwise
}

function after(milliseconds) {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('slow')), milliseconds))
}
