import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { MergedNoun } from '#server/catalogue/editing/move-items.ts'
import type { Merge } from '#server/catalogue/editing/move-pairs.ts'
import { indexRenamed } from '#server/search/index/index-renamed.ts'
import { refreshVideos } from '#server/catalogue/editing/refresh-videos.ts'
import { tagNoun } from './edit-tag.ts'
import { addToTagCounts, recountTags } from './recount-tags.ts'

/**
 * The steps of a merge that are specific to tags. After the merge, every book, video and recommendation that had either
 * tag has the surviving tag.
 */
export const mergedTags: MergedNoun = {
  ...tagNoun,
  alsoSame: [],
  references: [{ table: 'redirect', column: 'target_id', key: ['noun', 'old_key'] }],

  async moveFurther(db, merge) {
    const { id, loserId } = merge
    await sql`insert into merge_row (merge_id, table_name, loser_row)
      select ${id}, 'recommendation.tags', jsonb_build_object('id', id, 'tag_ids', tag_ids)
      from recommendation where tag_ids @> array[${loserId}::uuid]`.execute(db)
    await sql`update recommendation set tag_ids = ${withWinner(merge, sql`tag_ids`)}
      where tag_ids @> array[${loserId}::uuid]`.execute(db)
  },

  async restoreFurther(db, merge) {
    await sql`
      update recommendation set tag_ids = own.tag_ids from merge_row, jsonb_populate_record(null::recommendation, loser_row) own
      where merge_id = ${merge.id} and table_name = 'recommendation.tags' and recommendation.id = own.id
        and recommendation.tag_ids = ${withWinner(merge, sql`own.tag_ids`)}`.execute(db)
  },

  addToCounts: addToTagCounts,

  async refresh(db, { bookIds, videoIds }, { loserId, winnerId }, names) {
    await recountTags(db, [loserId, winnerId])
    await invalidate(db, ...bookIds.map((id) => topic.book(id)), topic.books, topic.tags, topic.labels)
    await indexRenamed(db, bookIds, 'tag', names)
    await refreshVideos(db, videoIds)
  },
}

/**
 * Returns an SQL expression for a list of tag ids in which the surviving tag of a merge replaces the removed one,
 * without duplicates.
 */
function withWinner({ loserId, winnerId }: Merge, tagIds: ReturnType<typeof sql>) {
  return sql`array(select distinct unnest(array_replace(${tagIds}, ${loserId}::uuid, ${winnerId}::uuid)) order by 1)`
}
