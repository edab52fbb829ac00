import { topic } from '#server/platform/cache/topics.ts'
import { fail } from '#shared/api/failure.ts'
import type { message } from '#shared/api/community/message.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { countMessages, listMessages } from './message-queries.ts'
import { deleteMessage, readMessages } from './read-messages.ts'
import { findPreference } from './preference-queries.ts'
import { savePreference } from './save-preference.ts'
import { toMessage } from './to-message.ts'

const noMessage = '没有这条消息，它可能已经删掉了'

export const messageHandlers: NounHandlers<typeof message> = {
  async list(input, { db, site, user }) {
    const { id } = requireUser({ user })
    const [{ list, nextCursor }, total] = await Promise.all([
      listMessages(db, id, input),
      countMessages(db, id, { status: input.status }),
    ])
    return { list: list.map((row) => toMessage(row, site)), nextCursor, total }
  },

  async countUnread(_, { db, user }) {
    return { count: await countMessages(db, requireUser({ user }).id, { status: 'unread' }) }
  },

  async read({ id }, { db, user }) {
    await changeMessages(db, requireUser({ user }).id, async (db, userId) => {
      if ((await readMessages(db, userId, id)) === undefined) fail('missing', noMessage)
    })
    return null
  },

  async readAll(_, { db, user }) {
    const count = await changeMessages(db, requireUser({ user }).id, readMessages)
    return { count: count ?? 0 }
  },

  async remove({ id }, { db, user }) {
    await changeMessages(db, requireUser({ user }).id, async (db, userId) => {
      if (!(await deleteMessage(db, userId, id))) fail('missing', noMessage)
    })
    return null
  },

  showPreference(_, { db, user }) {
    return findPreference(db, requireUser({ user }).id)
  },

  async setPreference(input, { db, user }) {
    await savePreference(db, requireUser({ user }).id, input)
    return null
  },
}

/**
 * Runs `change`, which marks messages of a user as read or deletes them, in a transaction. Then notifies all open pages
 * of the user.
 */
function changeMessages<T>(db: Db, userId: string, change: (db: Db, userId: string) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (db) => {
    const changed = await change(db, userId)
    await invalidate(db, topic.messages(userId))
    return changed
  })
}
