/** Types of the functions of the library d3-geo-projection that the map build uses; the library contains no types. */
declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo'
  import type { Polygon, MultiPolygon } from 'geojson'

  export function geoProject(shape: Polygon, projection: GeoProjection): Polygon | MultiPolygon | null
}
