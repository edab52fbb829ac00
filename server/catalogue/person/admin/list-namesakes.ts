import { sql } from 'kysely'
import type { Namesakes } from '#shared/api/person/person-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findPeople, isNobody } from '#server/catalogue/person/find-people.ts'
import { listPersonOptions } from './person-admin-queries.ts'

/**
 * Returns, for each of the given names in their order, the people who have this name; names of unknown authors and of
 * groups are left out.
 */
export async function listNamesakes(db: Db, names: string[]): Promise<Namesakes[]> {
  const wanted = [...new Set(names)].filter((name) => !isNobody(name))
  if (wanted.length === 0) return []
  const linked = await findPeople(db, wanted)
  const { rows } = await sql<{ wanted: string; id: string }>`
    select name as wanted, id from person where name = any(${wanted}::text[])
    union select name, person_id from person_name where name = any(${wanted}::text[])
    union select old_key, person.id from redirect join person on person.id = target_id
      where noun = 'person' and old_key = any(${wanted}::text[])`.execute(db)
  const ids = [...new Set(rows.map(({ id }) => id))]
  const people = await listPersonOptions(
    db,
    sql`select id, place from unnest(${ids}::uuid[]) with ordinality as found(id, place)`,
  )
  const byId = new Map(people.map((person) => [person.id, person]))
  return wanted.map((name) => {
    const personId = linked.get(name) ?? null
    const others = rows.flatMap((row) => (row.wanted === name && row.id !== personId ? row.id : []))
    const found = [personId ?? [], others].flat().flatMap((id) => byId.get(id) ?? [])
    return { name, personId, people: found }
  })
}
