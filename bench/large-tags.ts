import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { recountMarks } from '#server/catalogue/mark-cells/recount-marks.ts'

/** The number of books that each large tag has; fewer if the database has fewer books. */
export const booksOfLargeTag = 200_000

export interface LargeTags {
  /**
   * The names and ids of two tags. The first belongs to the books with the lowest ids, the second to those with the
   * highest.
   */
  tags: { id: string; name: string }[]
  /**
   * The audit entry of a merge of a third tag into the second one. The merge never happened, but its records are
   * stored, so that a benchmark can undo it.
   */
  auditId: string
}

/**
 * Adds two tags with 200,000 books each to a database with many marks, and the records of a merge in which as many
 * books were moved. The rows are written by SQL, because the application would take many minutes.
 */
export async function addLargeTags(db: Db): Promise<LargeTags> {
  const tags = ['大标签甲', '大标签乙'].map((name) => ({ id: newId(), name }))
  const auditId = newId()
  await db.transaction().execute(async (db) => {
    for (const [at, { id, name }] of tags.entries()) {
      await db
        .insertInto('tag')
        .values({ id, name, kind: 'subject', position: 90_000 + at })
        .execute()
      const order = at === 0 ? sql`id` : sql`id desc`
      await sql`insert into book_tag (book_id, tag_id) select id, ${id} from book order by ${order} limit ${booksOfLargeTag}`.execute(
        db,
      )
      await sql`update tag set count = (select count(*) from book_tag where tag_id = ${id}) where id = ${id}`.execute(
        db,
      )
    }
    await sql`update mark set tag_ids = array(select tag_id from book_tag where book_id = item_id order by tag_id)
      where item_type = 'book'`.execute(db)
    await recountMarks(db)
    await addMerge(db, auditId, tags[1]?.id ?? '')
  })
  await sql`vacuum analyze`.execute(db)
  return { tags, auditId }
}

async function addMerge(db: Db, id: string, winnerId: string) {
  const loserId = newId()
  const loser = JSON.stringify({ id: loserId, name: '大标签丙', kind: 'subject', position: 90_002, count: 0 })
  const detail = JSON.stringify({ loserId, loser: '大标签丙', winner: '大标签乙' })
  await db
    .insertInto('audit')
    .values({ id, actorId: null, action: 'tag.merge', targetType: 'tag', targetId: winnerId, detail })
    .execute()
  await sql`insert into merge (id, noun, loser_id, winner_id, loser_row)
    values (${id}, 'tag', ${loserId}, ${winnerId}, ${loser})`.execute(db)
  await sql`insert into merge_row (merge_id, table_name, loser_row, result_row)
    select ${id}, 'book_tag', to_jsonb(moved) || jsonb_build_object('tag_id', ${loserId}::text), to_jsonb(moved)
    from book_tag moved where tag_id = ${winnerId}`.execute(db)
}
