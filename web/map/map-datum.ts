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
