import { sql } from 'kysely'
import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import type { Item } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { sentenceOf } from './item-page.ts'
import { tablesOf } from './item-tables.ts'

/** The tags and places, by name, that an editor entered in the draft of a book or video. */
export interface DraftLinks {
  tags: string[]
  places: DraftPlace[]
}

/**
 * Returns the tags and places of a book or video with which an editor's form is filled. Both lists are sorted, so that
 * an unchanged book or video always yields the same draft and therefore the same version. The places include their
 * regions, so that undoing an edit can create again a place that was deleted meanwhile.
 */
export async function findDraftLinks(db: Db, { itemType, itemId: id }: Item): Promise<DraftLinks> {
  const { itemTag, itemPlace, itemId } = tablesOf(itemType)
  const tags = await db
    .selectFrom(itemTag)
    .innerJoin('tag', 'tag.id', `${itemTag}.tagId`)
    .select('tag.name')
    .where(itemId, '=', id)
    .orderBy('tag.name')
    .execute()
  const places = await db
    .selectFrom(itemPlace)
    .innerJoin('place', 'place.id', `${itemPlace}.placeId`)
    .select(['place.id as placeId', 'name', 'lng', 'lat', 'country', 'province', 'kind'])
    .select(sentenceOf(itemType))
    .where(itemId, '=', id)
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return {
    tags: tags.map(({ name }) => name),
    places: places.map(({ country, province, ...place }) => ({ ...place, region: { country, province } })),
  }
}

/**
 * Returns an old draft of a book, video or person without the ids of places that no longer exist, so that saving the
 * draft creates these places again.
 */
export async function withExistingPlaces<T extends { places: { placeId: string | null }[] }>(
  db: Db,
  draft: T,
): Promise<T> {
  const ids = draft.places.flatMap(({ placeId }) => placeId ?? [])
  const { rows } = await sql<{ id: string }>`select id from place where id = any(${ids}::uuid[])`.execute(db)
  const existing = new Set(rows.map(({ id }) => id))
  const places = draft.places.map((place) =>
    place.placeId !== null && existing.has(place.placeId) ? place : { ...place, placeId: null },
  )
  return { ...draft, places }
}
