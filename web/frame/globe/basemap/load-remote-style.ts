import type { StyleSpecification } from 'maplibre-gl'
import type { MapProvider } from '#shared/api/site.ts'
import { readJsonFile } from '#web/frame/session/site-files.ts'

/**
 * Loads the style of a map provider. Returns null for a provider of raster tiles. Throws when the provider is down; the
 * caller then falls back to the site's own basemap.
 */
export async function loadRemoteStyle(
  { kind, version }: Pick<MapProvider, 'kind' | 'version'>,
  signal: AbortSignal,
): Promise<StyleSpecification | null> {
  if (kind === 'raster') return null
  return (await readJsonFile(`/map-provider/style.json?v=${version}`, signal)) as StyleSpecification
}
