import { type RawBuilder, sql } from 'kysely'

/**
 * The number of books with the rarest of several tags that a request checks for the other tags, those with the highest
 * rank first. Numbers of the books that have all the tags are exact if the rarest tag has fewer books, and lower bounds
 * otherwise.
 */
export const maxWalkedBooks = 1000

/**
 * Returns common table expressions for the books and videos that have all of several tags, among the most popular of
 * the rarest tag: `carried` has their ids as `item_id`, and the only row of `walk` tells with `is_whole` whether there
 * are no others.
 */
export function walkTags(tagIds: string[]): RawBuilder<unknown> {
  const all = sql`${tagIds}::uuid[]`
  const rarest = sql`(select id from tag where id = any(${all}) order by count, id limit 1)`
  const hasAll = (itemType: 'book' | 'video') => sql`(
    select count(*) from ${sql.table(`${itemType}Tag`)} further
    where ${sql.ref(`further.${itemType}Id`)} = walked.item_id and further.tag_id = any(${all})
  ) = ${tagIds.length}`
  const most = sql.lit(maxWalkedBooks)
  return sql`
    walked_book as materialized (
      select book_id as item_id from book_tag where tag_id = ${rarest}
      order by book_popularity desc, book_id desc limit ${most}
    ), walked_video as materialized (
      select video_id as item_id from video_tag where tag_id = ${rarest} limit ${most}
    ), carried as materialized (
      select item_id from walked_book walked where ${hasAll('book')}
      union all
      select item_id from walked_video walked where ${hasAll('video')}
    ), walk as (
      select (select count(*) from walked_book) < ${most} and (select count(*) from walked_video) < ${most} as is_whole
    )`
}
