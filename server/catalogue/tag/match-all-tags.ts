import { type RawBuilder, sql } from 'kysely'

/**
 * A request for several tags reads at most this number of books of the rarest tag, the most popular ones, and checks
 * whether they have the other tags. If the rarest tag has as many books or more, some books with all tags may be
 * missing from the results, so that their number is a lower bound.
 */
export const maxCandidates = 1000

/**
 * Returns common table expressions that find books and videos with all of several tags among the most popular ones of
 * the rarest tag. `matching` contains their ids as `item_id`. The only row of `completeness` has `is_complete`, which
 * is false if other books or videos may have all tags too. The ids of the tags must be sorted by the number of their
 * books, the rarest tag first, as `findTagIds` returns them.
 */
export function matchAllTags([rarest, ...others]: string[]): RawBuilder<unknown> {
  const most = sql.lit(maxCandidates)
  return sql`
    candidate_book as materialized (
      select book_id as item_id from book_tag where tag_id = ${rarest}
      order by book_popularity desc, book_id desc limit ${most}
    ), candidate_video as materialized (
      select video_id as item_id from video_tag where tag_id = ${rarest} limit ${most}
    ), matching as materialized (
      select item_id from candidate_book candidate where ${hasAllTags('book', sql.ref('candidate.itemId'), others)}
      union all
      select item_id from candidate_video candidate where ${hasAllTags('video', sql.ref('candidate.itemId'), others)}
    ), completeness as (
      select (select count(*) from candidate_book) < ${most} and (select count(*) from candidate_video) < ${most} as is_complete
    )`
}

/**
 * Returns the condition that a book or video has all the given tags. A subquery for each tag makes the database look
 * the tags up one by one in the given order, instead of reading all books of the tags.
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
