import { basemap } from '#shared/basemap.ts'
import { cutRelief } from './cut-relief.ts'
import type { NamedSpot } from './draw-life-map.ts'
import { nightStyle } from './globe-frame.ts'
import { fitWindow, placeInWindow } from './fit-window.ts'
import { placeLabels } from './place-labels.ts'

/** Width and height in pixels of the two forms of a map of places: for wide screens, and for phones. */
const shapes = { wide: { width: 1120, height: 400 }, narrow: { width: 560, height: 420 } }
type Shape = keyof typeof shapes
export const placeMapShapes = ['wide', 'narrow'] as const satisfies Shape[]

/** The height of the letters of a place's name in pixels; a phone shows the picture at two thirds of its size. */
const letterSize = { wide: 19, narrow: 25 }

/** Turns the colours of the relief into slate land above a nearly black sea on dark pages, with the same shades. */
const nightRelief = `<filter id="night" color-interpolation-filters="sRGB"><feColorMatrix values="
1 .06 -.75 0 -.11
.83 .26 -.66 0 -.13
.72 .28 -.5 0 -.13
0 0 0 1 0"/></filter><style>@media(prefers-color-scheme:dark){
.relief{filter:url(#night)}.credit{fill:#e9e3d8}
}</style>`

/**
 * Draws the relief around places as a complete SVG, with a dot for each place and the names that fit. Places `around`
 * them have a dot of another colour, and are left out where they would crowd another dot. The
 * picture contains the relief as WebP and weighs 30 to 90 kB.
 */
export async function drawPlaceMap(places: NamedSpot[], shape: Shape, around: NamedSpot[] = []): Promise<string> {
  const { width, height } = shapes[shape]
  const part = fitWindow([...places, ...around], shapes[shape])
  // A book may have two relations to one place, which has one dot and one name.
  const different = [...new Map(places.map((place) => [`${place.name} ${place.lng} ${place.lat}`, place])).values()]
  const size = letterSize[shape]
  const dot = (fill: string, radius: number) => (place: NamedSpot) => ({
    ...placeInWindow(place, part, shapes[shape]),
    name: place.name,
    fill,
    radius,
  })
  const spots = different.map(dot('#fa8c16', size * 0.4))
  for (const spot of around.map(dot('#2f6f93', size * 0.3)))
    if (spots.every(({ x, y }) => Math.hypot(spot.x - x, spot.y - y) > size * 1.5)) spots.push(spot)
  const labels = placeLabels(
    spots.map((spot) => ({ ...spot, size })),
    ({ left, top, right, bottom }) => left > 4 && top > 4 && right < width - 4 && bottom < height - 22,
  )
  const ground = (await cutRelief(part, shapes[shape])).toString('base64')
  const dots = spots
    .toReversed()
    .map(({ x, y, fill, radius }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${fill}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="'PingFang SC','Noto Sans SC','Source Han Sans SC','Microsoft YaHei',sans-serif" fill="#1f1a17">
${nightStyle}${nightRelief}
<image class="relief" href="data:image/webp;base64,${ground}" width="${width}" height="${height}"/>
<text class="credit" x="${width - 8}" y="${height - 8}" font-size="${size * 0.6}" text-anchor="end" fill-opacity=".7">${basemap.relief.attribution}</text>
<g stroke="#3d2400" stroke-width="1.6">${dots.join('')}</g>
<g font-weight="600" stroke="#fffdf9" stroke-width="${size * 0.22}" stroke-linejoin="round" paint-order="stroke">${labels}</g>
</svg>`
}
