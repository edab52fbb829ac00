import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '#server/db/schema.ts'

type Noun = Database['standIn']['noun']

/** From now on what was called so is this; null: nothing. */
export async function standInFor(db: Db, noun: Noun, formers: (string | null)[], targetId: string | null) {
  const rows = formers.filter((former) => former !== null).map((former) => ({ noun, former, targetId }))
  if (rows.length === 0) return
  await db
    .insertInto('standIn')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['noun', 'former']).doUpdateSet({ targetId }))
    .execute()
}

/** What is called so again needs nothing in its place. */
export async function takeBackStandIns(db: Db, noun: Noun, formers: (string | null)[]) {
  const names = formers.filter((former) => former !== null)
  if (names.length > 0) await db.deleteFrom('standIn').where('noun', '=', noun).where('former', 'in', names).execute()
}

/** The id of what stands in for it now. */
export async function findStandIn(db: Db, noun: Noun, former: string): Promise<string | null> {
  const row = await db
    .selectFrom('standIn')
    .select('targetId')
    .where('noun', '=', noun)
    .where('former', '=', former)
    .executeTakeFirst()
  return row?.targetId ?? null
}

/** Everything of a noun that something, or nothing, stands in for. */
export async function listStandIns(db: Db, noun: Noun): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('standIn').select(['former', 'targetId']).where('noun', '=', noun).execute()
  return new Map(rows.map(({ former, targetId }) => [former, targetId]))
}

/** Rows of name and id: the tags that are, or were, called so. */
export function tagsNamed(names: string[]): RawBuilder<unknown> {
  return sql`
    select wanted.name, coalesce(tag.id, stand_in.target_id) as id
    from unnest(${names}::text[]) wanted(name)
    left join tag on tag.name = wanted.name
    left join stand_in on stand_in.noun = 'tag' and stand_in.former = wanted.name
    where coalesce(tag.id, stand_in.target_id) is not null`
}
