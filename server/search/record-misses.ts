import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { ignoreOutage } from '#server/http/call/outage.ts'
import { compactText } from '#server/engines/text/fold-text.ts'

const retainedMisses = 1000
const maxMisses = 2000
const maxQueryLength = 40

/**
 * Counts a query that found nothing, unless nothing can be written now. Queries that may contain an email address or a
 * phone number are not stored.
 */
export async function recordMiss(db: Db, typed: string) {
  const query = typed
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  const folded = compactText(query)
  if (folded === '' || [...query].length > maxQueryLength || /@|\d{11}/.test(query.replace(/[-\s]/g, ''))) return
  try {
    await sql`insert into search_miss (folded, query) values (${folded}, ${query})
      on conflict (folded) do update set count = search_miss.count + 1, last_time = now()`.execute(db)
    // The table does not grow beyond this limit, even if somebody floods the site with nonsense queries: the rarest and
    // oldest queries are deleted, so that queries of other visitors are still counted.
    await sql`delete from search_miss where folded in (
      select folded from search_miss where folded <> ${folded} order by count, last_time
      limit (select greatest(count(*) - ${maxMisses}, 0) from search_miss))`.execute(db)
  } catch (error) {
    ignoreOutage(error)
  }
}

export async function removeMiss(db: Db, typed: string) {
  await db.deleteFrom('searchMiss').where('folded', '=', compactText(typed)).execute()
}

/** Deletes all failed queries except the most frequent ones. */
export async function trimMisses(db: Db) {
  await sql`delete from search_miss where folded in (
    select folded from search_miss order by count desc, last_time desc offset ${retainedMisses})`.execute(db)
}
