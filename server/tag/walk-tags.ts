import { type RawBuilder, sql } from 'kysely'

/**
 * A request for several tags reads at most this number of books of the rarest tag, the most popular ones, and checks
 * whether they have the other tags. If the rarest tag has as many books or more, some books with all tags may be
 * missing from the results, so that their number is a lower bound.
 */
export const maxWalkedBooks = 1000

/**
 * Returns common table expressions that find books and videos with all of several tags among the most popular ones of
 * the rarest tag. `carried` contains their ids as `item_id`. The only row of `walk` has `is_whole`, which is false if
 * other books or videos may have all tags too. The ids of the tags must be sorted by the number of their books, the
 * rarest tag first, as `findTagIds` returns them.
 */
export function walkTags([rarest, ...others]: string[]): RawBuilder<unknown> {
  const most = sql.lit(maxWalkedBooks)
  return sql`
    walked_book as materialized (
      select book_id as item_id from book_tag where tag_id = ${rarest}
      order by book_popularity desc, book_id desc limit ${most}
    ), walked_video as materialized (
      select video_id as item_id from video_tag where tag_id = ${rarest} limit ${most}
    ), carried as materialized (
      select item_id from walked_book walked where ${hasAllTags('book', sql.ref('walked.itemId'), others)}
      union all
      select item_id from walked_video walked where ${hasAllTags('video', sql.ref('walked.itemId'), others)}
    ), walk as (
      select (select count(*) from walked_book) < ${most} and (select count(*) from walked_video) < ${most} as is_whole
    )`
}

/**
 * Returns the condition that a book or video has some tags. A subquery for each tag makes the database look the tags up
 * one by one in the given order, instead of reading all books of the tags.
 */
export function hasAllTags(
  itemType: 'book' | 'video',
  itemId: RawBuilder<unknown>,
  tagIds: string[],
): RawBuilder<boolean> {
  if (tagIds.length === 0) return sql<boolean>`true`
  const each = tagIds.map(
    (id) => sql`(
      select count(*) from ${sql.table(`${itemType}Tag`)} further
      where further.tag_id = ${id} and ${sql.ref(`further.${itemType}Id`)} = ${itemId}
    ) = 1`,
  )
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}
