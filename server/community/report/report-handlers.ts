import type { report } from '#shared/api/community/report.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { reportComment } from './report-comment.ts'

export const reportHandlers: NounHandlers<typeof report> = {
  async create(input, context) {
    await reportComment(context.db, { userId: requireUser(context).id, ...input })
    return null
  },
}
