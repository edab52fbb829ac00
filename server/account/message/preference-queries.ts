import { type RawBuilder, sql } from 'kysely'
import type { Digest, MessagePreference } from '#shared/api/community/message.ts'
import type { Db } from '#server/platform/db/schema.ts'

export async function findPreference(db: Db, userId: string): Promise<MessagePreference> {
  const found = await db
    .selectFrom('messagePreference')
    .select(['muted', 'digest'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found ?? { muted: [], digest: 'off' }
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
