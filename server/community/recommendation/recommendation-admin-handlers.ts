import { fail } from '#shared/api/failure.ts'
import type { recommendationAdmin } from '#shared/api/book/recommendation-admin.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { claimRecommendation } from './claim-recommendation.ts'
import { approveAsBook, approveForBook, rejectRecommendation } from './decide-recommendation.ts'
import { inspectRecommendation } from './inspect-recommendation.ts'
import { countQueue, listQueue } from './recommendation-admin-queries.ts'
import { undoDecision } from './undo-decision.ts'

export const recommendationAdminHandlers: NounHandlers<typeof recommendationAdmin> = {
  async queue(request, { db }) {
    const [page, total] = await Promise.all([listQueue(db, request), countQueue(db, request.status)])
    return { ...page, total }
  },

  inspect: async ({ id }, { db }) => (await inspectRecommendation(db, id)) ?? fail('missing', '没有这条推荐'),

  async claim({ id }, { db, user }) {
    await claimRecommendation(db, requireUser({ user }), id)
    return null
  },

  approve: async ({ book, ...seen }, { db, user }) => ({
    bookId: await approveAsBook(db, requireUser({ user }), seen, book),
  }),

  join: async ({ bookId, ...seen }, { db, user }) => ({
    bookId: await approveForBook(db, requireUser({ user }), seen, bookId),
  }),

  async reject({ note, ...seen }, { db, user }) {
    await rejectRecommendation(db, requireUser({ user }), seen, note)
    return null
  },

  async undo({ id }, { db, user }) {
    await undoDecision(db, requireUser({ user }), id)
    return null
  },
}
