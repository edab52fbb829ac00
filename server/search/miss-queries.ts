import { sql } from 'kysely'
import * as z from 'zod/mini'
import { countRows } from '#server/platform/db/count-rows.ts'
import { CursorName, CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'

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
