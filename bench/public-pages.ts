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

/** Returns the ids of all books of a running site. */
export function bookIds(url: string): Promise<string[]> {
  return idsInSitemap(url, 'book')
}

/** Returns the ids of the pages of one kind of a running site, read from the files of its sitemap. */
async function idsInSitemap(url: string, noun: 'book' | 'person'): Promise<string[]> {
  const index = String((await mustGet(`${url}/sitemap.xml`)).body)
  const files = [...index.matchAll(/\/sitemap-\d+\.xml/g)]
  const pattern = new RegExp(`/${noun}/([\\da-f-]{36})<`, 'g')
  const ids = await Promise.all(files.map(([file]) => idsAt(url + file, pattern)))
  return ids.flat()
}

async function idsAt(address: string, pattern: RegExp): Promise<string[]> {
  return [...String((await mustGet(address)).body).matchAll(pattern)].map(([, id = '']) => id)
}

/**
 * Returns the ids of the first book and person of a running site, and of the place with most books in the first region.
 */
export async function somePageIds(url: string): Promise<PageIds> {
  const [bookId] = await bookIds(url)
  const [placeId] = await idsAt(`${url}/place`, /"\/place\/([\da-f-]{36})"/g)
  const [personId] = await idsInSitemap(url, 'person')
  if (bookId === undefined || personId === undefined || placeId === undefined)
    throw new Error('the site has no book, no person or no place')
  return { bookId, personId, placeId }
}

/** Returns the name of a page in a result table: its path with `{id}` in place of an id. */
export const pageName = (path: string) => path.replace(/[\da-f-]{36}/, '{id}')
