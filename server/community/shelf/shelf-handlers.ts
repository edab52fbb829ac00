import { topic } from '#server/platform/cache/topics.ts'
import type { shelf } from '#shared/api/book/shelf.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { setShelfState } from './set-shelf-state.ts'
import { listShelf } from './shelf-queries.ts'
import { removeFromShelf } from './remove-from-shelf.ts'

export const shelfHandlers: NounHandlers<typeof shelf> = {
  put: (input, context) => setShelfState(context.db, { userId: requireUser(context).id, ...input }),

  async remove({ bookId }, context) {
    const { id } = requireUser(context)
    await context.db.transaction().execute(async (db) => {
      await removeFromShelf(db, id, bookId)
      await invalidate(db, topic.shelf(id))
    })
    return null
  },

  list: (input, context) => listShelf(context.db, requireUser(context).id, input),
}
