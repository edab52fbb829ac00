import { type RawBuilder, sql } from 'kysely'
import type { Digest, MessagePreference } from '#shared/api/community/message.ts'
import type { Db } from '#server/db/schema.ts'

export async function findPreference(db: Db, userId: string): Promise<MessagePreference> {
  const found = await db
    .selectFrom('messagePreference')
    .select(['muted', 'digest'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found ?? { muted: [], digest: 'off' }
}

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

const periods = { daily: 'day', weekly: 'week' }

/**
 * Returns the time of a user's next mail about unread messages: eight in the morning in China, on the next day or the
 * next Monday.
 */
export function nextDigest(digest: Digest): RawBuilder<Date> | null {
  if (digest === 'off') return null
  const period = sql.lit(periods[digest])
  return sql<Date>`(date_trunc(${period}, now() at time zone 'Asia/Shanghai') + interval ${sql.lit(`1 ${periods[digest]}`)}
    + interval '8 hours') at time zone 'Asia/Shanghai'`
}
