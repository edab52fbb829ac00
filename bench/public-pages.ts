import { mustGet } from './raw-get.ts'

/**
 * Returns one path of every kind of page that a visitor can open; `bookId` and `placeId` name the book and the place
 * whose pages are included.
 */
export const publicPages = ({ bookId, placeId }: { bookId: string; placeId: string }) => [
  '/',
  '/map',
  '/book',
  '/book/freeBook',
  '/connect',
  '/book/recommend',
  `/book/${bookId}`,
  '/place',
  `/place/${placeId}`,
  '/user/login',
  '/user/register',
  '/user/recommend',
  '/user/userInfo',
]

/** Returns the ids of all books of a running site, read from its sitemap. */
export function bookIds(url: string): Promise<string[]> {
  return idsInSitemap(url, /\/book\/([\da-f-]{36})</g)
}

async function idsInSitemap(url: string, pattern: RegExp): Promise<string[]> {
  const sitemap = String((await mustGet(`${url}/sitemap.xml`)).body)
  return [...sitemap.matchAll(pattern)].map(([, id = '']) => id)
}

/** Returns the ids of the first book and of the place with most books of a running site. */
export async function somePageIds(url: string): Promise<{ bookId: string; placeId: string }> {
  const [bookId] = await bookIds(url)
  const [placeId] = await idsInSitemap(url, /\/place\/([\da-f-]{36})</g)
  if (bookId === undefined || placeId === undefined) throw new Error('the site has no book or no place')
  return { bookId, placeId }
}

/** Returns the name of a page in a result table: its path with `{id}` in place of an id. */
export const pageName = (path: string) => path.replace(/[\da-f-]{36}/, '{id}')
