import type { DraftLifePlace, PersonDraft } from '#shared/api/person/person-draft.ts'
import type { LifePlaceKind } from '#shared/api/person/person.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { failMissing, type NamedNoun } from '#server/catalogue/editing/named-noun.ts'
import { findPersonRow, listPersonNames } from '#server/catalogue/person/person-rows.ts'
import { removeLonePlaces, writePlaces } from '#server/catalogue/place/write-places.ts'

export const personNoun: NamedNoun<'person'> = { noun: 'person', word: '位人物' }

/** Returns the data of a person with which an editor's form is filled. Throws `missing` for an unknown person. */
export async function readPersonDraft(db: Db, id: string): Promise<PersonDraft> {
  const row = await findPersonRow(db, id)
  if (row === undefined) return failMissing(personNoun)
  const { id: _, ...fields } = row
  return { ...fields, names: await listPersonNames(db, id), places: await listDraftPlaces(db, id) }
}

/** Returns the columns of the table `person` that are set when an editor saves a person. */
export function personColumns({ name, born, died, ancestral, desc }: PersonDraft) {
  return {
    name,
    bornYear: born?.year ?? null,
    bornCirca: born?.circa ?? false,
    diedYear: died?.year ?? null,
    diedCirca: died?.circa ?? false,
    ancestral,
    desc,
    editedAt: new Date(),
  }
}

/**
 * Replaces the further names and the life places of a person by those of a draft; creates new places, and removes
 * places to which nothing refers any more. Must run in a transaction that has locked the person. Throws `invalid` when
 * a place cannot be used.
 */
export async function writeNamesAndLife(db: Db, personId: string, { names, places }: PersonDraft) {
  await db.deleteFrom('personName').where('personId', '=', personId).execute()
  const rows = names.map((name, position) => ({ personId, ...name, position }))
  if (rows.length > 0) await db.insertInto('personName').values(rows).execute()
  const placeIds = await writePlaces(db, places)
  const life = places.map(({ kind, from, to }, index) => ({
    placeId: placeIds[index] as string,
    kind,
    fromYear: from,
    toYear: to,
  }))
  await removeLonePlaces(db, await writeLife(db, personId, life))
}

/** One place in the life of a person, as a row of the table `person_place` without its person and position. */
export interface LifeRow {
  placeId: string
  kind: LifePlaceKind
  fromYear: number | null
  toYear: number | null
}

const kindsInOrder: LifePlaceKind[] = ['born', 'lived', 'died']

/**
 * Replaces the places of a person's life; the birthplace comes first and the place of death last. Returns the ids of
 * the former places.
 */
export async function writeLife(db: Db, personId: string, life: LifeRow[]): Promise<string[]> {
  const former = await db.deleteFrom('personPlace').where('personId', '=', personId).returning('placeId').execute()
  const rows = life
    .toSorted((a, b) => kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind))
    .map((row, position) => ({ ...row, personId, position }))
  if (rows.length > 0) await db.insertInto('personPlace').values(rows).execute()
  return former.map(({ placeId }) => placeId)
}

async function listDraftPlaces(db: Db, personId: string): Promise<DraftLifePlace[]> {
  const rows = await db
    .selectFrom('personPlace')
    .innerJoin('place', 'place.id', 'placeId')
    .select(['placeId', 'name', 'lng', 'lat', 'country', 'province', 'kind', 'fromYear as from', 'toYear as to'])
    .where('personId', '=', personId)
    .orderBy('position')
    .execute()
  return rows.map(({ country, province, ...place }) => ({ ...place, region: { country, province } }))
}
