import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Merge, movePairs } from '#server/catalogue/editing/move-pairs.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { moveReferences } from '#server/catalogue/editing/move-references.ts'
import { addRedirect } from '#server/catalogue/editing/redirects.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'
import { recountItems } from '#server/catalogue/item/recount-reactions.ts'
import { recountTags } from '#server/catalogue/tag/recount-tags.ts'
import { movedWithBooks, pairedWithBooks } from './book-references.ts'
import { requireRoomForEditions } from './change-editions.ts'
import { moveRelations } from './merge-relations.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'

/**
 * Merges one book, the loser, into another, the winner: moves all references to the winner, deletes the loser and
 * redirects its URL. Records every moved row, so that `unmergeBooks` can restore both books. Must run in a transaction.
 * Throws `conflict` when the books have too many editions together.
 */
export async function mergeBooks(db: Db, editorId: string, pair: { loserId: string; winnerId: string }) {
  const { loserId, winnerId } = pair
  if (loserId === winnerId) fail('invalid', '这是同一本书，请选另一本')
  const titles = await lockBooks(db, pair)
  await requireRoomForEditions(db, [loserId, winnerId])
  const auditId = await recordEdit(db, { editorId }, 'book.merge', winnerId, {
    loserId,
    loser: titles.get(loserId),
    winner: titles.get(winnerId),
  })
  await sql`insert into merge (id, noun, loser_id, winner_id, loser_row)
    select ${auditId}, 'book', ${loserId}, ${winnerId}, to_jsonb(book) from book where id = ${loserId}`.execute(db)
  const merge = { id: auditId, ...pair }
  await resolveDuplicates(db, merge)
  await moveRelations(db, merge)
  // The editions of the surviving book come first, so that its main edition stays the main one.
  await sql`update edition set position = position + 1000 where book_id = ${loserId}`.execute(db)
  for (const rows of pairedWithBooks) await movePairs(db, merge, rows)
  for (const rows of movedWithBooks) await moveReferences(db, merge, rows)
  const { catalogKey } = await db
    .deleteFrom('book')
    .where('id', '=', loserId)
    .returning('catalogKey')
    .executeTakeFirstOrThrow()
  await addRedirect(db, 'book', [loserId, catalogKey], winnerId)
  await fillEmptyFields(db, merge)
  await refreshMerged(db, merge)
  return { id: winnerId, auditId }
}

/**
 * Locks the two books to be merged and returns their titles. Concurrent comments and reactions wait for the lock and
 * then find that the losing book no longer exists.
 */
async function lockBooks(db: Db, { loserId, winnerId }: Omit<Merge, 'id'>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('book')
    .select(['id', 'title'])
    .where('id', 'in', [loserId, winnerId])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < 2) missingItem('book')
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/**
 * Resolves conflicts between two books to be merged. If one user has an open or approved recommendation of both, one of
 * the two is withdrawn; if both books have the same file, the file of the losing book is deleted. Both changes are
 * recorded, so that undoing the merge restores them.
 */
async function resolveDuplicates(db: Db, { id, loserId, winnerId }: Merge) {
  await sql`
    with spare as (
      select case when mine.status = 'pending' and other.status = 'approved' then mine.id else other.id end as id
      from recommendation mine join recommendation other on other.user_id = mine.user_id and other.book_id = ${loserId}
      where mine.book_id = ${winnerId} and mine.status in ('pending', 'approved') and other.status in ('pending', 'approved')
    ), noted as (
      insert into merge_row (merge_id, table_name, loser_row)
      select ${id}, 'recommendation.status', jsonb_build_object('id', id, 'status', status)
      from recommendation where id in (select id from spare)
    )
    update recommendation set status = 'withdrawn' where id in (select id from spare)`.execute(db)
  await sql`
    with spare as (
      select id from book_file other where book_id = ${loserId}
        and exists (select from book_file mine where mine.book_id = ${winnerId} and mine.sha256 = other.sha256)
    )
    insert into merge_row (merge_id, table_name, loser_row)
    select ${id}, 'book_file.spare', to_jsonb(book_file) from book_file
    where id in (select id from spare) or converted_from in (select id from spare)
    order by converted_from nulls first`.execute(db)
  await sql`delete from book_file using merge_row
    where merge_id = ${id} and table_name = 'book_file.spare' and book_file.id = (loser_row ->> 'id')::uuid`.execute(db)
}

/**
 * Fills fields that are empty in the surviving book, such as the subtitle and the cover, from the merged book, and adds
 * up the page views of both.
 */
async function fillEmptyFields(db: Db, { id, winnerId }: Merge) {
  await sql`
    with gaps as (
      select coalesce(jsonb_object_agg(key, value), '{}') as filled_values from jsonb_each((select loser_row from merge where id = ${id}))
      where key in ('subtitle', 'original_title', 'original_language', 'published_year', 'cover', 'free')
        and value <> 'null'
        and (select to_jsonb(book) from book where id = ${winnerId}) -> key = 'null'
    )
    update merge set filled_values = gaps.filled_values from gaps where id = ${id}`.execute(db)
  await sql`
    update book set subtitle = fresh.subtitle, original_title = fresh.original_title,
      original_language = fresh.original_language, published_year = fresh.published_year, cover = fresh.cover, free = fresh.free,
      views = book.views + (merge.loser_row ->> 'views')::integer, edited_at = now()
    from merge, lateral jsonb_populate_record(null::book, (select to_jsonb(b) from book b where b.id = ${winnerId}) || merge.filled_values) fresh
    where merge.id = ${id} and book.id = ${winnerId}`.execute(db)
}

/**
 * Refreshes the counts, map marks, search entries and cached pages of two books after they were merged or a merge was
 * undone. Must run as the transaction's last step.
 */
export async function refreshMerged(db: Db, { id, loserId, winnerId }: Merge) {
  const items = [loserId, winnerId].map((itemId) => ({ itemType: 'book' as const, itemId }))
  await recountItems(db, 'book', [loserId, winnerId])
  const tags = await db.selectFrom('bookTag').select('tagId').where('bookId', 'in', [loserId, winnerId]).execute()
  const { rows: lostTags } = await sql<{ tagId: string }>`
    select loser_row ->> 'tag_id' as tag_id from merge_row where merge_id = ${id} and table_name = 'book_tag'`.execute(
    db,
  )
  await recountTags(
    db,
    [...tags, ...lostTags].map(({ tagId }) => tagId),
  )
  await invalidate(db, ...items.flatMap((item) => [topic.reactions(item), topic.card(item)]))
  await invalidate(db, topic.order('book', 'hot'), topic.order('book', 'score'), topic.tours, topic.routes)
  const { rows: users } = await sql<{ userId: string }>`
    select distinct user_id from merge_row where merge_id = ${id} and user_id is not null
    union select user_id from recommendation where book_id in (${loserId}, ${winnerId})
    union select user_id from comment where item_type = 'book' and item_id in (${loserId}, ${winnerId})`.execute(db)
  await invalidate(db, ...users.flatMap(({ userId }) => [topic.contributions(userId), topic.shelf(userId)]))
  await refreshItems(
    db,
    'book',
    items.map(({ itemId }) => ({ id: itemId, tags: new Map(), places: [] })),
  )
}
