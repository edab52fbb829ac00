import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import type { PlaceName } from '#shared/api/place/place-page.ts'
import { isId } from '#shared/id.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { CursorName, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import { mapLargeChanges } from '#server/catalogue/editing/large-changes.ts'
import type { PlaceDraft } from './edit-place.ts'
import { regionOf } from './region.ts'

interface Request {
  query: string
  limit: number
  cursor?: string | undefined
}

/** Returns one page of the places with a name or id that matches an editor's search, sorted by name. */
export async function listPlaceAdminRows(db: Db, { query, limit, cursor }: Request) {
  const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([CursorName, z.uuid()]))
  const { rows } = await sql<PlaceDraft & { id: string; countBooks: number; names: PlaceName[] }>`
    select id, name, lng, lat, country, province, (
        select coalesce(jsonb_agg(jsonb_build_object('name', further.name, 'kind', kind) order by position, further.name), '[]')
        from place_name further where place_id = place.id
      ) as names,
      coalesce((select count_books from place_count where place_id = place.id), 0) as count_books
    from place where merged_into is null and ${matches(query)} and ${after === null ? sql`true` : sql`(name collate "C", id) > (${after[0]}, ${after[1]})`}
    order by name collate "C", id limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const changes = await mapLargeChanges(
    db,
    'place',
    shown.map(({ id }) => id),
  )
  const list = shown.map((row): PlaceAdminRow => {
    const { id, name, lng, lat, country, province, names } = row
    const version = versionOf({ name, lng, lat, country, province, names })
    return { ...row, region: regionOf(row), version, change: changes.get(id) ?? null }
  })
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, nextCursor: last ? encodeCursor([last.name, last.id]) : null }
}

export function countPlaceAdminRows(db: Db, query: string): Promise<number> {
  return countRows(db, sql`select from place where ${matches(query)}`)
}

function matches(query: string) {
  if (isId(query)) return sql`id = ${query}`
  if (query === '') return sql`true`
  const isNamed = containsText(sql.ref('name'), query)
  const most = sql.lit(maxCountedBooks + 1)
  return sql`id in ((select id from place where ${isNamed} limit ${most})
    union all (select place_id from place_name where ${isNamed} limit ${most}))`
}
