import { sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Returns the ids of the books or videos whose stored numbers of likes, saves, ratings or comments are wrong, and of
 * those with a comment whose stored number of likes or replies is wrong. Reads all reactions and writes nothing.
 */
export async function listMiscountedItems(db: Db, itemType: ItemType): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with
      liked as (select item_id as id, count(*) as count from item_like where item_type = ${itemType} group by item_id),
      saved as (select item_id as id, count(*) as count from item_save where item_type = ${itemType} group by item_id),
      rated as (
        select item_id as id, count(*) as count, sum(score) as sum from rating where item_type = ${itemType} group by item_id
      ),
      spoken as (
        select item_id as id, count(*) as count from comment where item_type = ${itemType} and state = 'published'
        group by item_id
      ),
      comment_liked as (
        select item_id as id, count(*) as count from item_like where item_type = 'comment' group by item_id
      ),
      answered as (
        select parent_id as id, count(*) as count from comment where state = 'published' and parent_id is not null
        group by parent_id
      )
    select item.id from ${sql.table(itemType)} item
      left join liked using (id) left join saved using (id) left join rated using (id) left join spoken using (id)
    where (item.likes, count_save, count_comments, count_rated, sum_rated) is distinct from (
      coalesce(liked.count, 0), coalesce(saved.count, 0), coalesce(spoken.count, 0), coalesce(rated.count, 0),
      coalesce(rated.sum, 0))
    union
    select item_id from comment left join comment_liked using (id) left join answered using (id)
    where item_type = ${itemType}
      and (likes, count_replies) is distinct from (coalesce(comment_liked.count, 0), coalesce(answered.count, 0))
      and exists (select from ${sql.table(itemType)} item where item.id = item_id)`.execute(db)
  return rows.map(({ id }) => id)
}
