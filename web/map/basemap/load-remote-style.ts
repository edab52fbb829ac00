import type { StyleSpecification } from 'maplibre-gl'
import type { MapProvider } from '#shared/api/site.ts'
import { readJsonFile } from '#web/session/http-transport.ts'

/** The provider's style, null for a provider of pictures. Fails where the provider is down: the site's own map is shown then. */
export async function loadRemoteStyle(
  { kind, version }: Pick<MapProvider, 'kind' | 'version'>,
  signal: AbortSignal,
): Promise<StyleSpecification | null> {
  if (kind === 'raster') return null
  return (await readJsonFile(`/map-provider/style.json?v=${version}`, signal)) as StyleSpecification
}
