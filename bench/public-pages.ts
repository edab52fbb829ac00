import { mustGet } from './raw-get.ts'

interface PageIds {
  bookId: string
  personId: string
  placeId: string
}

/**
 * Returns one path of every kind of page that a visitor can open; the ids name the book, the person and
 * the place whose pages are included.
 */
export const publicPages = ({ bookId, personId, placeId }: PageIds) => [
  '/',
  '/map',
  '/book',
  '/book/freeBook',
  '/connect',
  '/book/recommend',
  `/book/${bookId}`,
  `/person/${personId}`,
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

/** Returns the ids of the first book, the first person and the place with most books of a running site. */
export async function somePageIds(url: string): Promise<PageIds> {
  const [bookId] = await bookIds(url)
  const [placeId] = await idsInSitemap(url, /\/place\/([\da-f-]{36})</g)
  const [personId] = await idsInSitemap(url, /\/person\/([\da-f-]{36})</g)
  if (bookId === undefined || personId === undefined || placeId === undefined)
    throw new Error('the site has no book, no person or no place')
  return { bookId, personId, placeId }
}

/** Returns the name of a page in a result table: its path with `{id}` in place of an id. */
export const pageName = (path: string) => path.replace(/[\da-f-]{36}/, '{id}')
