import { topic } from '#server/platform/cache/topics.ts'
import type { place } from '#shared/api/place/place.ts'
import { windowOfYears } from '#shared/period.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { findTagIds } from '#server/catalogue/tag/tag-queries.ts'
import { findPlaces, guessRegion, listPlacesNear } from './find-places.ts'
import { listPlaces, noPlaces } from './place-queries.ts'
import { regionOf } from './region.ts'

export const placeHandlers: NounHandlers<typeof place> = {
  find: async ({ query }, { db }) => ({ list: await findPlaces(db, query) }),

  async near({ lng, lat }, { db }) {
    const [located, list] = await Promise.all([guessRegion(db, lng, lat), listPlacesNear(db, lng, lat)])
    return { region: regionOf({ name: '', ...located }), list }
  },

  async list({ tags, limit, ...years }, { db, dependsOn }) {
    // The books and videos at a place are sorted by popularity, which may be up to an hour old.
    dependsOn(topic.marks, topic.books, topic.popularity)
    const tagIds = await findTagIds(db, tags)
    if (tagIds === null) return noPlaces
    return listPlaces(db, { tagIds, window: windowOfYears(years) }, limit)
  },
}
