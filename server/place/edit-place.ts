import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { PlaceName } from '#shared/api/place/place-page.ts'
import { invalidate } from '#server/cache/changes.ts'
import { topic } from '#server/cache/topics.ts'
import type { Db } from '#server/db/schema.ts'
import type { Editing } from '#server/editing/as-editor.ts'
import { requireVersion } from '#server/editing/draft-version.ts'
import { lockItemsOf } from '#server/editing/lock-items.ts'
import type { Moved } from '#server/editing/merge-named.ts'
import { failMissing, redirectOldName, type NamedNoun, writeUniqueName } from '#server/editing/named-noun.ts'
import { recordEdit } from '#server/editing/record-edit.ts'
import { addRedirect, removeRedirects } from '#server/editing/redirects.ts'
import { refreshVideos } from '#server/editing/refresh-videos.ts'
import { pinItems } from '#server/map/cells/pin-marks.ts'
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
 * old name redirects to the place, so that the catalogue still finds it. Must run in a transaction. Throws `conflict` when
 * another editor has changed the place, or when another place has the name.
 */
export async function updatePlace(
  db: Db,
  editing: Editing,
  { id, version, after }: { id: string; version: string; after: PlaceDraft },
) {
  await lockItemsOf(db, 'place', [id])
  const before = await lockPlace(db, id)
  requireVersion(before, version, `「${before.name}」`)
  const { names = before.names, ...place } = after
  const values = { ...place, editedAt: new Date() }
  await writeUniqueName(placeNoun, after.name, () => db.updateTable('place').set(values).where('id', '=', id).execute())
  await writePlaceNames(db, id, names)
  const written = { ...place, names: await listPlaceNames(db, id) }
  const auditId = await recordEdit(db, editing, 'place.update', id, { before, after: written })
  await redirectOldName(db, placeNoun, id, before.name, after.name)
  const moved = await listAt(db, id)
  await pinItems(db, 'book', moved.bookIds)
  await pinItems(db, 'video', moved.videoIds)
  await refreshPlace(db, [id], moved, [before.name, after.name])
  return { id, auditId }
}

/** Removes a place. Must run in a transaction. Throws `conflict` when anything still refers to the place. */
export async function removePlace(db: Db, editing: Editing, id: string) {
  const before = await lockPlace(db, id)
  const { rows } = await sql`
    select from book_place where place_id = ${id} union all select from video_place where place_id = ${id}
    union all select from tour_stop where place_id = ${id} union all select from mark where place_id = ${id}
    union all select from person_place where place_id = ${id} limit 1`.execute(db)
  if (rows.length > 0) fail('conflict', `「${before.name}」还有书、视频、人物或漫游在用，不能移走；可以并到另一处`)
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
  await invalidate(db, topic.books, topic.tours, ...pages)
  await indexRenamed(db, bookIds, 'place', names)
  await refreshVideos(db, videoIds)
}

async function listAt(db: Db, id: string): Promise<Moved> {
  const books = await db.selectFrom('bookPlace').select('bookId').where('placeId', '=', id).distinct().execute()
  const videos = await db.selectFrom('videoPlace').select('videoId').where('placeId', '=', id).distinct().execute()
  return { bookIds: books.map(({ bookId }) => bookId), videoIds: videos.map(({ videoId }) => videoId) }
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
