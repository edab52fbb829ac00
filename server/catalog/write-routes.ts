import { topic } from '#server/cache/topics.ts'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { hashText } from './hash-text.ts'
import type { LocatedRoute } from './read-routes.ts'

/** Adds routes that are new and updates those that changed; all others are left alone. */
export async function writeRoutes(db: Db, routes: LocatedRoute[], bookIds: Map<string, string | null>) {
  const known = await db.selectFrom('route').select(['id', 'catalogKey', 'catalogHash']).execute()
  const knownByKey = new Map(known.map((row) => [row.catalogKey, row]))
  let isChanged = false
  for (const route of routes) {
    const catalogHash = hashText(JSON.stringify(route))
    const row = knownByKey.get(route.key)
    if (row?.catalogHash === catalogHash) continue
    await writeRoute(db, row?.id ?? newId(), route, catalogHash, bookIds)
    isChanged = true
  }
  if (isChanged) await invalidate(db, topic.routes)
}

async function writeRoute(
  db: Db,
  id: string,
  { key, lines, books, ...told }: LocatedRoute,
  catalogHash: string,
  bookIds: Map<string, string | null>,
) {
  // As text: the driver would make an array of PostgreSQL's own of it.
  const values = { ...told, lines: JSON.stringify(lines), catalogHash }
  await db
    .insertInto('route')
    .values({ id, catalogKey: key, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await db.deleteFrom('routeBook').where('routeId', '=', id).execute()
  const there = new Set(books.flatMap((book) => bookIds.get(book) ?? []))
  if (there.size === 0) return
  const rows = [...there].map((bookId, position) => ({ routeId: id, bookId, position }))
  await db.insertInto('routeBook').values(rows).execute()
}
