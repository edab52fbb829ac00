import type { Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Site, MapProvider } from '#shared/api/site.ts'
import { buildBaseStyle } from './base-style.ts'
import { buildProviderStyle, providerSwitches } from './build-provider-style.ts'
import { loadDatum } from './load-datum.ts'
import { type Datum, identityDatum } from '#web/frame/globe/state/map-datum.ts'
import { choicesOf, useMap } from '#web/frame/globe/state/map-store.ts'
import { ProviderWatch } from './provider-watch.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { readJsonFile } from '#web/frame/session/site-files.ts'

interface Loaded {
  remote: StyleSpecification | null
  datum: Datum
}
const emptyStyle: StyleSpecification = { version: 8, sources: {}, layers: [] }

/**
 * React hook that returns the style of the basemap: the map provider's while the provider responds, otherwise the
 * site's own. `watch` observes a map for failed tiles and switches to the site's own basemap when the provider is down.
 */
export function useBaseStyle({ borders, provider }: Site['map']) {
  const choices = useMap(useShallow(choicesOf))
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    if (provider === null) return
    const aborter = new AbortController()
    Promise.all([loadRemoteStyle(provider, aborter.signal), loadDatum(provider)]).then(
      ([remote, datum]) => setLoaded({ remote, datum }),
      () => aborter.signal.aborted || setDown(true),
    )
    return () => aborter.abort()
  }, [provider])
  useEffect(() => {
    const isShown = provider !== null && loaded !== null && !isDown
    useView.setState({
      switches: isShown ? providerSwitches({ provider, remote: loaded.remote }) : null,
      datum: isShown ? loaded.datum : identityDatum,
      isProviderDown: isDown,
      remoteCredits: isShown && loaded.remote !== null ? creditsOf(loaded.remote) : '',
    })
  }, [provider, loaded, isDown])
  const style = useMemo(() => {
    if (provider === null || isDown) return buildBaseStyle({ ...choices, borders })
    if (loaded === null) return { ...emptyStyle, projection: { type: choices.projection } }
    return buildProviderStyle({ provider, remote: loaded.remote, origin: location.origin }, choices)
  }, [choices, borders, provider, loaded, isDown])
  const watch = (map: MapLibre) => provider !== null && watchProvider(map, () => setDown(true))
  return { style, watch }
}

function watchProvider(map: MapLibre, onDown: () => void) {
  const watch = new ProviderWatch()
  map.on('data', (event) => {
    if (event.dataType === 'source' && 'tile' in event) watch.loaded(event.sourceId)
  })
  map.on('error', (event) => {
    const { sourceId, error } = event as typeof event & { sourceId?: string; error: { status?: number } }
    if (watch.failed(sourceId, error.status)) onDown()
  })
}

/**
 * Returns the attributions of a map style's sources as plain text, because the HTML in a map provider's style is not
 * trusted.
 */
function creditsOf({ sources }: StyleSpecification): string {
  const texts = Object.values(sources).map((source) => ('attribution' in source ? (source.attribution ?? '') : ''))
  const plain = texts.map((html) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim())
  return [...new Set(plain.filter(Boolean))].join(' · ')
}

/**
 * Loads the style of a map provider. Returns null for a provider of raster tiles. Throws when the provider is down; the
 * caller then falls back to the site's own basemap.
 */
async function loadRemoteStyle(
  { kind, version }: Pick<MapProvider, 'kind' | 'version'>,
  signal: AbortSignal,
): Promise<StyleSpecification | null> {
  if (kind === 'raster') return null
  return (await readJsonFile(`/map-provider/style.json?v=${version}`, signal)) as StyleSpecification
}
