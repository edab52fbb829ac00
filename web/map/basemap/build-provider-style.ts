import type { StyleSpecification } from 'maplibre-gl'
import type { MapProvider } from '#shared/api/site.ts'
import { adaptRemoteStyle, hasRoads, type ProviderChoices, providerPrefix } from './adapt-remote-style.ts'

interface ProviderParts {
  provider: MapProvider
  /** What `/map-provider/style.json` says; null for a provider of pictures. */
  remote: StyleSpecification | null
  /** Of this site: MapLibre takes no address without one. */
  origin: string
}

/** 天地图's layers of names, over its map and over its pictures from above. */
const nameLayers = new Set(['cva', 'cia'])

/** A provider's map, as the reader wants to see it. */
export function buildProviderStyle(
  { provider, remote, origin }: ProviderParts,
  choices: ProviderChoices,
): StyleSpecification {
  const style = remote === null ? pictureStyle(provider, origin, choices) : adaptRemoteStyle(remote, origin, choices)
  return { ...style, projection: { type: choices.projection } }
}

/** Which switches do something on this map. */
export function providerSwitches({ provider, remote }: Omit<ProviderParts, 'origin'>) {
  const isStyle = remote !== null
  return {
    road: isStyle && hasRoads(remote),
    placeLabel: isStyle || provider.layers.map.some((name) => nameLayers.has(name)),
    language: isStyle,
    satellite: provider.layers.satellite.length > 0,
  }
}

function pictureStyle(
  { layers, maxZoom, attribution, version }: MapProvider,
  origin: string,
  { styleId, visiblePlaceLabel }: ProviderChoices,
): StyleSpecification {
  const names = styleId === 'satellite' && layers.satellite.length > 0 ? layers.satellite : layers.map
  const shown = names.filter((name) => visiblePlaceLabel || !nameLayers.has(name))
  const sourceOf = (name: string) => ({
    type: 'raster' as const,
    tiles: [`${origin}/map-provider/raster/${encodeURIComponent(name)}/{z}/{x}/{y}?v=${version}`],
    tileSize: 256,
    maxzoom: maxZoom,
    attribution,
  })
  return {
    version: 8,
    sources: Object.fromEntries(shown.map((name) => [providerPrefix + name, sourceOf(name)])),
    layers: [
      { id: `${providerPrefix}ground`, type: 'background', paint: { 'background-color': '#dfe6e9' } },
      ...shown.map((name) => ({
        id: providerPrefix + name,
        type: 'raster' as const,
        source: providerPrefix + name,
        paint: { 'raster-fade-duration': 150 },
      })),
    ],
  }
}
