import { sql } from 'kysely'
import * as z from 'zod/mini'
import { countRows } from '#server/platform/db/count-rows.ts'
import { CursorName, CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
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

const Position = z.tuple([z.int(), CursorTime, CursorName])

/** Returns one page of the failed queries, the most frequent first, and of those with equal counts the latest first. */
export async function listMisses(db: Db, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const after = cursor === undefined ? null : decodeCursor(cursor, Position)
  const isAfter =
    after === null
      ? sql`true`
      : sql`(count, last_time, folded) < (${after[0]}::integer, ${after[1]}::timestamptz, ${after[2]})`
  const [{ rows }, total] = await Promise.all([
    sql<{ folded: string; query: string; count: number; lastTime: Date }>`
      select folded, query, count, last_time from search_miss where ${isAfter}
      order by count desc, last_time desc, folded desc limit ${limit + 1}`.execute(db),
    countRows(db, sql`select from search_miss`),
  ])
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  return {
    list: list.map(({ query, count, lastTime }) => ({ query, count, lastTime: lastTime.toISOString() })),
    nextCursor: last ? encodeCursor([last.count, last.lastTime.toISOString(), last.folded]) : null,
    total,
  }
}
