import type { Outline } from '#shared/api/reader/reading.ts'
import { entryBase } from '#shared/book-text.ts'
import { fetchUnmoved } from '#web/frame/session/site-files.ts'

/** Record of a book that is stored on this device for reading without a network. */
export interface OfflineBook {
  bookId: string
  title: string
  authors: string[]
  /** Version of the EPUB file from which the stored text of the book was made. */
  version: string
  /** Path of the main script of the site's build that was current when the book was stored. */
  build: string
  assets: string[]
  /** Size of the book's stored files in bytes. */
  bytes: number
  /**
   * The time when the book was stored. The name of this field must not change, because books on users' devices already
   * have it.
   */
  keptAt: string
}

// Users' devices have stored books under these cache names and this path, so the names and the path must not change.
const bookCache = (bookId: string) => `kept-book-${bookId}`
const assetCache = 'kept-assets'
const recordPath = '/book/kept.json'
export const offlinePath = '/book/offline'

export function canStoreOffline(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window
}

/**
 * Stores a book and the files of the reader in the browser's caches, and reports the progress from 0 to 1. Throws if a
 * fetch fails or the device has no space left.
 */
export async function storeOffline(
  { title, authors }: { title: string; authors: string[] },
  outline: Outline,
  extra: string[],
  reportProgress: (fraction: number) => void,
): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/book/' })
  // The browser serves the stored files of a book only through an active service worker.
  await navigator.serviceWorker.ready
  const { bookId, version } = outline
  const cache = await caches.open(bookCache(bookId))
  const base = entryBase(outline)
  const entries = outline.sections.map(({ path }) => base + path.split('/').map(encodeURIComponent).join('/'))
  const found = new Set(entries)
  let bytes = 0
  let stored = 0
  for (const url of found) {
    const file = await storeEntry(cache, url)
    bytes += file.size
    for (const href of await resourcesOf(file, base)) found.add(href)
    stored += 1
    reportProgress(Math.min(stored, entries.length) / (entries.length + 1))
  }
  await cache.add(`/cover/${bookId}.svg`).catch(() => undefined)
  const pages = [`/book/${bookId}/read`, offlinePath]
  const assets = new Set(extra)
  const sharedAssets = await caches.open(assetCache)
  for (const page of pages) {
    const html = await storeFile(page === offlinePath ? sharedAssets : cache, page)
    for (const href of assetsOf(html)) assets.add(href)
  }
  for (const url of assets) if ((await sharedAssets.match(url)) === undefined) await sharedAssets.add(url)
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
  for (const { url } of await cache.keys())
    if (url.includes('/entry/') && !url.startsWith(location.origin + base)) await cache.delete(url)
  await deleteUnusedAssets()
  reportProgress(1)
}

/**
 * Stores a file of a book and returns it. Its address never leads to other bytes, so the browser may have it already.
 * Throws if the fetch fails, or if it leads to a text that has replaced the one of the outline.
 */
async function storeEntry(cache: Cache, url: string): Promise<Blob> {
  const response = await fetchUnmoved(url)
  await cache.put(url, response.clone())
  return response.blob()
}

/** Fetches a file into the browser's cache and returns its text. Throws if the fetch fails. */
async function storeFile(cache: Cache, url: string): Promise<string> {
  await cache.add(new Request(url, { cache: 'no-cache' }))
  return (await cache.match(url, { ignoreVary: true }))?.text() ?? ''
}

/**
 * Returns the paths of the files that a page, drawing or style sheet of a book loads, such as fonts, pictures and
 * recordings. The server has written each of them in quotation marks, as a path below `base`. Links are left out: they
 * lead to sections, or to files that the reader does not show.
 */
async function resourcesOf(file: Blob, base: string): Promise<string[]> {
  if (!/^text\/css|xml/.test(file.type)) return []
  const text = (await file.text()).replace(/<(\w+:)?(a|area)\s[^>]*>/g, '')
  const paths = text.split(/"|&quot;/).filter((part) => part.startsWith(base))
  return paths.map((path) => path.replace(/#.*/, ''))
}

function assetsOf(html: string): string[] {
  const doc = new DOMParser().parseFromString(html, 'text/html')
  const styles = [...doc.querySelectorAll('link[rel=stylesheet]')]
  return [...styles.map((link) => link.getAttribute('href') ?? ''), ...modulesOf(doc)]
}

/**
 * Returns the path of the module that hydrates the page, which is different in every build of the site and so
 * identifies the build.
 */
export function currentBuild(): string {
  return modulesOf(document).at(-1) ?? ''
}

function modulesOf(doc: Document): string[] {
  return doc.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset['modules']?.split(' ') ?? []
}

export async function findOffline(bookId: string): Promise<OfflineBook | null> {
  if (!canStoreOffline() || !(await caches.has(bookCache(bookId)))) return null
  const record = await (await caches.open(bookCache(bookId))).match(recordPath)
  return record ? ((await record.json()) as OfflineBook) : null
}

export async function listOffline(): Promise<OfflineBook[]> {
  if (!canStoreOffline()) return []
  const names = (await caches.keys()).filter((name) => name.startsWith('kept-book-'))
  const books = await Promise.all(names.map((name) => findOffline(name.slice('kept-book-'.length))))
  return books.filter((one) => one !== null).sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1))
}

export async function removeOffline(bookId: string): Promise<void> {
  await caches.delete(bookCache(bookId))
  await deleteUnusedAssets()
}

/**
 * Deletes cached files of the reader that no stored book needs. If no book is stored, also unregisters the service
 * worker.
 */
async function deleteUnusedAssets(): Promise<void> {
  const books = await listOffline()
  if (books.length === 0) {
    await caches.delete(assetCache)
    const registration = await navigator.serviceWorker.getRegistration('/book/')
    await registration?.unregister()
    return
  }
  const needed = new Set([offlinePath, ...books.flatMap(({ assets }) => assets)])
  const sharedAssets = await caches.open(assetCache)
  for (const request of await sharedAssets.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await sharedAssets.delete(request)
  }
}
