import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { listRedirects } from '#server/catalogue/editing/redirects.ts'
import { hasCatalogKey } from './has-catalog-key.ts'
import { hashText } from './hash-text.ts'
import type { CatalogPerson } from './person-schema.ts'
import { namesOf } from './read-people.ts'

/**
 * Inserts new people and updates changed ones, except for people that editors changed, merged or removed. If the
 * database already has a person with the name of a new entry, for example because a book names them, the entry updates
 * that person. Returns the ids of the written people.
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
  const written = new Map<string, WrittenPerson>()
  for (const person of people) {
    const catalogHash = hashText(JSON.stringify(person))
    const row = byKey.get(person.key) ?? byName.get(person.name)
    if (row?.catalogHash === catalogHash || row?.editedAt || redirects.has(person.key)) continue
    const id = row?.id ?? person.id ?? newId()
    written.set(id, { id, person, catalogHash })
  }
  const all = [...written.values()]
  for (let start = 0; start < all.length; start += peoplePerStatement)
    await writeBatch(db, all.slice(start, start + peoplePerStatement), placeIds)
  return [...written.keys()]
}

/** The number of people that one statement writes, which bounds the number of its parameters. */
const peoplePerStatement = 500

interface WrittenPerson {
  id: string
  person: CatalogPerson
  catalogHash: string
}

async function writeBatch(db: Db, written: WrittenPerson[], placeIds: Map<string, string | null>) {
  const columns = Object.keys(columnsOf(written[0] as WrittenPerson)) as (keyof ReturnType<typeof columnsOf>)[]
  await db
    .insertInto('person')
    .values(
      written.map((one) => ({
        id: one.id,
        ...columnsOf(one),
        ...(one.person.createTime && { createTime: new Date(one.person.createTime) }),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute()
  const ids = written.map(({ id }) => id)
  await db.deleteFrom('personName').where('personId', 'in', ids).execute()
  const names = written.flatMap(({ id, person }) =>
    namesOf(person).map((row, position) => ({ ...row, personId: id, position })),
  )
  if (names.length > 0) await db.insertInto('personName').values(names).execute()
  await db.deleteFrom('personPlace').where('personId', 'in', ids).execute()
  const stations = written.flatMap(({ id, person }) => stationsOf(id, person, placeIds))
  if (stations.length > 0) await db.insertInto('personPlace').values(stations).execute()
}

function columnsOf({ person, catalogHash }: WrittenPerson) {
  return {
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
}

/** Returns the rows of the places in a person's life; places that editors removed are left out. */
function stationsOf(
  personId: string,
  { born, died, lived, life }: CatalogPerson,
  placeIds: Map<string, string | null>,
) {
  const stations = life ?? [
    { kind: 'born' as const, place: born?.place, from: born?.year, to: born?.year },
    ...(lived ?? []).map((station) => ({ kind: 'lived' as const, ...station })),
    { kind: 'died' as const, place: died?.place, from: died?.year, to: died?.year },
  ]
  return stations.flatMap(({ kind, place, from, to }, position) => {
    const placeId = place === undefined ? undefined : placeIds.get(place)
    return placeId ? [{ personId, position, placeId, kind, fromYear: from ?? null, toYear: to ?? null }] : []
  })
}
