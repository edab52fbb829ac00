import type { MapProvider } from '#shared/api/site.ts'

type Point = [lng: number, lat: number]

/** Between where places are (WGS-84, as calls and addresses say) and where the map shows them. */
export interface Datum {
  toMap(point: Point): Point
  fromMap(point: Point): Point
}

export const sameDatum: Datum = { toMap: (point) => point, fromMap: (point) => point }

/** What shifts coordinates is fetched only for a map that needs it. */
export async function loadDatum(provider: Pick<MapProvider, 'crs'> | null): Promise<Datum> {
  if (provider?.crs !== 'gcj02') return sameDatum
  const { default: gcoord } = await import('gcoord')
  return {
    toMap: (point) => gcoord.transform(point, gcoord.WGS84, gcoord.GCJ02),
    fromMap: (point) => gcoord.transform(point, gcoord.GCJ02, gcoord.WGS84),
  }
}

/** Pixels a level-`zoom` map shows something off its place around here, right and down. */
export function shiftInPixels({ toMap }: Datum, [lng, lat]: Point, zoom: number): [x: number, y: number] {
  const [shownLng, shownLat] = toMap([lng, lat])
  const worldSize = 512 * 2 ** zoom
  return [((shownLng - lng) / 360) * worldSize, (mercatorY(shownLat) - mercatorY(lat)) * worldSize]
}

/** From 0 in the north to 1 in the south. */
function mercatorY(lat: number) {
  return 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
}
