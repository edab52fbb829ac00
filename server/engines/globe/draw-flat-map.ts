import { geoGraticule10, geoMercator, geoPath } from 'd3-geo'
import { flatMap } from '#shared/mercator.ts'
import { flatLand } from './land.ts'

const width = 720
const height = Math.round(width * (flatMap.bottom - flatMap.top))

/**
 * Draws the world in the Mercator projection, as the tiles of the map do, as a complete SVG, for browsers that cannot
 * draw the globe. The page places the marks over it.
 */
export function drawFlatMap(): string {
  const projection = geoMercator()
    .scale(width / (2 * Math.PI))
    .translate([width / 2, width * (0.5 - flatMap.top)])
    .clipExtent([
      [0, 0],
      [width, height],
    ])
    .precision(0.3)
  const path = geoPath(projection).digits(1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="#d3e2e8"/>
<path d="${path(geoGraticule10())}" fill="none" stroke="#2f6f93" stroke-opacity=".16" stroke-width=".4"/>
<path d="${path(flatLand())}" fill="#f3ead8" stroke="#a8916c" stroke-width=".5" stroke-linejoin="round"/>
</svg>`
}
