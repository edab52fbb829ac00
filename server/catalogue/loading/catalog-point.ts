import { z } from 'zod'
import { type CatalogPlace, text } from './catalog-schema.ts'

export const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

/**
 * A point in a file of the catalogue: either the name of a place in the catalogue, or any other name together with
 * coordinates.
 */
export const CatalogPoint = z.union([text(1, 30), z.record(text(1, 30), Position)], {
  error: '须为地点名，或「地名: [经度, 纬度]」',
})
export type CatalogPoint = z.infer<typeof CatalogPoint>

interface LocatedPoint {
  position: [lng: number, lat: number]
  /** The name of the place in the catalogue; null for a point that is not a place of the catalogue. */
  place: string | null
}

/** Returns a point of the catalogue with its longitude and latitude, or a message about what is wrong with it. */
export function locatePoint(point: CatalogPoint, places: Map<string, CatalogPlace>): LocatedPoint | string {
  if (typeof point === 'string') {
    const place = places.get(point)
    return place ? { position: [place.lng, place.lat], place: point } : `地点「${point}」不在 places 里`
  }
  const [[name, position] = [], ...others] = Object.entries(point)
  if (position === undefined || others.length > 0)
    return `「${[name, ...others.map(([more]) => more)].join('、')}」须分开写`
  return { position, place: null }
}
