import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** Number of rows that are read together, which bounds the memory of an export. */
export const rowsPerBatch = 500

/**
 * The places of a book or video, by the way in which it is connected with them: what it tells of each, by the name of
 * the place.
 */
export type PlacesByKind = Record<string, Record<string, string | { quote: string; from: string } | null>>

/** An aggregate of the links of one kind to places: what a book or video tells of each, as the catalogue writes it. */
export const sentencesByPlace = sql`jsonb_object_agg(name, case when quoted_from is null then to_jsonb(sentence)
  else jsonb_build_object('quote', sentence, 'from', quoted_from) end)`

/**
 * Yields all rows of a table in batches, in the order of their ids. `read` returns the entries of the rows with the
 * given ids, in that order.
 */
export async function* inBatches<T>(
  db: Db,
  table: 'book' | 'video' | 'person' | 'place' | 'tour' | 'route',
  read: (db: Db, ids: string[]) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id > ${last} order by id limit ${rowsPerBatch}`.execute(db)
    const ids = rows.map(({ id }) => id)
    const end = ids.at(-1)
    if (end === undefined) return
    yield await read(db, ids)
    last = end
  }
}

/**
 * Returns an object without its empty fields: null, empty arrays, false and objects without fields. The catalogue
 * leaves out what is unknown.
 */
export function withoutEmpty<T extends object>(entry: T): Partial<T> {
  const isEmpty = (value: unknown) =>
    value === null ||
    value === undefined ||
    value === false ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value))) as Partial<T>
}
