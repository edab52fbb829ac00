import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { Merge } from '#server/catalogue/editing/move-pairs.ts'
import { type LifeRow, writeLife } from './person-drafts.ts'

/**
 * Inserts the places of the loser's life among those of the winner of a merge, in the order of their years. Places that
 * the winner has already, and a second birthplace or place of death, are not inserted. Records the rows of the loser in
 * `merge_row`, and the inserted places in its column `result_row`.
 */
export async function moveLife(db: Db, { id, loserId, winnerId }: Merge) {
  const own = await listLife(db, winnerId)
  const added = (await listLife(db, loserId)).filter((row) => !own.some((mine) => excludes(mine, row)))
  const results = added.map((row) => JSON.stringify(row))
  await sql`
    insert into merge_row (merge_id, table_name, loser_row)
    select ${id}, 'person_place', to_jsonb(person_place) from person_place where person_id = ${loserId}`.execute(db)
  await sql`
    insert into merge_row (merge_id, table_name, loser_row, result_row)
    select ${id}, 'person_place.added', '{}', added::jsonb from unnest(${results}::text[]) added`.execute(db)
  if (added.length > 0) await writeLife(db, winnerId, added.reduce(insertByYear, own))
}

/** Undoes `moveLife`; places that the winner got since the merge stay. Must run while both people exist. */
export async function restoreLife(db: Db, { id, winnerId }: Merge) {
  const { rows } = await sql<{ added: LifeRow }>`
    select result_row as added from merge_row where merge_id = ${id} and table_name = 'person_place.added'`.execute(db)
  if (rows.length > 0) {
    const own = (await listLife(db, winnerId)).filter((mine) => !rows.some(({ added }) => isSame(mine, added)))
    await writeLife(db, winnerId, own)
  }
  await sql`
    insert into person_place select own.* from merge_row, jsonb_populate_record(null::person_place, loser_row) own
    where merge_id = ${id} and table_name = 'person_place'`.execute(db)
}

async function listLife(db: Db, personId: string): Promise<LifeRow[]> {
  return db
    .selectFrom('personPlace')
    .select(['placeId', 'kind', 'fromYear', 'toYear'])
    .where('personId', '=', personId)
    .orderBy('position')
    .execute()
}

/**
 * Returns whether a person with the first life place cannot have the second: it is the same place, or a second
 * birthplace or place of death.
 */
function excludes(mine: LifeRow, row: LifeRow): boolean {
  return mine.kind === row.kind && (row.kind !== 'lived' || mine.placeId === row.placeId)
}

function isSame(a: LifeRow, b: LifeRow): boolean {
  return a.placeId === b.placeId && a.kind === b.kind && a.fromYear === b.fromYear && a.toYear === b.toYear
}

/** Returns the places of a life with one more place, inserted before the first place that has a later year. */
function insertByYear(life: LifeRow[], row: LifeRow): LifeRow[] {
  const year = row.fromYear ?? row.toYear
  const at = year === null ? -1 : life.findIndex((one) => (one.fromYear ?? one.toYear ?? -Infinity) > year)
  return life.toSpliced(at === -1 ? life.length : at, 0, row)
}
