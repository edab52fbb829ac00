import type { commentAdmin } from '#shared/api/community/comment-admin.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { listAdminComments } from './admin-comment-queries.ts'
import { approveComment, restoreComment } from './moderate-comment.ts'

export const commentAdminHandlers: NounHandlers<typeof commentAdmin> = {
  adminList: (input, { db }) => listAdminComments(db, input),

  async approve({ id }, { db, user }) {
    await approveComment(db, requireUser({ user }), id)
    return null
  },

  async restore({ id }, { db, user }) {
    await restoreComment(db, requireUser({ user }), id)
    return null
  },
}
