import type { ContinentEntry, RegionEntry } from '#shared/api/place/place-directory.ts'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import { continents } from '#shared/continent.ts'

/**
 * Groups places by continent and region. The regions of a continent are sorted by the number of these places, the
 * largest first; each region lists all of these places that lie in it.
 */
export function groupPlaces(places: PlaceEntry[]): ContinentEntry[] {
  const all = [...Map.groupBy(places, ({ region }) => region)].flatMap(([region, inside]): RegionEntry[] => {
    const [first] = inside
    if (first === undefined) return []
    const entries = inside.map(({ id, name, count }) => ({ id, name, countBooks: count }))
    return [{ region, continent: first.continent, countPlaces: inside.length, places: entries }]
  })
  all.sort((a, b) => b.countPlaces - a.countPlaces)
  return continents.flatMap((continent) => {
    const regions = all.filter((one) => one.continent === continent)
    const countPlaces = regions.reduce((sum, one) => sum + one.countPlaces, 0)
    return countPlaces === 0 ? [] : [{ continent, countPlaces, countRegions: regions.length, regions }]
  })
}
