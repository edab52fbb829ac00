import { v7 as newId } from 'uuid'
import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { kilometresBetween } from './gazetteer.ts'

/** Two points so near each other that bear one name are one place. */
const samePlace = 30

/** The ids of the places a draft names, in its order; those that are new are made, in the caller's transaction. */
export async function writePlaces(db: Db, places: DraftPlace[]): Promise<string[]> {
  const ids = new Map<string, string>()
  // In the order of names, so that two who make the same places wait for each other and not in a circle.
  for (const place of places.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    ids.set(keyOf(place), place.placeId === null ? await makePlace(db, place) : await knownPlace(db, place))
  return places.map((place) => ids.get(keyOf(place)) as string)
}

const keyOf = ({ placeId, name }: DraftPlace) => placeId ?? name

async function knownPlace(db: Db, { placeId, name }: DraftPlace): Promise<string> {
  const row = await db.selectFrom('place').select('id').where('id', '=', placeId).executeTakeFirst()
  return row?.id ?? refuse(`「${name}」已经不在了，请重新选一处`)
}

async function makePlace(db: Db, { name, lng, lat, region }: DraftPlace): Promise<string> {
  if (region === null) return refuse(`「${name}」是新地方，请选它在哪个省份或国家`)
  const made = await db
    .insertInto('place')
    .values({ id: newId(), name, lng, lat, ...region })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made !== undefined) return made.id
  const known = await db
    .selectFrom('place')
    .select(['id', 'lng', 'lat'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (kilometresBetween([lng, lat], [known.lng, known.lat]) < samePlace) return known.id
  return refuse(`已经有一个叫「${name}」的地方，在别处；请选它，或换一个名字`)
}

function refuse(message: string): never {
  return fail('invalid', message, { fields: { places: message } })
}

/** Takes away, of some places, those that nothing belongs to any more. */
export async function removeLonePlaces(db: Db, ids: string[]) {
  if (ids.length === 0) return
  await db
    .deleteFrom('place')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom, and }) =>
      and(
        (['bookPlace', 'videoPlace', 'tourStop', 'mark'] as const).map((table) =>
          not(exists(selectFrom(table).select('placeId').whereRef(`${table}.placeId`, '=', 'place.id'))),
        ),
      ),
    )
    .execute()
}
