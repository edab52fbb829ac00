import { sql } from 'kysely'
import type { MessagePreference } from '#shared/api/community/message.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { nextDigest } from './preference-queries.ts'

/**
 * Saves which messages and mails a user wants. No message is mailed twice; after mails are switched on, they contain
 * only messages from that time on.
 */
export async function savePreference(db: Db, userId: string, { muted, digest }: MessagePreference) {
  const values = {
    muted: [...new Set(muted)],
    digest,
    digestDueAt: nextDigest(digest),
    digestSentUntil: digest === 'off' ? null : sql<Date>`coalesce(message_preference.digest_sent_until, now())`,
  }
  await db
    .insertInto('messagePreference')
    .values({ userId, ...values, digestSentUntil: digest === 'off' ? null : sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute()
}

/** Stops the mails about unread messages to a user. The messages on the site are not affected. */
export async function stopDigest(db: Db, userId: string) {
  await db
    .updateTable('messagePreference')
    .set({ digest: 'off', digestDueAt: null, digestSentUntil: null })
    .where('userId', '=', userId)
    .execute()
}
