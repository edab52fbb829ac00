import { basemap } from '#shared/basemap.ts'
import { cutRelief } from './cut-relief.ts'
import type { NamedSpot } from './draw-life-map.ts'
import { fitWindow, placeInWindow } from './fit-window.ts'
import { placeLabels } from './place-labels.ts'

/** Width and height in pixels of the two forms of a map of places: for wide screens, and for phones. */
const shapes = { wide: { width: 1120, height: 400 }, narrow: { width: 560, height: 420 } }
type Shape = keyof typeof shapes
export const placeMapShapes = ['wide', 'narrow'] as const satisfies Shape[]

/** The height of the letters of a place's name in pixels; a phone shows the picture at two thirds of its size. */
const letterSize = { wide: 19, narrow: 25 }

/**
 * Draws the relief around places as a complete SVG, with a dot for each place and the names that fit. The picture
 * contains the relief as WebP and weighs 30 to 90 kB.
 */
export async function drawPlaceMap(places: NamedSpot[], shape: Shape): Promise<string> {
  const { width, height } = shapes[shape]
  const part = fitWindow(places, shapes[shape])
  // A book may have two relations to one place, which has one dot and one name.
  const different = [...new Map(places.map((place) => [`${place.name} ${place.lng} ${place.lat}`, place])).values()]
  const spots = different.map((place) => ({ name: place.name, ...placeInWindow(place, part, shapes[shape]) }))
  const size = letterSize[shape]
  const labels = placeLabels(
    spots.map((spot) => ({ ...spot, size })),
    ({ left, top, right, bottom }) => left > 4 && top > 4 && right < width - 4 && bottom < height - 22,
  )
  const ground = (await cutRelief(part, shapes[shape])).toString('base64')
  const dots = spots.map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size * 0.4}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="'PingFang SC','Noto Sans SC','Source Han Sans SC','Microsoft YaHei',sans-serif" fill="#1f1a17">
<image href="data:image/webp;base64,${ground}" width="${width}" height="${height}"/>
<text x="${width - 8}" y="${height - 8}" font-size="${size * 0.6}" text-anchor="end" fill-opacity=".7">${basemap.relief.attribution}</text>
<g fill="#fa8c16" stroke="#7a3d00" stroke-width="1.6">${dots.join('')}</g>
<g font-weight="600" stroke="#fffdf9" stroke-width="${size * 0.22}" stroke-linejoin="round" paint-order="stroke">${labels}</g>
</svg>`
}
