import type { StyleSpecification } from 'maplibre-gl'
import type { MapProvider } from '#shared/api/site.ts'
import { adaptRemoteStyle, hasRoads, type ProviderChoices, providerPrefix } from './adapt-remote-style.ts'

interface ProviderParts {
  provider: MapProvider
  /** Style of the map provider's map from `/map-provider/style.json`; null for a provider of raster tiles. */
  remote: StyleSpecification | null
  /** Origin of this site, because MapLibre accepts only absolute URLs. */
  origin: string
}

/** Layers of place names of 天地图 (Tianditu): `cva` for the map, `cia` for the satellite imagery. */
const nameLayers = new Set(['cva', 'cia'])

/** Builds the MapLibre style of a map provider's map, with the language and layers that the user chose. */
export function buildProviderStyle(
  { provider, remote, origin }: ProviderParts,
  choices: ProviderChoices,
): StyleSpecification {
  const style = remote === null ? rasterStyle(provider, origin, choices) : adaptRemoteStyle(remote, origin, choices)
  return { ...style, projection: { type: choices.projection } }
}

/** Returns which map controls have an effect on the map of a provider. */
export function providerSwitches({ provider, remote }: Omit<ProviderParts, 'origin'>) {
  const isStyle = remote !== null
  return {
    road: isStyle && hasRoads(remote),
    placeLabel: isStyle || provider.layers.map.some((name) => nameLayers.has(name)),
    language: isStyle,
    satellite: provider.layers.satellite.length > 0,
  }
}

function rasterStyle(
  { layers, maxZoom, attribution, version }: MapProvider,
  origin: string,
  { styleId, visiblePlaceLabel }: ProviderChoices,
): StyleSpecification {
  const names = styleId === 'satellite' && layers.satellite.length > 0 ? layers.satellite : layers.map
  const visibleNames = names.filter((name) => visiblePlaceLabel || !nameLayers.has(name))
  const sourceOf = (name: string) => ({
    type: 'raster' as const,
    tiles: [`${origin}/map-provider/raster/${encodeURIComponent(name)}/{z}/{x}/{y}?v=${version}`],
    tileSize: 256,
    maxzoom: maxZoom,
    attribution,
  })
  return {
    version: 8,
    sources: Object.fromEntries(visibleNames.map((name) => [providerPrefix + name, sourceOf(name)])),
    layers: [
      { id: `${providerPrefix}background`, type: 'background', paint: { 'background-color': '#dfe6e9' } },
      ...visibleNames.map((name) => ({
        id: providerPrefix + name,
        type: 'raster' as const,
        source: providerPrefix + name,
        paint: { 'raster-fade-duration': 150 },
      })),
    ],
  }
}
