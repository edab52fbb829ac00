/** Types of the functions of d3-geo-projection that the build uses; the package contains no types. */
declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo'
  import type { Polygon, MultiPolygon } from 'geojson'

  export function geoProject(shape: Polygon, projection: GeoProjection): Polygon | MultiPolygon | null
}
