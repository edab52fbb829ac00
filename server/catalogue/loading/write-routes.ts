import { topic } from '#server/platform/cache/topics.ts'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { hashText } from './hash-text.ts'
import type { LocatedRoute } from './read-routes.ts'

/** Writes the historical routes of the catalogue into the database: inserts new ones and updates changed ones. */
export async function writeRoutes(db: Db, routes: LocatedRoute[], bookIds: Map<string, string | null>) {
  const known = await db.selectFrom('route').select(['id', 'catalogKey', 'catalogHash']).execute()
  const knownByKey = new Map(known.map((row) => [row.catalogKey ?? row.id, row]))
  let isChanged = false
  for (const route of routes) {
    const catalogHash = hashText(JSON.stringify(route))
    const row = knownByKey.get(route.key)
    if (row?.catalogHash === catalogHash) continue
    await writeRoute(db, row?.id ?? route.id ?? newId(), route, catalogHash, bookIds)
    isChanged = true
  }
  if (isChanged) await invalidate(db, topic.routes)
}

async function writeRoute(
  db: Db,
  id: string,
  { key, id: _, createTime, lines, books, ...fields }: LocatedRoute,
  catalogHash: string,
  bookIds: Map<string, string | null>,
) {
  // The route's lines are converted to JSON here, because the database driver would convert an array to a PostgreSQL
  // array.
  const values = { ...fields, lines: JSON.stringify(lines), catalogHash }
  await db
    .insertInto('route')
    .values({ id, catalogKey: key, ...values, ...(createTime && { createTime: new Date(createTime) }) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await db.deleteFrom('routeBook').where('routeId', '=', id).execute()
  const existing = new Set(books.flatMap((book) => bookIds.get(book) ?? []))
  if (existing.size === 0) return
  const rows = [...existing].map((bookId, position) => ({ routeId: id, bookId, position }))
  await db.insertInto('routeBook').values(rows).execute()
}
