import { fail } from '#shared/api/failure.ts'
import type { session } from '#shared/api/account/user-session.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { requireConfirmation } from '#server/account/login/confirm-user.ts'
import { listSessions } from '#server/account/session/session-queries.ts'
import { confirmSession, deleteMySession, endSessions } from '#server/account/session/write-sessions.ts'

export const sessionHandlers: NounHandlers<typeof session> = {
  async list(_, context) {
    const { id, sessionId } = requireUser(context)
    return { list: await listSessions(context.db, id, sessionId) }
  },

  async confirm(submitted, context) {
    await requireConfirmation(context, submitted)
    await confirmSession(context.db, requireUser(context).sessionId)
    return null
  },

  async remove({ id }, context) {
    if (!(await deleteMySession(context.db, requireUser(context).id, id)))
      fail('missing', '没有这个登录，它可能已经退出了')
    return null
  },

  async removeOthers(_, context) {
    return { count: await endSessions(context.db, requireUser(context).id, context.token) }
  },
}
