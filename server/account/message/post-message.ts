import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { groupOf } from '#shared/api/community/message.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

export interface NewMessage {
  userId: string
  kind: Database['message']['kind']
  /**
   * The user whose action caused the message; null if the site itself sends it. Users get no messages about their own
   * actions.
   */
  actorId: string | null
  itemType: Database['message']['itemType']
  itemId: string | null
  /** The beginning of the comment or other text that the message is about. */
  excerpt: string
}

/**
 * Sends a message to a user, unless the user switched off messages of this kind. Must run in the transaction of the
 * action that caused the message. A message about a like is joined with the unread message about likes of the same
 * comment, if there is one.
 */
export async function postMessage(db: Db, message: NewMessage) {
  if (message.userId === message.actorId || !(await isWanted(db, message))) return
  await (message.kind === 'like' && message.actorId !== null
    ? postLike(db, { ...message, actorId: message.actorId })
    : insertMessage(db, message))
  await invalidate(db, topic.messages(message.userId))
}

/**
 * Tells whether the user has messages of this kind switched on. Deleted users get no messages; the lock makes a
 * deletion wait until the message is stored.
 */
async function isWanted(db: Db, { userId, kind }: NewMessage): Promise<boolean> {
  const found = await db
    .selectFrom('user')
    .leftJoin('messagePreference', 'messagePreference.userId', 'user.id')
    .select(['user.deletedAt', 'messagePreference.muted'])
    .where('user.id', '=', userId)
    .forKeyShare('user')
    .executeTakeFirst()
  const group = groupOf(kind)
  return found?.deletedAt === null && (group === 'system' || !found.muted?.includes(group))
}

/**
 * Adds a like to the recipient's unread message about likes of the same comment, or creates such a message. Locks the
 * message first, so that concurrent likes are both counted.
 */
async function postLike(db: Db, message: NewMessage & { actorId: string }) {
  if (await hasLikeMessage(db, message)) return
  const { id } = await insertMessage(db, message, { countActors: 0 })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('messageActor')
    .values({ messageId: id, actorId: message.actorId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  await db
    .updateTable('message')
    .set({ actorId: message.actorId, countActors: sql`count_actors + 1`, createTime: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function hasLikeMessage(db: Db, { userId, itemType, itemId, actorId }: NewMessage & { actorId: string }) {
  const found = await db
    .selectFrom('message')
    .innerJoin('messageActor', 'messageActor.messageId', 'message.id')
    .select('message.id')
    .where('kind', '=', 'like')
    .where('itemId', '=', itemId)
    .where('itemType', '=', itemType)
    .where('userId', '=', userId)
    .where('messageActor.actorId', '=', actorId)
    .executeTakeFirst()
  return found !== undefined
}

function insertMessage(db: Db, { excerpt, ...message }: NewMessage, { countActors } = { countActors: 1 }) {
  return db
    .insertInto('message')
    .values({ id: newId(), ...message, countActors, excerpt: [...excerpt].slice(0, 100).join('') })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'itemType', 'itemId'])
        .where('kind', '=', 'like')
        .where('isRead', '=', false)
        // This update of the existing message changes nothing, but it locks the row and returns its id.
        .doUpdateSet({ kind: 'like' }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
}
