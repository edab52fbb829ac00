import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#server/db/schema.ts'

type Noun = Database['standIn']['noun']

/** From now on what was called so is this; null: nothing. */
export async function addRedirect(db: Db, noun: Noun, formers: (string | null)[], targetId: string | null) {
  const rows = formers.filter((former) => former !== null).map((former) => ({ noun, former, targetId }))
  if (rows.length === 0) return
  await db
    .insertInto('standIn')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['noun', 'former']).doUpdateSet({ targetId }))
    .execute()
}

/** What is called so again needs nothing in its place. */
export async function removeRedirects(db: Db, noun: Noun, formers: (string | null)[]) {
  const names = formers.filter((former) => former !== null)
  if (names.length > 0) await db.deleteFrom('standIn').where('noun', '=', noun).where('former', 'in', names).execute()
}

/** The id of what stands in for it now. */
export async function findRedirect(db: Db, noun: Noun, former: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select target.id from stand_in join ${sql.table(noun)} target on target.id = target_id
    where noun = ${noun} and former = ${former}`.execute(db)
  return rows[0]?.id ?? null
}

/** Everything of a noun that something, or nothing, stands in for; what stood in may have gone since, and may come back. */
export async function listRedirects(db: Db, noun: Noun): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ former: string; id: string | null }>`
    select former, target.id from stand_in left join ${sql.table(noun)} target on target.id = target_id
    where noun = ${noun}`.execute(db)
  return new Map(rows.map(({ former, id }) => [former, id]))
}

/** Rows of name and id: the tags that are, or were, called so. */
export function tagsNamed(names: string[]): RawBuilder<unknown> {
  return sql`
    select wanted.name, coalesce(tag.id, other.id) as id
    from unnest(${names}::text[]) wanted(name)
    left join tag on tag.name = wanted.name
    left join stand_in on stand_in.noun = 'tag' and stand_in.former = wanted.name
    left join tag other on other.id = stand_in.target_id
    where coalesce(tag.id, other.id) is not null`
}
