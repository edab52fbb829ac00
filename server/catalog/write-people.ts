import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/schema.ts'
import { listRedirects } from '#server/editing/redirects.ts'
import { hasCatalogKey } from './has-catalog-key.ts'
import { hashText } from './hash-text.ts'
import type { CatalogPerson } from './person-schema.ts'
import { namesOf } from './read-people.ts'

/**
 * Inserts new people and updates changed ones, except for people that editors changed, merged or removed. A person whom
 * a book has named before becomes the person of the catalogue. Returns the ids of the written people.
 */
export async function writePeople(
  db: Db,
  people: CatalogPerson[],
  placeIds: Map<string, string | null>,
): Promise<string[]> {
  const redirects = await listRedirects(db, 'person')
  const keys = people.map(({ key }) => key)
  const names = people.map(({ name }) => name)
  const stored = await db
    .selectFrom('person')
    .select(['id', 'name', 'catalogKey', 'catalogHash', 'editedAt'])
    .where(sql<boolean>`(${hasCatalogKey(keys)} or name = any(${names}))`)
    .execute()
  const byKey = new Map(stored.map((row) => [row.catalogKey ?? row.id, row]))
  const byName = new Map(stored.map((row) => [row.name, row]))
  const written: string[] = []
  for (const person of people) {
    const catalogHash = hashText(JSON.stringify(person))
    const row = byKey.get(person.key) ?? byName.get(person.name)
    if (row?.catalogHash === catalogHash || row?.editedAt || redirects.has(person.key)) continue
    const id = row?.id ?? person.id ?? newId()
    await writePerson(db, id, person, catalogHash)
    await writeNames(db, id, person)
    await writeLife(db, id, person, placeIds)
    written.push(id)
  }
  return written
}

async function writePerson(db: Db, id: string, person: CatalogPerson, catalogHash: string) {
  const values = {
    catalogKey: person.key,
    catalogHash,
    name: person.name,
    bornYear: person.born?.year ?? null,
    bornCirca: person.born?.circa ?? false,
    diedYear: person.died?.year ?? null,
    diedCirca: person.died?.circa ?? false,
    ancestral: person.ancestral ?? null,
    desc: person.desc,
  }
  await db
    .insertInto('person')
    .values({ id, ...values, ...(person.createTime && { createTime: new Date(person.createTime) }) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

async function writeNames(db: Db, personId: string, person: CatalogPerson) {
  await db.deleteFrom('personName').where('personId', '=', personId).execute()
  const rows = namesOf(person).map((row, position) => ({ ...row, personId, position }))
  if (rows.length > 0) await db.insertInto('personName').values(rows).execute()
}

async function writeLife(
  db: Db,
  personId: string,
  { born, died, lived, life }: CatalogPerson,
  placeIds: Map<string, string | null>,
) {
  await db.deleteFrom('personPlace').where('personId', '=', personId).execute()
  const stations = life ?? [
    { kind: 'born' as const, place: born?.place, from: born?.year, to: born?.year },
    ...(lived ?? []).map((station) => ({ kind: 'lived' as const, ...station })),
    { kind: 'died' as const, place: died?.place, from: died?.year, to: died?.year },
  ]
  const rows = stations.flatMap(({ kind, place, from, to }, position) => {
    const placeId = place === undefined ? undefined : placeIds.get(place)
    return placeId ? [{ personId, position, placeId, kind, fromYear: from ?? null, toYear: to ?? null }] : []
  })
  if (rows.length > 0) await db.insertInto('personPlace').values(rows).execute()
}
