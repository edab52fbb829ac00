import type { Site } from '#shared/api/site.ts'
import { basemap } from '#shared/basemap.ts'

/** Whose map it is, and under which number it was approved, at the lower left as internet maps have it. */
export function MapCredits({ site: { map, mapApprovalNumber } }: { site: Site }) {
  const ours = [...new Set(Object.values(basemap).flatMap(({ attribution }) => attribution.split(' · ')))].join(' · ')
  return (
    <p className="map-credits">
      {mapApprovalNumber && <strong>审图号：{mapApprovalNumber}</strong>}
      <span>{map.provider === null ? ours : map.provider.attribution || map.provider.name}</span>
    </p>
  )
}
