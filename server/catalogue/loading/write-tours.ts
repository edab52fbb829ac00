import { topic } from '#server/platform/cache/topics.ts'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listRedirects } from '#server/catalogue/editing/redirects.ts'
import { indexTours } from '#server/search/index/index-names.ts'
import { hashText } from './hash-text.ts'
import type { LocatedTour } from './read-tours.ts'

interface Ids {
  bookIds: Map<string, string | null>
  placeIds: Map<string, string | null>
}

/**
 * Writes the tours of the catalogue into the database: inserts new ones and updates changed ones, except tours that
 * editors changed.
 */
export async function writeTours(db: Db, tours: LocatedTour[], ids: Ids) {
  const known = await db.selectFrom('tour').select(['id', 'catalogKey', 'catalogHash', 'editedAt']).execute()
  const redirects = await listRedirects(db, 'tour')
  const knownByKey = new Map(known.map((row) => [row.catalogKey ?? row.id, row]))
  let isChanged = false
  for (const tour of tours) {
    const catalogHash = hashText(JSON.stringify(tour))
    const row = knownByKey.get(tour.key)
    if (row?.catalogHash === catalogHash || row?.editedAt || redirects.has(tour.key)) continue
    await writeTour(db, row?.id ?? tour.id ?? newId(), tour, catalogHash, ids)
    isChanged = true
  }
  if (!isChanged) return
  await indexTours(db)
  await invalidate(db, topic.tours)
}

async function writeTour(db: Db, id: string, tour: LocatedTour, catalogHash: string, { bookIds, placeIds }: Ids) {
  const values = { title: tour.title, desc: tour.desc, position: tour.order, catalogHash }
  await db
    .insertInto('tour')
    .values({
      id,
      catalogKey: tour.key,
      ...values,
      ...(tour.createTime && { createTime: new Date(tour.createTime) }),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await db.deleteFrom('tourStop').where('tourId', '=', id).execute()
  const stops = tour.stops.map(({ title, text, zoom, position: [lng, lat], place, book }, position) => ({
    tourId: id,
    position,
    title,
    text,
    lng,
    lat,
    zoom,
    placeId: place === null ? null : (placeIds.get(place) ?? null),
    bookId: book === null ? null : (bookIds.get(book) ?? null),
  }))
  await db.insertInto('tourStop').values(stops).execute()
}
