import type { ShelfMap } from '#shared/api/account/shelf-map.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { drawShelfGlobe, type GlobeLabels } from './draw-shelf-globe.ts'
import { listMapBooks, listMapSpots, type MapFilter } from './shelf-map-queries.ts'
import { groupByPlace, summarizeMap } from './summarize-map.ts'

interface DrawnMap {
  map: ShelfMap
  /** Draws the globe with the places as an SVG document. */
  drawGlobe: (labels: GlobeLabels) => string
}

/** Reads the places of the books on a user's shelf that a filter admits. */
export async function readShelfMap(db: Db, userId: string, filter: MapFilter = {}): Promise<DrawnMap> {
  const books = await listMapBooks(db, userId, filter)
  const spots = await listMapSpots(db, books)
  const places = groupByPlace(books, spots)
  return { map: summarizeMap(books, spots, places), drawGlobe: (labels) => drawShelfGlobe(places, labels) }
}
