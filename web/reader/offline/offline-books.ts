import type { Outline } from '#shared/api/reader/reading.ts'
import { entryBase } from '#shared/book-text.ts'

/** A book that can be read here without a network. */
export interface OfflineBook {
  bookId: string
  title: string
  authors: string[]
  /** Of the file it was made from. */
  version: string
  /** The part of the site it was kept with, by its script. */
  build: string
  assets: string[]
  bytes: number
  keptAt: string
}

const bookCache = (bookId: string) => `kept-book-${bookId}`
const assetCache = 'kept-assets'
const recordPath = '/book/kept.json'
export const offlinePath = '/book/offline'

export function canStoreOffline(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window
}

/** Fetches all of a book, and of the site what shows it; says how far it is. */
export async function storeOffline(
  { title, authors }: { title: string; authors: string[] },
  outline: Outline,
  extra: string[],
  say: (fraction: number) => void,
): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/book/' })
  // Until it is at work nothing that is kept would be found.
  await navigator.serviceWorker.ready
  const { bookId, version } = outline
  const cache = await caches.open(bookCache(bookId))
  const base = entryBase(outline)
  const entries = outline.sections.map(({ path }) => base + path.split('/').map(encodeURIComponent).join('/'))
  const found = new Set<string>()
  let bytes = 0
  for (const [at, url] of entries.entries()) {
    const text = await add(cache, url)
    bytes += text.length
    for (const href of partsOf(text, url)) found.add(href)
    say((at + 1) / (entries.length + 1))
  }
  for (const url of found) bytes += (await add(cache, url)).length
  await cache.add(`/cover/${bookId}.svg`).catch(() => undefined)
  const pages = [`/book/${bookId}/read`, offlinePath]
  const assets = new Set(extra)
  const held = await caches.open(assetCache)
  for (const page of pages) {
    const html = await add(page === offlinePath ? held : cache, page)
    for (const href of assetsOf(html)) assets.add(href)
  }
  for (const url of assets) if ((await held.match(url)) === undefined) await held.add(url)
  const record: OfflineBook = {
    bookId,
    title,
    authors,
    version,
    build: currentBuild(),
    assets: [...assets],
    bytes,
    keptAt: new Date().toISOString(),
  }
  await cache.put(recordPath, new Response(JSON.stringify(record), { headers: { 'content-type': 'application/json' } }))
  await dropUnused()
  say(1)
}

/** Keeps one answer as it came; what comes back is its text. */
async function add(cache: Cache, url: string): Promise<string> {
  await cache.add(new Request(url, { cache: 'no-cache' }))
  return (await cache.match(url, { ignoreVary: true }))?.text() ?? ''
}

/** What else a section shows: its styles and pictures. */
function partsOf(source: string, url: string): string[] {
  const doc = new DOMParser().parseFromString(source, 'application/xhtml+xml')
  const found = [...doc.querySelectorAll('link[href], img[src], image[href]')]
  return found
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .map((href) => new URL(href, location.origin + url))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.includes('/entry/'))
    .map(({ pathname }) => pathname)
}

function assetsOf(html: string): string[] {
  const doc = new DOMParser().parseFromString(html, 'text/html')
  const found = [...doc.querySelectorAll('link[rel=stylesheet], link[rel=modulepreload], script[src]')]
  return found.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
}

/** The build of the site this page is of, by its first script. */
export function currentBuild(): string {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''
}

export async function findOffline(bookId: string): Promise<OfflineBook | null> {
  if (!canStoreOffline() || !(await caches.has(bookCache(bookId)))) return null
  const record = await (await caches.open(bookCache(bookId))).match(recordPath)
  return record ? ((await record.json()) as OfflineBook) : null
}

export async function listOffline(): Promise<OfflineBook[]> {
  if (!canStoreOffline()) return []
  const names = (await caches.keys()).filter((name) => name.startsWith('kept-book-'))
  const kept = await Promise.all(names.map((name) => findOffline(name.slice('kept-book-'.length))))
  return kept.filter((one) => one !== null).sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1))
}

export async function removeOffline(bookId: string): Promise<void> {
  await caches.delete(bookCache(bookId))
  await dropUnused()
}

/** Parts of the site no kept book needs go, and with the last book the worker. */
async function dropUnused(): Promise<void> {
  const kept = await listOffline()
  if (kept.length === 0) {
    await caches.delete(assetCache)
    const registration = await navigator.serviceWorker.getRegistration('/book/')
    await registration?.unregister()
    return
  }
  const needed = new Set([offlinePath, ...kept.flatMap(({ assets }) => assets)])
  const held = await caches.open(assetCache)
  for (const request of await held.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await held.delete(request)
  }
}
