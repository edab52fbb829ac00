import type { placeDirectory } from '#shared/api/place/place-directory.ts'
import { fail } from '#shared/api/failure.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { continentOf, regionKeyOf } from '#server/catalogue/place/region.ts'
import { countPlacedBooks, findDisputedPlace, listPlacesOfRegion } from './place-directory-queries.ts'
import { listRegions, readOverview } from './region-queries.ts'

export const placeDirectoryHandlers: NounHandlers<typeof placeDirectory> = {
  async regions(_, { db, dependsOn }) {
    dependsOn(topic.books)
    const [regions, countBooks] = await Promise.all([listRegions(db), countPlacedBooks(db)])
    return { ...regions, countBooks }
  },

  async overview(_, { db, dependsOn }) {
    dependsOn(topic.books)
    const [overview, countBooks] = await Promise.all([readOverview(db), countPlacedBooks(db)])
    return { ...overview, countBooks }
  },

  async directory({ region, cursor, limit }, { db, dependsOn }) {
    // The titles at a place are sorted by popularity, which may be up to an hour old.
    dependsOn(topic.books, topic.popularity)
    const known = regionKeyOf(region)
    const place = known === null ? await findDisputedPlace(db, region) : undefined
    if (known === null && place === undefined) return fail('missing', `没有「${region}」这个地区`)
    const key = known ?? { country: '', province: '', ...(place && { placeId: place.id }) }
    const page = await listPlacesOfRegion(db, { region: key, cursor, limit })
    return { region, continent: continentOf(known ?? { country: null, ...place }), ...page }
  },
}
