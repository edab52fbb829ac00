import type { PlaceEntry } from '#shared/api/place/place.ts'
import { type Continent, continents } from '#shared/continent.ts'

/** A place of the list below the map. The list is grouped by region, so the place has no fields about its region. */
export type PlaceRowEntry = Pick<PlaceEntry, 'id' | 'name' | 'count' | 'titles'>
export interface RegionGroup {
  region: string
  places: PlaceRowEntry[]
}
interface ContinentGroup {
  continent: Continent
  countPlaces: number
  regions: RegionGroup[]
}

/** Groups places by continent and region; within a continent, the region with the most books is first. */
export function groupPlaces(places: PlaceEntry[]): ContinentGroup[] {
  return continents.flatMap((continent) => {
    const inside = places.filter((place) => place.continent === continent)
    if (inside.length === 0) return []
    const regions = [...Map.groupBy(inside, (place) => place.region)].map(([region, group]) => ({
      region,
      places: group.map(({ id, name, count, titles }) => ({ id, name, count, titles })),
    }))
    return { continent, countPlaces: inside.length, regions: regions.sort((a, b) => countBooks(b) - countBooks(a)) }
  })
}

function countBooks({ places }: RegionGroup) {
  return places.reduce((sum, { count }) => sum + count, 0)
}
