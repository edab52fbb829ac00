import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Editing } from '#server/editing/as-editor.ts'
import { announce } from '#server/db/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { demandVersion } from '#server/editing/draft-version.ts'
import { renameInSearch } from '#server/editing/rename-in-search.ts'
import { standInFor, takeBackStandIns } from '#server/editing/stand-ins.ts'
import { pinBooks, pinVideos } from '#server/map/pin-marks.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { showVideosAnew } from '#server/video/write-video.ts'
import type { Located } from './region.ts'

export interface PlaceDraft extends Located {
  name: string
  lng: number
  lat: number
}

/** Renames a place or moves it; its books' pins follow, and the catalogue goes on finding it by its old name. */
export async function updatePlace(
  db: Db,
  { editorId, undoes }: Editing,
  { id, version, after }: { id: string; version: string; after: PlaceDraft },
) {
  const before = await lockPlace(db, id)
  demandVersion(before, version, `「${before.name}」`)
  await onceNamed(after.name, () =>
    db
      .updateTable('place')
      .set({ ...after, editedAt: new Date() })
      .where('id', '=', id)
      .execute(),
  )
  const detail = { before, after, ...(undoes && { undoes }) }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'place.update',
    targetType: 'place',
    targetId: id,
    detail,
  })
  if (before.name !== after.name) {
    await takeBackStandIns(db, 'place', [after.name])
    await standInFor(db, 'place', [before.name], id)
    await renameInSearch(db, before.name, after.name)
  }
  const videos = await db.selectFrom('videoPlace').select('videoId').where('placeId', '=', id).distinct().execute()
  const videoIds = videos.map(({ videoId }) => videoId)
  await pinVideos(db, videoIds)
  await settlePlace(db, await listBooksAt(db, [id]))
  await showVideosAnew(db, videoIds)
  return { id, auditId }
}

/** Takes a place away that nothing is at. */
export async function removePlace(db: Db, { editorId, undoes }: Editing, id: string) {
  const before = await lockPlace(db, id)
  const { rows } = await sql`
    select from book_place where place_id = ${id} union all select from video_place where place_id = ${id}
    union all select from tour_stop where place_id = ${id} union all select from mark where place_id = ${id} limit 1`.execute(
    db,
  )
  if (rows.length > 0) fail('conflict', `「${before.name}」还有书、视频或漫游在用，不能移走；可以并到另一处`)
  await db.deleteFrom('place').where('id', '=', id).execute()
  await standInFor(db, 'place', [before.name], null)
  const detail = { before, ...(undoes && { undoes }) }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'place.remove',
    targetType: 'place',
    targetId: id,
    detail,
  })
  return { id, auditId }
}

/** Brings a place back that was taken away. */
export async function bringPlaceBack(db: Db, { editorId, undoes }: Editing, id: string, after: PlaceDraft) {
  await onceNamed(after.name, () =>
    db
      .insertInto('place')
      .values({ id, ...after, editedAt: new Date() })
      .execute(),
  )
  await takeBackStandIns(db, 'place', [after.name])
  const detail = { after, ...(undoes && { undoes }) }
  const auditId = await writeAudit(db, {
    actorId: editorId,
    action: 'place.create',
    targetType: 'place',
    targetId: id,
    detail,
  })
  return { id, auditId }
}

export async function listBooksAt(db: Db, placeIds: string[]): Promise<string[]> {
  const rows = await db.selectFrom('bookPlace').select('bookId').where('placeId', 'in', placeIds).distinct().execute()
  return rows.map(({ bookId }) => bookId)
}

/** Brings marks, pages and search in step with where these books are; last in the transaction. */
export async function settlePlace(db: Db, bookIds: string[]) {
  await pinBooks(db, bookIds)
  await announce(db, 'books', 'tours', ...bookIds.map((id) => `book:${id}`))
  await indexBooks(db, bookIds)
}

async function lockPlace(db: Db, id: string): Promise<PlaceDraft> {
  const found = await db
    .selectFrom('place')
    .select(['name', 'lng', 'lat', 'country', 'province'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? fail('missing', '没有这个地方，它可能已被合并或移走')
}

async function onceNamed(name: string, write: () => Promise<unknown>) {
  try {
    await write()
  } catch (error) {
    if (!isViolationOf(error, 'place_name_key')) throw error
    fail('conflict', `已经有一个地方叫「${name}」，可以把这一处并过去`, { fields: { name: '已经有了' } })
  }
}
