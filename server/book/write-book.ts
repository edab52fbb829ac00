import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { type ItemChange, writeItem } from '#server/item/write-item.ts'
import { pinBooks } from '#server/map/cells/pin-marks.ts'
import { removeLonePlaces } from '#server/place/write-places.ts'
import { indexBooks } from '#server/search/index/index-books.ts'

/**
 * Inserts or updates a book with its tags and places. Must run in a transaction, in which `refreshBooks` follows after all other
 * writes. Throws `conflict` when another book has the ISBN.
 */
export async function writeBook(db: Db, id: string, draft: BookDraft): Promise<ItemChange> {
  const { tags, places, era, ...columns } = draft
  const values = { ...columns, eraFrom: era?.from ?? null, eraTo: era?.to ?? null }
  return writeItem(db, { itemType: 'book', itemId: id }, { tags, places }, async () => {
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
  })
}

/**
 * Refreshes the marks, the tag counts, the search index and the cached pages of books that were written or removed, or whose
 * recommendations changed. Must run as the last step of the transaction.
 */
export async function refreshBooks(db: Db, changes: ItemChange[]) {
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

async function countTags(db: Db, changes: ItemChange[]) {
  const counts = new Map<string, number>()
  for (const { tags } of changes) for (const [id, by] of tags) counts.set(id, (counts.get(id) ?? 0) + by)
  const changed = [...counts].filter(([, by]) => by !== 0)
  const ids = changed.map(([id]) => id)
  // Locks the tags in the order of their ids, so that transactions which count the same tags cannot deadlock.
  await sql`select from tag where id = any(${ids}) order by id for no key update`.execute(db)
  await sql`update tag set count = count + by
    from unnest(${ids}::uuid[], ${changed.map(([, by]) => by)}::integer[]) as change(tag_id, by) where id = tag_id`.execute(
    db,
  )
}
