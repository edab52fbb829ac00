import type { ReaderMap } from '#shared/api/account/reader-map.ts'
import type { Db } from '#server/db/schema.ts'
import { drawReaderGlobe, type GlobeLabels } from './draw-reader-globe.ts'
import { listMapBooks, listMapSpots, type MapFilter } from './reader-map-queries.ts'
import { groupByPlace, summarizeMap } from './summarize-map.ts'

interface DrawnMap {
  map: ReaderMap
  /** Draws the globe with the places as an SVG document. */
  drawGlobe: (labels: GlobeLabels) => string
}

/** Reads the places of the books on a user's shelf that a filter admits. */
export async function readReaderMap(db: Db, userId: string, filter: MapFilter = {}): Promise<DrawnMap> {
  const books = await listMapBooks(db, userId, filter)
  const spots = await listMapSpots(db, books)
  const places = groupByPlace(books, spots)
  return { map: summarizeMap(books, spots, places), drawGlobe: (labels) => drawReaderGlobe(places, labels) }
}
