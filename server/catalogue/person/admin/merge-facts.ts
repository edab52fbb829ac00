import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { Merge } from '#server/catalogue/editing/move-pairs.ts'

/**
 * Copies years, 籍贯 and description of the loser of a merge to the winner where the winner has none, and records them.
 * The years are copied only if the winner has neither, because years of two records may contradict each other. Marks
 * the winner as edited, so that the catalogue no longer overwrites them.
 */
export async function fillEmptyFacts(db: Db, { id, loserId, winnerId }: Merge) {
  await sql`
    update merge set filled_values = jsonb_strip_nulls(case when num_nonnulls(winner.born_year, winner.died_year) = 0
        then jsonb_build_object('born_year', loser.born_year, 'born_circa', loser.born_circa,
          'died_year', loser.died_year, 'died_circa', loser.died_circa) else '{}' end
      || case when winner.ancestral is null then jsonb_build_object('ancestral', loser.ancestral) else '{}' end
      || case when winner.desc = '' and loser.desc <> '' then jsonb_build_object('desc', loser.desc) else '{}' end)
    from person winner, person loser
    where merge.id = ${id} and winner.id = ${winnerId} and loser.id = ${loserId}`.execute(db)
  await sql`
    update person set born_year = fresh.born_year, born_circa = fresh.born_circa, died_year = fresh.died_year,
      died_circa = fresh.died_circa, ancestral = fresh.ancestral, "desc" = fresh.desc, edited_at = now()
    from merge, person winner,
      lateral jsonb_populate_record(null::person, to_jsonb(winner) || merge.filled_values) fresh
    where merge.id = ${id} and winner.id = ${winnerId} and person.id = winner.id`.execute(db)
}

/** Undoes `fillEmptyFacts`; facts that an editor has changed since the merge stay. */
export async function clearCopiedFacts(db: Db, { id, winnerId }: Merge) {
  await sql`
    update person set
      born_year = nullif(person.born_year, fresh.born_year),
      born_circa = person.born_circa and person.born_year is distinct from fresh.born_year,
      died_year = nullif(person.died_year, fresh.died_year),
      died_circa = person.died_circa and person.died_year is distinct from fresh.died_year,
      ancestral = nullif(person.ancestral, fresh.ancestral),
      "desc" = case when person.desc = fresh.desc then '' else person.desc end
    from merge, lateral jsonb_populate_record(null::person, merge.filled_values) fresh
    where merge.id = ${id} and person.id = ${winnerId}`.execute(db)
}
