import { mustGet } from './raw-get.ts'

/** Every kind of page a visitor without an account can open; the book's stands for all books'. */
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

/** The ids of all books of a running site. */
export async function bookIds(url: string): Promise<string[]> {
  const sitemap = String((await mustGet(`${url}/sitemap.xml`)).body)
  return [...sitemap.matchAll(/\/book\/([\da-f-]{36})</g)].map(([, id = '']) => id)
}

/** The first of them. */
export async function someBookId(url: string): Promise<string> {
  const [id] = await bookIds(url)
  if (id === undefined) throw new Error('the site has no book')
  return id
}

/** A page's name in a table. */
export const pageName = (path: string) => path.replace(/[\da-f-]{36}/, '{id}')
