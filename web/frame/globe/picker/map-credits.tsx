import { Info } from 'lucide'
import { useId } from 'react'
import type { Site } from '#shared/api/site.ts'
import { basemap } from '#shared/basemap.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import './map-credits.css'

/**
 * Attribution and approval number (审图号) of the map, at the lower left as Chinese internet maps must show them. On the
 * map of a phone a button opens the attribution.
 */
export function MapCredits({ site: { map, mapApprovalNumber } }: { site: Site }) {
  const isProviderDown = useView((state) => state.isProviderDown)
  const remoteCredits = useView((state) => state.remoteCredits)
  const { provider } = map
  const creditsId = useId()
  const isBuiltInMap = provider === null || isProviderDown
  const providerCredits = [provider?.attribution || provider?.name, remoteCredits].filter(Boolean).join(' · ')
  return (
    <p className="map-credits">
      {/* The approval number is that of the configured map provider, so it is not shown with the site's own
          basemap, which replaces the provider's map while the provider is down. */}
      {mapApprovalNumber && !isProviderDown && <strong>审图号：{mapApprovalNumber}</strong>}
      <button type="button" className="map-credits-button" popoverTarget={creditsId} aria-label="地图的来源">
        <Icon of={Info} size={18} />
      </button>
      <span id={creditsId} popover="auto">
        {isBuiltInMap ? builtInCredits() : providerCredits}
      </span>
    </p>
  )
}

function builtInCredits() {
  return [...new Set(Object.values(basemap).flatMap(({ attribution }) => attribution.split(' · ')))].join(' · ')
}
