import { mustGet } from './raw-get.ts'

/** Returns one path of every kind of page that a visitor can open; `bookId` is the book whose pages are included. */
export const publicPages = (bookId: string) => [
  '/',
  '/map',
  '/book',
  '/book/freeBook',
  '/book/recommend',
  `/book/${bookId}`,
  '/user/login',
  '/user/register',
  '/user/recommend',
  '/user/userInfo',
]

/** Returns the ids of all books of a running site, read from its sitemap. */
export async function bookIds(url: string): Promise<string[]> {
  const sitemap = String((await mustGet(`${url}/sitemap.xml`)).body)
  return [...sitemap.matchAll(/\/book\/([\da-f-]{36})</g)].map(([, id = '']) => id)
}

/** Returns the id of the first book of a running site. */
export async function someBookId(url: string): Promise<string> {
  const [id] = await bookIds(url)
  if (id === undefined) throw new Error('the site has no book')
  return id
}

/** Returns the name of a page in a result table: its path with `{id}` in place of a book's id. */
export const pageName = (path: string) => path.replace(/[\da-f-]{36}/, '{id}')
