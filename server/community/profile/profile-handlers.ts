import { topic } from '#server/platform/cache/topics.ts'
import { fail } from '#shared/api/failure.ts'
import type { profile } from '#shared/api/account/profile.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { invalidateUser } from '#server/account/user/invalidate-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { readShelfMap } from './read-shelf-map.ts'
import { findMapOwner, listPublicYears } from './shelf-map-queries.ts'
import { findPublicUser, isShown, listRecentComments, listRecommendations, listShelves } from './profile-queries.ts'
import { setPublished } from './publish-profile.ts'

export const profileHandlers: NounHandlers<typeof profile> = {
  async show({ id }, { db, dependsOn }) {
    dependsOn(topic.user(id), topic.contributions(id), topic.shelf(id))
    // The answer is the same for an unknown user and for a private profile, so that nobody learns which users exist.
    const user = (await findPublicUser(db, id)) ?? fail('missing', '没有这位读者，或者主页没有公开')
    const [shelves, recommends, comments] = await Promise.all([
      listShelves(db, id),
      listRecommendations(db, id),
      listRecentComments(db, id),
    ])
    const books = [
      ...Object.values(shelves).flatMap(({ list }) => list),
      ...[...recommends, ...comments].map(({ book }) => book),
    ]
    dependsOn(...books.map((book) => topic.book(book.id)))
    const showsMap = (await findMapOwner(db, id)) !== undefined
    if (showsMap) dependsOn(topic.books)
    const map = showsMap ? (await readShelfMap(db, id)).map : null
    const years = await listPublicYears(db, id)
    return { ...user, map, years, createdAt: user.createdAt.toISOString(), shelves, recommends, comments }
  },

  async showVisibility(_, { db, user }) {
    return { isPublic: await isShown(db, requireUser({ user }).id) }
  },

  async setVisibility({ isPublic }, { db, user }) {
    const { id } = requireUser({ user })
    await db.transaction().execute(async (db) => {
      await setPublished(db, id, isPublic)
      // Comments and recommendations link to public profiles only.
      await invalidateUser(db, id)
    })
    return null
  },
}
