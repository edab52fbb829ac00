import { mustGet } from './http-client.ts'

type PageIds = Record<'bookId' | 'personId' | 'placeId', string>

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

/** Returns the ids of all books of a running site, read from the files of its sitemap. */
export async function bookIds(url: string): Promise<string[]> {
  const index = String((await mustGet(`${url}/sitemap.xml`)).body)
  const files = [...index.matchAll(/\/sitemap-\d+\.xml/g)]
  return (await Promise.all(files.map(([file]) => idsAt(url + file, 'book')))).flat()
}

/** Returns the ids in the addresses of one kind of pages that a page or a file of the sitemap links to. */
async function idsAt(address: string, noun: string): Promise<string[]> {
  const links = new RegExp(`/${noun}/([\\da-f-]{36})["<]`, 'g')
  return [...String((await mustGet(address)).body).matchAll(links)].map(([, id = '']) => id)
}

/** Returns the ids of the first book of a running site, its first author, and the first place of the list of places. */
export async function somePageIds(url: string): Promise<PageIds> {
  const [bookId] = await bookIds(url)
  const [personId] = await idsAt(`${url}/book/${bookId}`, 'person')
  const [placeId] = await idsAt(`${url}/place`, 'place')
  if (bookId === undefined || personId === undefined || placeId === undefined)
    throw new Error('the site has no book, no person or no place')
  return { bookId, personId, placeId }
}

/** Returns the name of a page in a result table: its path with `{id}` in place of an id. */
export const pageName = (path: string) => path.replace(/[\da-f-]{36}/, '{id}')
