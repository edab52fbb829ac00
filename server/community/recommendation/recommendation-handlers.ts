import { fail } from '#shared/api/failure.ts'
import type { recommendation } from '#shared/api/book/recommendation.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { findMySimilar, findSimilarBooks } from './find-similar.ts'
import { findRecommendation, listMyRecommendations } from './recommendation-queries.ts'
import { createRecommendation, updateRecommendation, withdrawRecommendation } from './submit-recommendation.ts'
import { deleteCovers, withCover } from '#server/account/upload/accept-cover.ts'
import { countMyRecommendations } from '#server/account/user/contribution-queries.ts'

export const recommendationHandlers: NounHandlers<typeof recommendation> = {
  async create(fields, { db, storage, user }) {
    const userId = requireUser({ user }).id
    const id = await withCover(storage, { userId, cover: fields.cover, known: null }, (cover) =>
      createRecommendation(db, userId, { ...fields, cover }),
    )
    return findExisting(db, id)
  },

  async update({ id, ...fields }, { db, storage, user }) {
    const userId = requireUser({ user }).id
    const before = await findExisting(db, id)
    if (before.user.id !== userId) fail('missing', '没有这条推荐')
    const lost = await withCover(storage, { userId, cover: fields.cover, known: before.cover }, (cover) =>
      updateRecommendation(db, userId, id, { ...fields, cover }),
    )
    await deleteCovers({ db, storage }, lost)
    return findExisting(db, id)
  },

  async withdraw({ id }, { db, storage, user }) {
    await deleteCovers({ db, storage }, await withdrawRecommendation(db, requireUser({ user }).id, id))
    return findExisting(db, id)
  },

  async show({ id }, { db, user }) {
    const found = await findExisting(db, id)
    if (found.user.id === user?.id) return found
    if (found.status !== 'approved') fail('missing', '没有这条推荐')
    return { ...found, reviewNote: '' }
  },

  async list({ status, cursor, limit }, { db, user }) {
    const userId = requireUser({ user }).id
    const [page, total] = await Promise.all([
      listMyRecommendations(db, { userId, status, cursor, limit }),
      countMyRecommendations(db, userId, status),
    ])
    return { ...page, total }
  },

  count: async (_, { db, user }) => ({ count: await countMyRecommendations(db, requireUser({ user }).id) }),

  async similar(query, { db, user }) {
    const [books, mine] = await Promise.all([
      findSimilarBooks(db, query),
      user === null ? [] : findMySimilar(db, user.id, query),
    ])
    return { books, own: mine }
  },
}

async function findExisting(db: Db, id: string) {
  return (await findRecommendation(db, id)) ?? fail('missing', '没有这条推荐')
}
