import { geoEquirectangular, geoGraticule10, geoPath } from 'd3-geo'
import { flatLand } from './land.ts'

const width = 720
const height = 360

/**
 * Draws the world in equirectangular projection as a complete SVG, for browsers that cannot draw the globe. The page
 * places the marks over it.
 */
export function drawFlatMap(): string {
  const projection = geoEquirectangular()
    .scale(width / (2 * Math.PI))
    .translate([width / 2, height / 2])
    .precision(0.3)
  const path = geoPath(projection).digits(1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="#d3e2e8"/>
<path d="${path(geoGraticule10())}" fill="none" stroke="#2f6f93" stroke-opacity=".16" stroke-width=".4"/>
<path d="${path(flatLand())}" fill="#f3ead8" stroke="#a8916c" stroke-width=".5" stroke-linejoin="round"/>
</svg>`
}
