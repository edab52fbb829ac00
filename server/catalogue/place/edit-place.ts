import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { PlaceName } from '#shared/api/place/place-page.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { requireVersion } from '#server/catalogue/editing/draft-version.ts'
import {
  listItemsUpToLimit,
  lockItemsUpToLimit,
  requireNoLargeChange,
  startLargeChange,
} from '#server/catalogue/editing/large-changes.ts'
import type { Moved } from '#server/catalogue/editing/move-items.ts'
import { failMissing, redirectOldName, type NamedNoun, writeUniqueName } from '#server/catalogue/editing/named-noun.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { addRedirect, removeRedirects } from '#server/catalogue/editing/redirects.ts'
import { refreshVideos } from '#server/catalogue/editing/refresh-videos.ts'
import { countPlaces } from '#server/catalogue/mark-cells/count-places.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { indexRenamed } from '#server/search/index/index-renamed.ts'
import type { Located } from './region.ts'
import { listPlaceNames, writePlaceNames } from './write-place-names.ts'

export const placeNoun: NamedNoun = { noun: 'place', word: '处地方' }

export interface PlaceDraft extends Located {
  name: string
  lng: number
  lat: number
  /**
   * The further names of the place. Entries of the audit log from before these names existed lack the field; undoing
   * them leaves the names unchanged.
   */
  names?: PlaceName[] | undefined
}

/**
 * Renames or moves a place or changes its further names, and updates the marks of its books and videos on the map. The
 * old name redirects to the place, so that the catalogue still finds it. If the place has many books and videos, a
 * background job updates the marks later. Must run in a transaction. Throws `conflict` when another editor has changed
 * the place, or when another place has the name.
 */
export async function updatePlace(
  db: Db,
  editing: Editing,
  { id, version, after }: { id: string; version: string; after: PlaceDraft },
) {
  await lockItemsUpToLimit(db, 'place', id)
  const before = await lockPlace(db, id)
  await requireNoLargeChange(db, placeNoun, [id])
  requireVersion(before, version, `「${before.name}」`)
  const { names = before.names, ...place } = after
  const values = { ...place, editedAt: new Date() }
  await writeUniqueName(placeNoun, after.name, () => db.updateTable('place').set(values).where('id', '=', id).execute())
  await writePlaceNames(db, id, names)
  const written = { ...place, names: await listPlaceNames(db, id) }
  const auditId = await recordEdit(db, editing, 'place.update', id, { before, after: written })
  await redirectOldName(db, placeNoun, id, before.name, after.name)
  const moved = await listItemsUpToLimit(db, 'place', id)
  const changedNames = [before.name, after.name]
  if (moved === null) {
    await startLargeChange(db, { id: auditId, noun: 'place', kind: 'update', targetId: id, names: changedNames })
    // The counts of the places in each region are updated at once; the job updates the marks of the books later.
    await countPlaces(db, [id])
  }
  const { bookIds, videoIds } = moved ?? { bookIds: [], videoIds: [] }
  await pinItems(db, 'book', bookIds)
  await pinItems(db, 'video', videoIds)
  await refreshPlace(db, [id], { bookIds, videoIds }, changedNames)
  return { id, auditId }
}

/** Removes a place. Must run in a transaction. Throws `conflict` when anything still refers to the place. */
export async function removePlace(db: Db, editing: Editing, id: string) {
  const before = await lockPlace(db, id)
  const { rows } = await sql`
    select from book_place where place_id = ${id} union all select from video_place where place_id = ${id}
    union all select from tour_stop where place_id = ${id} union all select from mark where place_id = ${id}
    union all select from person_place where place_id = ${id} limit 1`.execute(db)
  await requireNoLargeChange(db, placeNoun, [id])
  if (rows.length > 0) fail('conflict', `「${before.name}」还有书、视频、人物或漫游在用，不能移除；可以并到另一处`)
  await db.deleteFrom('place').where('id', '=', id).execute()
  await addRedirect(db, 'place', [before.name], null)
  const auditId = await recordEdit(db, editing, 'place.remove', id, { before })
  await refreshPlace(db, [id], { bookIds: [], videoIds: [] }, [before.name])
  return { id, auditId }
}

/**
 * Creates a place, or restores a removed one under its former id. Must run in a transaction. Throws `conflict` when
 * another place has the name.
 */
export async function createPlace(db: Db, editing: Editing, id: string, after: PlaceDraft) {
  const { names = [], ...place } = after
  const values = { id, ...place, editedAt: new Date() }
  await writeUniqueName(placeNoun, after.name, () => db.insertInto('place').values(values).execute())
  await writePlaceNames(db, id, names)
  await removeRedirects(db, 'place', [after.name])
  const auditId = await recordEdit(db, editing, 'place.create', id, { after })
  await refreshPlace(db, [id], { bookIds: [], videoIds: [] }, [after.name])
  return { id, auditId }
}

/**
 * Updates the search entries of places, and invalidates their pages and those of the books and videos whose place
 * changed. Must run as the last step of the transaction.
 */
export async function refreshPlace(db: Db, placeIds: string[], { bookIds, videoIds }: Moved, names: string[]) {
  const pages = [...placeIds.map((id) => topic.place(id)), ...bookIds.map((id) => topic.book(id))]
  await invalidate(db, topic.books, topic.tours, topic.labels, ...pages)
  await indexRenamed(db, bookIds, 'place', names)
  await refreshVideos(db, videoIds)
}

async function lockPlace(db: Db, id: string): Promise<PlaceDraft & { names: PlaceName[] }> {
  const found = await db
    .selectFrom('place')
    .select(['name', 'lng', 'lat', 'country', 'province'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found === undefined ? failMissing(placeNoun) : { ...found, names: await listPlaceNames(db, id) }
}
