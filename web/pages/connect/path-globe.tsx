import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ConnectPoint } from '#shared/api/search/connect.ts'
import { markTitleColours } from '#web/frame/globe/basemap/base-style.ts'
import { useBaseStyle } from '#web/frame/globe/basemap/use-base-style.ts'
import { MapCredits } from '#web/frame/globe/picker/map-credits.tsx'
import { greatCircles } from '#web/frame/globe/layers/great-circle.ts'
import { type LabelAnchor, pathStyle } from '#web/frame/globe/layers/path-style.ts'
import { followTheme } from '#web/frame/globe/state/follow-theme.ts'
import { useShownStyle } from '#web/frame/globe/state/shown-style.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { createSmallGlobe } from '#web/frame/globe/view/create-map.ts'
import { useSite } from '#web/frame/page/use-site.ts'

/** Widths in pixels of a Chinese character, of another character, and of the longest line of a name on the map. */
const widths = { chinese: 14, other: 8, line: 140 }

/** Height in pixels of a name below its mark, from the middle of the mark. */
const heightBelow = 32

/**
 * A globe that shows a path with its places, and that the user can move. Once the globe is drawn, it covers the picture
 * of the path.
 */
export function PathGlobe({ points }: { points: ConnectPoint[] }) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [anchors, setAnchors] = useState<Record<string, LabelAnchor>>({})
  const site = useSite()
  const datum = useView((state) => state.datum)
  const styleId = useShownStyle()
  useEffect(followTheme, [])
  const { style: base } = useBaseStyle(site.map)
  const line = useMemo(
    () => greatCircles(points.map(({ lng, lat }): [number, number] => datum.toMap([lng, lat]))),
    [points, datum],
  )
  const places = useMemo(
    () =>
      [...Map.groupBy(points, ({ name }) => name).values()].flatMap(([first]) =>
        first ? [{ name: first.name, point: datum.toMap([first.lng, first.lat]) }] : [],
      ),
    [points, datum],
  )
  const style = useMemo(() => {
    const labelled = places.map((place) => ({ ...place, anchor: anchors[place.name] ?? ('top' as const) }))
    const overlay = { line, places: labelled, ...markTitleColours[styleId] }
    return { ...pathStyle(base, overlay), projection: { type: 'globe' } as const }
  }, [base, line, places, anchors, styleId])
  const start = useEffectEvent(() => {
    const created = container.current && createSmallGlobe(container.current, style, line, '路线的地图')
    if (created === null) return undefined
    // A map tile that fails to load leaves a gap and is requested again, so the user gets no message.
    created.on('error', ({ error }) => console.warn(error.message))
    created.once('style.load', () => setMap(created))
    created.on('moveend', () => setAnchors(labelAnchors(created, places)))
    created.once('load', () => setDrawn(true))
    return () => created.remove()
  })
  useEffect(() => start(), [])
  useEffect(() => void map?.setStyle(style, { diff: true }), [map, style])
  return (
    <div className="path-globe" data-drawn={isDrawn}>
      <div className="path-globe-canvas" ref={container} />
      <MapCredits site={site} />
    </div>
  )
}

/**
 * Chooses on which side of its mark the name of each place stands, so that no edge of the map cuts the name. The result
 * is the side of the name that touches the mark: usually the top, so that the name stands below the mark.
 */
function labelAnchors(
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
