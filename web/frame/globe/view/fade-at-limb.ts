import type { Map as MapLibre } from 'maplibre-gl'
import { greatCountries, largeNameReach } from '#web/frame/globe/basemap/area-labels.ts'
import { limbFade, limbSources } from '#web/frame/globe/layers/limb-opacity.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { globeRadius, horizonOf, offsetOnScreen } from './globe-size.ts'

type Vector = [x: number, y: number, z: number]

/**
 * A symbol of the map (a name or mark): its feature id, and the positions of all features with this id as points on the
 * unit sphere.
 */
interface Symbol {
  source: keyof typeof limbSources
  id: string | number
  positions: Vector[]
  /** The Chinese name; null for a mark. */
  name: string | null
  /** The English name of a large country, whose name may be drawn far from its position; null for other symbols. */
  largeCountry: string | null
}

/** Minimum zoom at which the edge of the globe is outside the window, so that no symbol has to fade. */
const farZoom = 5
/** Width in pixels of the ring in which symbols fade. */
const fadeWidth = 16

/**
 * Fades the names and marks near the edge of the globe, because they would extend over the edge, and hides the name
 * that stands beside the pin of the current card. The opacity of each symbol is a feature state of the map, so that
 * MapLibre need not lay out any tile again.
 */
export function fadeAtLimb(map: MapLibre): void {
  let symbols: Symbol[] = []
  let isFaded = false
  let hiddenName: string | null = null
  // A map that was removed or has lost its WebGL context has no style, and `getProjection` would fail.
  let isGone = false
  const update = () => {
    if (isGone) return
    const isGlobe = map.getProjection()?.type !== 'mercator' && map.getZoom() < farZoom
    const { pinName } = useView.getState()
    if (!isGlobe && !isFaded && pinName === null && hiddenName === null) return
    const opacityOf = isGlobe ? opacityAround(map) : () => 1
    for (const symbol of symbols) {
      const { source, id } = symbol
      const target = { source, sourceLayer: limbSources[source].sourceLayer, id }
      const opacity = symbol.name !== null && symbol.name === pinName ? 0 : opacityOf(symbol)
      if ((map.getFeatureState(target)[limbFade] ?? 1) !== opacity) map.setFeatureState(target, { [limbFade]: opacity })
    }
    isFaded = isGlobe
    hiddenName = pinName
  }
  const refresh = () => {
    if (isGone) return
    symbols = listSymbols(map)
    update()
  }
  let isScheduled = false
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      refresh()
    })
  }
  map.on('move', update)
  map.on('sourcedata', ({ sourceId }) => sourceId in limbSources && schedule())
  // MapLibre fires no `sourcedata` event for tiles from its own cache, so the symbols are listed again when the map has
  // come to rest. This is not delayed, because the buttons of the visible marks are placed at the same moment.
  map.on('idle', refresh)
  map.on('remove', () => (isGone = true))
  map.on('webglcontextlost', () => (isGone = true))
  map.on('webglcontextrestored', () => (isGone = false))
}

/** Lists the symbols in the loaded tiles of the map. */
function listSymbols(map: MapLibre): Symbol[] {
  return Object.entries(limbSources).flatMap(([name, { sourceLayer }]) => {
    if (map.getSource(name) === undefined) return []
    const features = map.querySourceFeatures(name, { sourceLayer })
    const points = features.flatMap(({ id, geometry, properties }) =>
      id !== undefined && geometry.type === 'Point'
        ? [
            {
              id,
              position: toVector(geometry.coordinates),
              country: String(properties['en']),
              name: properties['zh-Hans'],
            },
          ]
        : [],
    )
    return [...Map.groupBy(points, ({ id }) => id)].map(([id, all]) => ({
      source: name as Symbol['source'],
      id,
      positions: all.map(({ position }) => position),
      name: all[0]?.name ?? null,
      largeCountry: all.map(({ country }) => country).find((country) => greatCountries.includes(country)) ?? null,
    }))
  })
}

/** Returns a function that computes the opacity of a symbol in the present view of the globe. */
function opacityAround(map: MapLibre): (symbol: Symbol) => number {
  const { lng, lat } = map.getCenter()
  const zoom = map.getZoom()
  const centre = toVector([lng, lat])
  const radius = globeRadius(zoom, lat)
  const height = map.getContainer().clientHeight
  const edge = Math.cos(horizonOf(radius, height))
  const limb = offsetOnScreen(radius, height, edge)
  return ({ source, positions, largeCountry }) => {
    const cosines = positions.map(([x, y, z]) => x * centre[0] + y * centre[1] + z * centre[2])
    // MapLibre draws no symbols beyond the horizon. Of several positions, the one nearest to the edge counts: the name
    // of an ocean may be drawn twice.
    const cosine = Math.min(...cosines.filter((one) => one > edge))
    if (cosine === Infinity) return 0
    const margin = largeCountry === null ? limbSources[source].margin : largeNameReach(largeCountry, zoom)
    const share = (limb - offsetOnScreen(radius, height, cosine) - margin) / fadeWidth
    return Math.round(4 * Math.min(1, Math.max(0, share))) / 4
  }
}

function toVector([lng = 0, lat = 0]: number[]): Vector {
  const [east, north] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}
