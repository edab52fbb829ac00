import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { announce } from '#server/db/changes.ts'
import type { Database, Db } from '#server/db/schema.ts'

export interface NewMessage {
  userId: string
  kind: Database['message']['kind']
  /** Who caused it; null for the site. Nobody is told what he did himself. */
  actorId: string | null
  itemType: Database['message']['itemType']
  itemId: string | null
  /** The beginning of what was said. */
  excerpt: string
}

/** Tells a reader something, in the transaction it comes from. A like of what has an unread message of likes joins that one. */
export async function postMessage(db: Db, { userId, kind, actorId, itemType, itemId, excerpt }: NewMessage) {
  if (userId === actorId) return
  await db
    .insertInto('message')
    .values({ id: newId(), userId, kind, actorId, itemType, itemId, excerpt: [...excerpt].slice(0, 100).join('') })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'itemType', 'itemId'])
        .where('kind', '=', 'like')
        .where('read', '=', false)
        .doUpdateSet({ actorId, countActors: sql`message.count_actors + 1`, createTime: sql`now()` }),
    )
    .execute()
  await announce(db, messagesOf(userId))
}

/** The topic under which a reader's open pages hear that he has new messages. */
export function messagesOf(userId: string) {
  return `messages:${userId}`
}
