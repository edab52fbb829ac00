import { type RawBuilder, sql } from 'kysely'
import type { Tag } from '#shared/api/tag.ts'
import type { Db } from '#server/db/schema.ts'

export function listTags(db: Db): Promise<Tag[]> {
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'kind', 'count'])
    .where('count', '>', 0)
    .orderBy('position')
    .execute()
}

/** The ids of some tags; null where one is unknown, which is on nothing. */
export async function findTagIds(db: Db, names: string[]): Promise<string[] | null> {
  if (names.length === 0) return []
  const wanted = [...new Set(names)]
  const rows = await db.selectFrom('tag').select('id').where('name', 'in', wanted).orderBy('name').execute()
  return rows.length < wanted.length ? null : rows.map(({ id }) => id)
}

/** A condition on `book`: it carries every one of these tags. */
export function carriesAllTags(tags: string[]): RawBuilder<boolean> {
  const names = [...new Set(tags)]
  if (names.length === 0) return sql`true`
  return sql`book.id in (
    select book_tag.book_id from book_tag join tag on tag.id = book_tag.tag_id
    where tag.name = any(${names}) group by book_tag.book_id having count(*) = ${names.length})`
}
