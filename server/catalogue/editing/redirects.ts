import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#server/platform/db/schema.ts'

type Noun = Database['redirect']['noun']

/**
 * Redirects former ids, keys or names of an object (such as a book, tag or place) to the object that replaces it. A
 * null target means that the object was deleted.
 */
export async function addRedirect(db: Db, noun: Noun, formers: (string | null)[], targetId: string | null) {
  const rows = formers.filter((former) => former !== null).map((former) => ({ noun, oldKey: former, targetId }))
  if (rows.length === 0) return
  await db
    .insertInto('redirect')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['noun', 'oldKey']).doUpdateSet({ targetId }))
    .execute()
}

/** Deletes the redirects of former names or keys of books, tags or places that are in use again. */
export async function removeRedirects(db: Db, noun: Noun, formers: (string | null)[]) {
  const names = formers.filter((former) => former !== null)
  if (names.length > 0) await db.deleteFrom('redirect').where('noun', '=', noun).where('oldKey', 'in', names).execute()
}

/**
 * Returns the id of the book, tag or place to which a former name or key is redirected, or null if there is no
 * redirect.
 */
export async function findRedirect(db: Db, noun: Noun, former: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select target.id from redirect join ${sql.table(noun)} target on target.id = target_id
    where noun = ${noun} and old_key = ${former}`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Returns all redirects of one kind of object, such as tags: a map from each former name or key to the id of the
 * target. The id is null if the target was deleted or does not exist at present.
 */
export async function listRedirects(db: Db, noun: Noun): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ oldKey: string; id: string | null }>`
    select old_key, target.id from redirect left join ${sql.table(noun)} target on target.id = target_id
    where noun = ${noun}`.execute(db)
  return new Map(rows.map(({ oldKey, id }) => [oldKey, id]))
}

/**
 * Returns an SQL query for tags by their present or former names. Each row holds the requested name and the tag's id.
 */
export function tagsNamed(names: string[]): RawBuilder<unknown> {
  return sql`
    select wanted.name, coalesce(tag.id, other.id) as id
    from unnest(${names}::text[]) wanted(name)
    left join tag on tag.name = wanted.name and tag.merged_into is null
    left join redirect on redirect.noun = 'tag' and redirect.old_key = wanted.name
    left join tag other on other.id = redirect.target_id
    where coalesce(tag.id, other.id) is not null`
}
