import type { Map as MapLibre } from 'maplibre-gl'
import { greatCountries } from '#web/map/basemap/area-labels.ts'
import { limbFade, limbSources, wideMargin } from '#web/map/layers/limb-opacity.ts'
import { globeRadius, horizonOf } from './globe-size.ts'

type Vector = [x: number, y: number, z: number]

/**
 * A symbol of the map (a name or mark): its feature id, and the positions of all features with this id as points on the
 * unit sphere.
 */
interface Symbol {
  source: keyof typeof limbSources
  id: string | number
  positions: Vector[]
  /** The distance in pixels from the edge of the globe within which the symbol is invisible. */
  margin: number
}

/** Minimum zoom at which the edge of the globe is outside the window, so that no symbol has to fade. */
const farZoom = 5
/** Width in pixels of the ring in which symbols fade. */
const fadeWidth = 16

/**
 * Fades the names and marks near the edge of the globe, because they would extend over the edge. The opacity of each
 * symbol is a feature state of the map, so that MapLibre need not lay out any tile again.
 */
export function fadeAtLimb(map: MapLibre): void {
  let symbols: Symbol[] = []
  let isFaded = false
  // A map that was removed or has lost its WebGL context has no style, and `getProjection` would fail.
  let isGone = false
  const update = () => {
    if (isGone) return
    const isGlobe = map.getProjection()?.type !== 'mercator' && map.getZoom() < farZoom
    if (!isGlobe && !isFaded) return
    const opacityOf = isGlobe ? opacityAround(map) : () => 1
    for (const symbol of symbols) {
      const { source, id } = symbol
      const target = { source, sourceLayer: limbSources[source].sourceLayer, id }
      const opacity = opacityOf(symbol)
      if ((map.getFeatureState(target)[limbFade] ?? 1) !== opacity) map.setFeatureState(target, { [limbFade]: opacity })
    }
    isFaded = isGlobe
  }
  let isScheduled = false
  const refresh = () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      if (isGone) return
      symbols = listSymbols(map)
      update()
    })
  }
  map.on('move', update)
  map.on('sourcedata', ({ sourceId }) => sourceId in limbSources && refresh())
  // MapLibre fires no `sourcedata` event for tiles from its own cache, so the symbols are listed again when the map is
  // idle.
  map.on('idle', refresh)
  map.on('remove', () => (isGone = true))
  map.on('webglcontextlost', () => (isGone = true))
  map.on('webglcontextrestored', () => (isGone = false))
}

/** Lists the symbols in the loaded tiles of the map. */
function listSymbols(map: MapLibre): Symbol[] {
  return Object.entries(limbSources).flatMap(([name, { sourceLayer, margin }]) => {
    if (map.getSource(name) === undefined) return []
    const features = map.querySourceFeatures(name, { sourceLayer })
    const points = features.flatMap(({ id, geometry, properties }) =>
      id !== undefined && geometry.type === 'Point'
        ? [{ id, position: toVector(geometry.coordinates), isWide: greatCountries.includes(properties['en']) }]
        : [],
    )
    return [...Map.groupBy(points, ({ id }) => id)].map(([id, all]) => ({
      source: name as Symbol['source'],
      id,
      positions: all.map(({ position }) => position),
      margin: all.some(({ isWide }) => isWide) ? wideMargin : margin,
    }))
  })
}

/** Returns a function that computes the opacity of a symbol in the present view of the globe. */
function opacityAround(map: MapLibre): (symbol: Symbol) => number {
  const { lng, lat } = map.getCenter()
  const centre = toVector([lng, lat])
  const radius = globeRadius(map.getZoom(), lat)
  const horizon = horizonOf(radius, map.getContainer().clientHeight)
  return ({ positions, margin }) => {
    const cosine = Math.max(...positions.map(([x, y, z]) => x * centre[0] + y * centre[1] + z * centre[2]))
    // The formula below holds only for the visible side of the globe. MapLibre draws no symbols beyond the horizon.
    if (cosine <= Math.cos(horizon)) return 0
    const gap = radius * (Math.sin(horizon) - Math.sqrt(Math.max(0, 1 - cosine * cosine)))
    const share = (gap - margin) / fadeWidth
    return Math.round(4 * Math.min(1, Math.max(0, share))) / 4
  }
}

function toVector([lng = 0, lat = 0]: number[]): Vector {
  const [east, north] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}
