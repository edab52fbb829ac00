import type { PlaceEntry } from '#shared/api/place/place.ts'
import type { RegionEntry } from '#shared/api/place/place-directory.ts'

/** Groups places by region; the region with the most places is first. Each region has all of its given places. */
export function groupPlaces(places: PlaceEntry[]): RegionEntry[] {
  const regions = [...Map.groupBy(places, ({ region }) => region)].flatMap(([region, inside]): RegionEntry[] => {
    const [first] = inside
    if (first === undefined) return []
    const entries = inside.map(({ id, name, count }) => ({ id, name, countBooks: count }))
    return [{ region, continent: first.continent, countPlaces: inside.length, places: entries }]
  })
  return regions.sort((a, b) => b.countPlaces - a.countPlaces)
}
