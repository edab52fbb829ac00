import { v7 as newId } from 'uuid'
import type { EnteredPlace } from '#shared/api/place/place-draft.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { kilometresBetween } from './gazetteer.ts'

/** Kilometres within which two points with the same name are the same place. */
const samePlaceKilometres = 30

/**
 * Returns the ids of the places that an editor entered in a draft, in the same order, and creates new places. Must run
 * in a transaction. Throws `invalid` for a place that no longer exists, or for a new place that has no region or has
 * the name of a distant place.
 */
export async function writePlaces(db: Db, places: EnteredPlace[]): Promise<string[]> {
  const ids = new Map<string, string>()
  // Writes the places sorted by name, so that concurrent transactions which create the same places cannot deadlock.
  for (const place of places.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    ids.set(keyOf(place), place.placeId === null ? await createPlace(db, place) : await findExistingPlace(db, place))
  return places.map((place) => ids.get(keyOf(place)) as string)
}

const keyOf = ({ placeId, name }: EnteredPlace) => placeId ?? name

async function findExistingPlace(db: Db, { placeId, name }: EnteredPlace): Promise<string> {
  const row = await db.selectFrom('place').select(['id', 'mergedInto']).where('id', '=', placeId).executeTakeFirst()
  return row?.mergedInto ?? row?.id ?? refuse(`「${name}」已经不在了，请重新选一处`)
}

async function createPlace(db: Db, { name, lng, lat, region }: EnteredPlace): Promise<string> {
  if (region === null) return refuse(`「${name}」是新地方，请选它在哪个省份或国家`)
  const created = await db
    .insertInto('place')
    .values({ id: newId(), name, lng, lat, ...region })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created !== undefined) return created.id
  const existing = await db
    .selectFrom('place')
    .select(['id', 'lng', 'lat', 'mergedInto'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (kilometresBetween([lng, lat], [existing.lng, existing.lat]) < samePlaceKilometres)
    return existing.mergedInto ?? existing.id
  return refuse(`已经有一个叫「${name}」的地方，在别处；请选它，或换一个名字`)
}

function refuse(message: string): never {
  return fail('invalid', message, { fields: { places: message } })
}

/**
 * Deletes those of the given places that no book, video, tour stop, mark or person refers to any more, except for
 * places that an editor has added or changed.
 */
export async function removeLonePlaces(db: Db, ids: string[]) {
  if (ids.length === 0) return
  await db
    .deleteFrom('place')
    .where('id', 'in', ids)
    .where('editedAt', 'is', null)
    .where(({ not, exists, selectFrom, and }) =>
      and(
        (['bookPlace', 'videoPlace', 'tourStop', 'mark', 'personPlace'] as const).map((table) =>
          not(exists(selectFrom(table).select('placeId').whereRef(`${table}.placeId`, '=', 'place.id'))),
        ),
      ),
    )
    .execute()
}
