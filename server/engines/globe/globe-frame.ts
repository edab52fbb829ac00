import { geoGraticule10 } from 'd3-geo'
import { GlobeView } from './globe-view.ts'
import { type SpherePolygon, toSpherePoints } from './sphere-shape.ts'

/** Width and height of a picture of the globe, and the radius of the globe in it, in pixels. */
export const globeSize = 560
export const globeRadius = 272

/** The centre of a globe without places. */
export const defaultCenter = { lng: 102, lat: 36 }

/**
 * The style sheet of a picture on a dark page, in the colours of the night map. A browser applies it by the colour
 * scheme of the element that shows the picture, so one picture serves both themes. Other programs draw the day.
 */
export const nightStyle = `<style>@media(prefers-color-scheme:dark){
#sea stop{stop-color:#16304c}#sea :last-child{stop-color:#091324}
.land{fill:#2b3748;stroke:#4d7096}.grid{stroke:#5d82ab}.way{stroke:#ffb765}.arrow{fill:#ffb765}
g text{fill:#e9e3d8;stroke:#0c121c}
}</style>`

/** Circles of latitude and longitude, ten degrees apart. */
const graticule = geoGraticule10().coordinates.map(toSpherePoints)

interface Frame {
  center: [lng: number, lat: number]
  /** How many times larger the globe is than the round picture, which then shows only the part around the centre. */
  scale?: number
  land: SpherePolygon[]
  /** The decimal places of the coordinates; by default one. */
  digits?: number
}

/** Returns a complete SVG of the globe with land, in orthographic projection, and further SVG content above it. */
export function frameGlobe({ center, scale = 1, land, digits = 1 }: Frame, content: string): string {
  const radius = globeRadius * scale
  const view = new GlobeView({ center, size: globeSize, radius, reach: Math.asin(1 / scale), digits })
  const circle = `cx="${globeSize / 2}" cy="${globeSize / 2}" r="${globeRadius}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${globeSize} ${globeSize}" width="${globeSize}" height="${globeSize}">
${nightStyle}
<defs><radialGradient id="sea" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#e4edf0"/><stop offset=".62" stop-color="#c3d7df"/><stop offset="1" stop-color="#8fb0be"/></radialGradient>
<radialGradient id="shade" cx=".36" cy=".3" r=".8"><stop offset=".55" stop-color="#1f1a17" stop-opacity="0"/><stop offset="1" stop-color="#1f1a17" stop-opacity=".34"/></radialGradient></defs>
<circle ${circle} fill="url(#sea)"/>
<path class="grid" d="${view.drawLines(graticule)}" fill="none" stroke="#2f6f93" stroke-opacity=".18" stroke-width=".7"/>
<path class="land" d="${view.drawPolygons(land)}" fill="#f3ead8" stroke="#a8916c" stroke-width=".9" stroke-linejoin="round"/>
<circle ${circle} fill="url(#shade)"/>
${content}
</svg>`
}
