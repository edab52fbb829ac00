import type { Map as MapLibre } from 'maplibre-gl'
import type { LabelAnchor } from '#web/frame/globe/layers/path-style.ts'

/** Widths in pixels of a Chinese character, of another character, and of the longest line of a name on the map. */
const widths = { chinese: 14, other: 8, line: 140 }
/** Height in pixels of a name below its mark, from the middle of the mark. */
const heightBelow = 32

/**
 * Chooses on which side of its mark the name of each place stands, so that no edge of the map cuts the name. The result
 * is the side of the name that touches the mark: usually the top, so that the name stands below the mark.
 */
export function labelAnchors(
  map: MapLibre,
  places: { name: string; point: [lng: number, lat: number] }[],
): Record<string, LabelAnchor> {
  const { clientWidth, clientHeight } = map.getContainer()
  return Object.fromEntries(
    places.map(({ name, point }): [string, LabelAnchor] => {
      const { x, y } = map.project(point)
      const half = Math.min(widths.line, widthOf(name)) / 2
      const side = x < half ? '-left' : x > clientWidth - half ? '-right' : ''
      return [name, `${y > clientHeight - heightBelow ? 'bottom' : 'top'}${side}`]
    }),
  )
}

function widthOf(name: string): number {
  return [...name].reduce((sum, character) => sum + (character > 'ÿ' ? widths.chinese : widths.other), 8)
}
