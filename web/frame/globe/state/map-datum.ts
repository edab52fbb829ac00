export type Point = [lng: number, lat: number]

/** Converts between WGS-84 coordinates, which the API and the URLs use, and the coordinates of the map provider. */
export interface Datum {
  toMap(point: Point): Point
  fromMap(point: Point): Point
}

export const identityDatum: Datum = { toMap: (point) => point, fromMap: (point) => point }
