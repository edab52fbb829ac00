import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import { PlacePicker } from '#web/place/place-picker.tsx'
import { RegionSelect, regionNamed } from '#web/place/region-select.tsx'

interface DraftPlacesProps {
  /** What is pinned there, if not a book. */
  item?: string
  places: DraftPlace[]
  error: string | undefined
  onChange: (places: DraftPlace[]) => void
}

/** Where an editor pins a book or a video; places may be new. */
export function DraftPlaces(props: DraftPlacesProps) {
  return (
    <PlacePicker
      legend="地方"
      max={12}
      complete={({ region, ...place }) => ({ ...place, region: place.placeId === null ? regionNamed(region) : null })}
      extra={regionOfNew}
      {...props}
    />
  )
}

/** Only a new place must say where it lies. */
function regionOfNew(place: DraftPlace, replace: (place: DraftPlace) => void) {
  if (place.placeId !== null) return null
  return <RegionSelect place={place.name} region={place.region} onChange={(region) => replace({ ...place, region })} />
}
