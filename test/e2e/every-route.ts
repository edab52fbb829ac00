import { v7 as newId } from 'uuid'
import { infoPageNames } from '#shared/info-page-names.ts'
import type { TestSite } from '../test-site.ts'

export interface Route {
  path: string
  status: number
  /** True for a page without the header and footer that most pages share. */
  isStandalone?: boolean
  /**
   * True for a page of admins that has the same parts as another one of the list. Only the operations drill, which runs
   * before a release, checks whether it is accessible.
   */
  isLikeAnother?: boolean
  /** The role of the user who opens the page; undefined means a visitor who is not logged in. */
  as?: 'reader' | 'admin'
}

/** Creates a user with the name 翠翠, who has read a book, and an admin, and returns their session tokens. */
export async function logInEveryone({ newUser, visitor }: TestSite): Promise<Record<'reader' | 'admin', string>> {
  const reader = await newUser('翠翠')
  const [book] = (await visitor.book.list()).list
  await reader.api.shelf.put({ bookId: book?.id ?? '', state: 'read' })
  const admin = await newUser('老船夫', ['admin'])
  return { reader: reader.token, admin: admin.token }
}

/** The admin pages without an id in their address, one of each kind, and those that resemble one of them. */
const adminPages = ' recommend book book/new place search comment system library user'.split(' ')
const similarAdminPages = 'video person person/new tag tour tour/new guard audit'.split(' ')

/** Returns one URL of every page of the site, including the error pages. */
export async function listRoutes({ visitor, newUser, db }: TestSite): Promise<Route[]> {
  const { list } = await visitor.book.list()
  const [place] = (await visitor.place.list({ limit: 1 })).list
  const [tour] = (await visitor.tour.list()).list
  const { bookId } = await db.selectFrom('bookFile').select('bookId').orderBy('size').executeTakeFirstOrThrow()
  const { api, user } = await newUser('老船夫')
  await api.shelf.put({ bookId: list[0]?.id ?? '', state: 'read', note: '在渡船上读完' })
  await api.profile.setVisibility({ isPublic: true })
  await api.shelfMap.setVisibility({ isPublic: true })
  await api.comment.create({ itemType: 'book', itemId: list[0]?.id ?? '', content: '读了两遍。' })
  const { featureVideo } = await visitor.site.show()
  const videoId = newId()
  await db.insertInto('video').values({ id: videoId, title: '三峡', source: '/films/gorges.webm' }).execute()
  const shown = featureVideo ? 200 : 404
  return [
    { path: '/video', status: shown },
    { path: `/video/${videoId}`, status: shown },
    { path: '/', status: 200 },
    { path: '/map', status: 200 },
    { path: '/book', status: 200 },
    { path: `/book/${list[0]?.id}`, status: 200 },
    { path: '/place', status: 200 },
    { path: '/place?region=湖南', status: 200 },
    { path: `/person/${list[0]?.authorIds[0]}`, status: 200 },
    { path: `/place/${place?.id}`, status: 200 },
    { path: '/tour', status: 200 },
    { path: `/tour/${tour?.id}`, status: 200 },
    { path: '/connect', status: 200 },
    { path: '/today', status: 200 },
    ...infoPageNames.map((name) => ({ path: `/${name}`, status: 200 })),
    { path: '/connect?fromName=没有这样的东西', status: 200 },
    { path: `/connect?from=book.${list[0]?.id}&to=book.${list[1]?.id}`, status: 200 },
    { path: '/book/freeBook', status: 200 },
    { path: '/book/recommend', status: 200 },
    { path: '/user/recommend', status: 200 },
    { path: '/user/userInfo', status: 200, as: 'reader' },
    ...['/user/map', '/user/year', '/user/reading'].map((path) => ({ path, status: 200, as: 'reader' as const })),
    { path: `/user/${user.id}`, status: 200 },
    ...['', '/done', '/failed'].map((end) => ({ path: `/user/unsubscribe${end}`, status: 200 })),
    ...['/book?q=史', '/book?q=没有这样一本书吧'].map((path) => ({ path, status: 200 })),
    { path: `/admin/book/${list[1]?.id}`, status: 200, as: 'admin' },
    { path: `/admin/person/${list[1]?.authorIds[0]}`, status: 200, as: 'admin', isLikeAnother: true },
    { path: `/admin/tour/${tour?.id}`, status: 200, as: 'admin' },
    ...adminPages.map((page) => ({ path: `/admin${page && '/'}${page}`, status: 200, as: 'admin' as const })),
    ...similarAdminPages.map((page) => ({
      path: `/admin/${page}`,
      status: 200,
      as: 'admin' as const,
      isLikeAnother: true,
    })),
    { path: '/user/login', status: 200, isStandalone: true },
    { path: '/user/register', status: 200, isStandalone: true },
    { path: '/user/reset', status: 200, isStandalone: true },
    { path: `/book/${bookId}/read`, status: 200, isStandalone: true },
    { path: '/book/offline', status: 200, isStandalone: true },
    { path: '/nothing-here', status: 404 },
    { path: '/book?cursor=x', status: 400 },
  ]
}

/**
 * Matches the browser's console message about a page or call that was answered with a 4xx status; a missing script or
 * style sheet does not match.
 */
export const failedLoad =
  /^console: Failed to load resource: the server responded with a status of 4\d\d (?!.*\/assets\/)/
