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

/** What has been told by mail stays told; whoever begins to want mail hears of what comes from now on. */
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

/** The mails stop; what is told on the site stays as it was. */
export async function stopDigest(db: Db, userId: string) {
  await db
    .updateTable('messagePreference')
    .set({ digest: 'off', digestDueAt: null, digestSentUntil: null })
    .where('userId', '=', userId)
    .execute()
}

const periods = { daily: 'day', weekly: 'week' }

/** Eight in the morning in China, of the next day or the next Monday. */
export function nextDigest(digest: Digest): RawBuilder<Date> | null {
  if (digest === 'off') return null
  const period = sql.lit(periods[digest])
  return sql<Date>`(date_trunc(${period}, now() at time zone 'Asia/Shanghai') + interval ${sql.lit(`1 ${periods[digest]}`)}
    + interval '8 hours') at time zone 'Asia/Shanghai'`
}
