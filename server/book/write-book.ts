import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { pinBooks } from '#server/map/cells/pin-marks.ts'
import { removeLonePlaces, writePlaces } from '#server/place/write-places.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { findTagIds } from '#server/tag/tag-queries.ts'

/** A book that was written or removed: by how much that changes what its tags count, and the places it has left. */
export interface BookChange {
  id: string
  tags: Map<string, number>
  places: string[]
}

/**
 * Writes a book with its tags and places, new or in place of what it was, in the caller's transaction. `refreshBooks` must follow
 * when all else of the transaction is written.
 */
export async function writeBook(db: Db, id: string, draft: BookDraft): Promise<BookChange> {
  const { tags, places, era, ...columns } = draft
  const tagIds =
    (await findTagIds(db, tags)) ??
    fail('invalid', '有的标签已经不在了，请重新选', { fields: { tags: '有的标签已经不在了' } })
  const placeIds = await writePlaces(db, places)
  const values = { ...columns, eraFrom: era?.from ?? null, eraTo: era?.to ?? null }
  try {
    await db
      .insertInto('book')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  } catch (error) {
    if (!isViolationOf(error, 'book_isbn13_key')) throw error
    fail('conflict', '已经有一本书用了这个 ISBN，请并到那本书上', { fields: { isbn13: '已经有一本书用了它' } })
  }
  const change = await unlinkTagsAndPlaces(db, id)
  for (const tagId of tagIds) change.tags.set(tagId, (change.tags.get(tagId) ?? 0) + 1)
  await db
    .insertInto('bookTag')
    .values(tagIds.map((tagId) => ({ bookId: id, tagId })))
    .execute()
  await db
    .insertInto('bookPlace')
    .values(places.map(({ kind }, at) => ({ bookId: id, placeId: placeIds[at] as string, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return change
}

/** Parts a book from its tags and places, as the first half of writing or removing it. */
export async function unlinkTagsAndPlaces(db: Db, id: string): Promise<BookChange> {
  const tags = await db.deleteFrom('bookTag').where('bookId', '=', id).returning('tagId').execute()
  const places = await db.deleteFrom('bookPlace').where('bookId', '=', id).returning('placeId').execute()
  return {
    id,
    tags: new Map(tags.map(({ tagId }) => [tagId, -1])),
    places: [...new Set(places.map(({ placeId }) => placeId))],
  }
}

/** Brings marks, counts, search and pages in step with books that were written, or whose recommendations were; last in the transaction. */
export async function refreshBooks(db: Db, changes: BookChange[]) {
  const ids = changes.map(({ id }) => id)
  await pinBooks(db, ids)
  await removeLonePlaces(
    db,
    changes.flatMap(({ places }) => places),
  )
  await countTags(db, changes)
  await invalidate(db, ...ids.map((id) => topic.book(id)), topic.books, topic.tags)
  await indexBooks(db, ids)
}

async function countTags(db: Db, changes: BookChange[]) {
  const counts = new Map<string, number>()
  for (const { tags } of changes) for (const [id, by] of tags) counts.set(id, (counts.get(id) ?? 0) + by)
  const changed = [...counts].filter(([, by]) => by !== 0)
  const ids = changed.map(([id]) => id)
  // Whoever counts some of the same tags takes them in the same order.
  await sql`select from tag where id = any(${ids}) order by id for no key update`.execute(db)
  await sql`update tag set count = count + by
    from unnest(${ids}::uuid[], ${changed.map(([, by]) => by)}::integer[]) as change(tag_id, by) where id = tag_id`.execute(
    db,
  )
}
