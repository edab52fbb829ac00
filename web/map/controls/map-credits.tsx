import type { Site } from '#shared/api/site.ts'
import { basemap } from '#shared/basemap.ts'
import { useView } from '#web/map/state/view-store.ts'
import './map-credits.css'

/** Whose map is shown, and under which number it was approved, at the lower left as internet maps have it. */
export function MapCredits({ site: { map, mapApprovalNumber } }: { site: Site }) {
  const isProviderDown = useView((state) => state.isProviderDown)
  const remoteCredits = useView((state) => state.remoteCredits)
  const { provider } = map
  const isOurs = provider === null || isProviderDown
  const theirs = [provider?.attribution || provider?.name, remoteCredits].filter(Boolean).join(' · ')
  return (
    <p className="map-credits">
      {/* The number is of the map the operator chose, not of the one that stands in for it. */}
      {mapApprovalNumber && !isProviderDown && <strong>审图号：{mapApprovalNumber}</strong>}
      <span>{isOurs ? ourCredits() : theirs}</span>
    </p>
  )
}

function ourCredits() {
  return [...new Set(Object.values(basemap).flatMap(({ attribution }) => attribution.split(' · ')))].join(' · ')
}
