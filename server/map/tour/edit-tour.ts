import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { TourDraft } from '#shared/api/place/tour-admin.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { requireVersion } from '#server/catalogue/editing/draft-version.ts'
import { addRedirect, removeRedirects } from '#server/catalogue/editing/redirects.ts'
import { indexTours } from '#server/search/index/index-names.ts'
import { findTourDraft } from './tour-drafts.ts'

/** Creates a tour, or restores a removed one under its former id and catalogue key. Must run in a transaction. */
export async function createTour(
  db: Db,
  editing: Editing,
  tour: TourDraft,
  { id, catalogKey }: { id: string; catalogKey: string | null } = { id: newId(), catalogKey: null },
) {
  const { title, desc, position } = tour
  await db.insertInto('tour').values({ id, catalogKey, title, desc, position, editedAt: new Date() }).execute()
  await removeRedirects(db, 'tour', [catalogKey])
  await writeStops(db, id, tour)
  const auditId = await recordEdit(db, editing, 'tour.create', id, { after: tour })
  await refreshTours(db)
  return { id, auditId }
}

export async function updateTour(
  db: Db,
  editing: Editing,
  { id, version, after }: { id: string; version: string; after: TourDraft },
) {
  const before = await lockTour(db, id)
  requireVersion(before, version, `「${before.title}」`)
  const { title, desc, position } = after
  await db.updateTable('tour').set({ title, desc, position, editedAt: new Date() }).where('id', '=', id).execute()
  await db.deleteFrom('tourStop').where('tourId', '=', id).execute()
  await writeStops(db, id, after)
  const auditId = await recordEdit(db, editing, 'tour.update', id, { before, after: await findTourDraft(db, id) })
  await refreshTours(db)
  return { id, auditId }
}

export async function removeTour(db: Db, editing: Editing, id: string) {
  const before = await lockTour(db, id)
  const row = await db.deleteFrom('tour').where('id', '=', id).returning('catalogKey').executeTakeFirst()
  const catalogKey = row?.catalogKey ?? null
  await addRedirect(db, 'tour', [catalogKey], null)
  const auditId = await recordEdit(db, editing, 'tour.remove', id, { before, catalogKey })
  await refreshTours(db)
  return { id, auditId }
}

/** Writes the stops of a tour. If the book or place of a stop no longer exists, the stop is stored without it. */
async function writeStops(db: Db, tourId: string, { stops }: TourDraft) {
  const bookIds = stops.flatMap(({ bookId }) => bookId ?? [])
  const placeIds = stops.flatMap(({ placeId }) => placeId ?? [])
  const { rows } = await sql<{ id: string }>`
    select id from book where id = any(${bookIds}::uuid[]) union all select id from place where id = any(${placeIds}::uuid[])`.execute(
    db,
  )
  const existing = new Set(rows.map(({ id }) => id))
  const orNull = (id: string | null) => (id !== null && existing.has(id) ? id : null)
  await db
    .insertInto('tourStop')
    .values(
      stops.map((stop, position) => ({
        ...stop,
        tourId,
        position,
        bookId: orNull(stop.bookId),
        placeId: orNull(stop.placeId),
      })),
    )
    .execute()
}

async function refreshTours(db: Db) {
  await invalidate(db, topic.tours)
  await indexTours(db)
}

async function lockTour(db: Db, id: string): Promise<TourDraft> {
  await sql`select from tour where id = ${id} for update`.execute(db)
  return (await findTourDraft(db, id)) ?? fail('missing', '没有这条漫游，它可能已被移除')
}
