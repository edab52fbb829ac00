import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'
import { listBooksOfPeople } from '#server/search/index/books-of-person.ts'
import type { Merge } from '#server/catalogue/editing/move-pairs.ts'
import { moveReferences, restoreReferences, restoreRow } from '#server/catalogue/editing/move-references.ts'
import { failMissing } from '#server/catalogue/editing/named-noun.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { addRedirect, removeRedirects } from '#server/catalogue/editing/redirects.ts'
import { movedWithPeople } from '#server/catalogue/person/person-references.ts'
import { moveCredits, restoreCredits } from './merge-credits.ts'
import { moveLife, restoreLife } from './merge-life.ts'
import { moveNames, restoreNames } from './merge-names.ts'
import { personNoun } from './person-drafts.ts'
import { lockBooksOf, refreshPeople } from './refresh-people.ts'

/**
 * Merges one person, the loser, into another, the winner: all credits, names and life places move to the winner, and
 * the loser's main name becomes a further name of the winner. The loser is deleted, and the loser's id and catalogue
 * key redirect to the winner. The names on books stay as printed. Records what moved, so that `unmergePeople` can
 * restore both people. Must run in a transaction; locks the books of both people, then both people.
 */
export async function mergePeople(db: Db, editorId: string, pair: { loserId: string; winnerId: string }) {
  const { loserId, winnerId } = pair
  if (loserId === winnerId) fail('invalid', '这是同一个人，请选另一位')
  await lockBooksOf(db, [loserId, winnerId])
  const people = await lockPeople(db, [loserId, winnerId])
  const [loser, winner] = [people.get(loserId), people.get(winnerId)]
  if (loser === undefined || winner === undefined) return failMissing(personNoun)
  const id = await recordEdit(db, { editorId }, 'person.merge', winnerId, {
    loserId,
    loser: loser.name,
    winner: winner.name,
  })
  await sql`insert into merge (id, noun, loser_id, winner_id, loser_row)
    select ${id}, 'person', ${loserId}, ${winnerId}, to_jsonb(person) from person where id = ${loserId}`.execute(db)
  const merge = { id, ...pair }
  const bookIds = await listBooksOfPeople(db, [loserId])
  await moveCredits(db, merge)
  await moveNames(db, merge)
  await moveLife(db, merge)
  for (const rows of movedWithPeople) await moveReferences(db, merge, rows)
  await fillEmptyFacts(db, merge)
  await db.deleteFrom('person').where('id', '=', loserId).execute()
  await addRedirect(db, 'person', [loserId, loser.catalogKey], winnerId)
  await refreshPeople(db, [loserId, winnerId], bookIds)
  return { id: winnerId, auditId: id }
}

/**
 * Undoes a merge of two people. Names, places and facts that editors gave the winner since the merge stay with the
 * winner. Must run in a transaction. Throws `conflict` when the winner no longer exists, or when another person now has
 * the loser's name.
 */
export async function unmergePeople(db: Db, editorId: string, merge: Merge) {
  const { id, loserId, winnerId } = merge
  await lockBooksOf(db, [winnerId])
  const winner = (await lockPeople(db, [winnerId])).get(winnerId)
  if (winner === undefined) fail('conflict', '留下的那一位后来也被合并或移除了，先撤销那一次')
  try {
    await restoreRow(db, 'person', sql`(select loser_row from merge where id = ${id})`)
  } catch (error) {
    if (!isViolationOf(error, 'person_name_key')) throw error
    fail('conflict', '现在已经有一个人叫这个名字，先给他改名')
  }
  for (const rows of movedWithPeople) await restoreReferences(db, merge, rows)
  const loser = (await lockPeople(db, [loserId])).get(loserId)
  await removeRedirects(db, 'person', [loserId, loser?.catalogKey ?? null])
  await clearCopiedFacts(db, merge)
  await restoreNames(db, merge)
  await restoreLife(db, merge)
  await restoreCredits(db, merge)
  await sql`update merge set undone_at = now() where id = ${id}`.execute(db)
  const auditId = await recordEdit(db, { editorId, undoes: id }, 'person.part', loserId, {
    loserId,
    winner: winner.name,
  })
  await refreshPeople(db, [loserId, winnerId], await listBooksOfPeople(db, [loserId]))
  return { id: loserId, auditId }
}

interface LockedPerson {
  id: string
  name: string
  catalogKey: string | null
}

async function lockPeople(db: Db, ids: string[]): Promise<Map<string, LockedPerson>> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name', 'catalogKey'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Copies years, 籍贯 and description of the loser of a merge to the winner where the winner has none, and records them.
 * The years are copied only if the winner has neither, because years of two records may contradict each other. Marks
 * the winner as edited, so that the catalogue no longer overwrites them.
 */
async function fillEmptyFacts(db: Db, { id, loserId, winnerId }: Merge) {
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
async function clearCopiedFacts(db: Db, { id, winnerId }: Merge) {
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
