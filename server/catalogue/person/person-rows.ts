import type { Person, PersonName } from '#shared/api/person/person.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** The facts of a person that the table `person` stores, without their further names, places and books. */
type PersonRow = Pick<Person, 'id' | 'name' | 'born' | 'died' | 'ancestral' | 'desc'>

/** Returns the facts of a person that the table `person` stores; undefined when the person does not exist. */
export async function findPersonRow(db: Db, id: string): Promise<PersonRow | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'name', 'bornYear', 'bornCirca', 'diedYear', 'diedCirca', 'ancestral', 'desc'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { bornYear, bornCirca, diedYear, diedCirca, ...rest } = row
  return { ...rest, born: lifeYear(bornYear, bornCirca), died: lifeYear(diedYear, diedCirca) }
}

/** Returns the year of a birth or death from its columns. */
export const lifeYear = (year: number | null, circa: boolean) => (year === null ? null : { year, circa })

/** Returns the further names of a person in the order that editors chose. */
export async function listPersonNames(db: Db, personId: string): Promise<PersonName[]> {
  return db
    .selectFrom('personName')
    .select(['name', 'kind'])
    .where('personId', '=', personId)
    .orderBy('position')
    .orderBy('name')
    .execute()
}
