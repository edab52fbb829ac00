import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import { PlacePicker } from '#web/place/place-picker.tsx'
import { RegionSelect, regionNamed } from '#web/place/region-select.tsx'

interface DraftPlacesProps {
  /** Word for the pinned item; defaults to the word for a book. */
  item?: string
  places: DraftPlace[]
  error: string | undefined
  onChange: (places: DraftPlace[]) => void
}

/** Field in which an editor chooses the places of a book or video, including new places. */
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

/** The region field is shown for new places only, because existing places already have a region. */
function regionOfNew(place: DraftPlace, replace: (place: DraftPlace) => void) {
  if (place.placeId !== null) return null
  return <RegionSelect place={place.name} region={place.region} onChange={(region) => replace({ ...place, region })} />
}
