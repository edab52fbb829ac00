/** The little of d3-geo-projection that the build uses; the package brings no types of its own. */
declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo'
  import type { Polygon, MultiPolygon } from 'geojson'

  export function geoProject(shape: Polygon, projection: GeoProjection): Polygon | MultiPolygon | null
}
