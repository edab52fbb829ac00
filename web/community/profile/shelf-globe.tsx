import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ShelfMap } from '#shared/api/account/shelf-map.ts'
import type { ShelfState } from '#shared/api/book/shelf.ts'
import { markTitleColours } from '#web/frame/globe/basemap/base-style.ts'
import { useBaseStyle } from '#web/frame/globe/basemap/use-base-style.ts'
import { MapCredits } from '#web/frame/globe/picker/map-credits.tsx'
import { angleBetween } from '#web/frame/globe/layers/angle-between.ts'
import { type Spot, spotLayer, spotsStyle } from '#web/frame/globe/layers/spots-style.ts'
import type { Datum } from '#web/frame/globe/state/map-datum.ts'
import { followTheme } from '#web/frame/globe/state/follow-theme.ts'
import { useShownStyle } from '#web/frame/globe/state/shown-style.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { createSmallGlobe } from '#web/frame/globe/view/create-map.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { placeHref } from '#web/catalogue/place/address/place-href.ts'

/** The colours of the dots by shelf state, the same as in the picture that the server draws. */
const dotColours: Record<ShelfState, { fill: string; stroke: string }> = {
  read: { fill: '#fa8c16', stroke: '#7a3d00' },
  reading: { fill: '#2f6f93', stroke: '#fffdf9' },
  want: { fill: '#fffdf9', stroke: '#7a3d00' },
}

type UnnamedSpot = Omit<Spot, 'isNamed'>

function toSpot({ id, name, lng, lat, countBooks, state }: ShelfMap['places'][number], datum: Datum): UnnamedSpot {
  return { id, name, countBooks, point: datum.toMap([lng, lat]), ...dotColours[state] }
}

/**
 * Zoom below which the whole globe is in view; the map then names only the places with the most books, for lack of
 * room.
 */
const nearZoom = 2.6
/** Maximum number of names on the map while the whole globe is in view. */
const namesAfar = 14
/**
 * Angle in degrees from the middle of the visible side of the globe. The names of places beyond this angle would extend
 * over the edge of the globe, so they are not shown.
 */
const namedAngle = 46

/** Returns the ids of the places that the map may name in its present view, the places with the most books first. */
function listNamed(map: MapLibre, spots: UnnamedSpot[]): Set<string> {
  if (map.getZoom() >= nearZoom) return new Set(spots.map(({ id }) => id))
  const { lng, lat } = map.getCenter()
  const near = spots.filter(({ point }) => angleBetween(point, [lng, lat]) < namedAngle)
  return new Set(near.slice(0, namesAfar).map(({ id }) => id))
}

/**
 * A globe with the places of a user's books, which the user can turn and zoom. A click on a dot opens the page of the
 * place. It covers the picture of the globe once it is drawn; the list below the globe has the same links.
 */
export function ShelfGlobe({ places }: { places: ShelfMap['places'] }) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [isDrawn, setDrawn] = useState(false)
  const site = useSite()
  const navigate = useNavigate()
  const datum = useView((state) => state.datum)
  const styleId = useShownStyle()
  useEffect(followTheme, [])
  const { style: base } = useBaseStyle(site.map)
  const spots = useMemo(() => places.map((place) => toSpot(place, datum)), [places, datum])
  const [named, setNamed] = useState(new Set<string>())
  const style = useMemo(
    () => ({
      ...spotsStyle(
        base,
        spots.map((spot) => ({ ...spot, isNamed: named.has(spot.id) })),
        markTitleColours[styleId],
      ),
      projection: { type: 'globe' } as const,
    }),
    [base, spots, named, styleId],
  )
  const start = useEffectEvent(() => {
    const points = spots.map(({ point }) => point)
    const created = container.current && createSmallGlobe(container.current, style, points, '读书地图')
    if (created === null) return undefined
    // A map tile that fails to load leaves a gap and is requested again, so the user gets no message.
    created.on('error', ({ error }) => console.warn(error.message))
    created.once('style.load', () => setMap(created))
    created.once('load', () => setDrawn(true))
    created.on('click', spotLayer, ({ features }) => {
      const id: unknown = features?.[0]?.properties['id']
      if (typeof id === 'string') void navigate(placeHref(id))
    })
    created.on('mouseenter', spotLayer, () => (created.getCanvas().style.cursor = 'pointer'))
    created.on('mouseleave', spotLayer, () => (created.getCanvas().style.cursor = ''))
    return () => created.remove()
  })
  useEffect(() => start(), [])
  useEffect(() => {
    if (map === null) return undefined
    const nameVisible = () => setNamed(listNamed(map, spots))
    nameVisible()
    map.on('moveend', nameVisible)
    return () => void map.off('moveend', nameVisible)
  }, [map, spots])
  useEffect(() => void map?.setStyle(style, { diff: true }), [map, style])
  return (
    <div className="shelf-globe" data-drawn={isDrawn}>
      <div className="shelf-globe-canvas" ref={container} />
      <MapCredits site={site} />
    </div>
  )
}
