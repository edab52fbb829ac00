import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import { PlacePicker } from '#web/catalogue/place/place-picker.tsx'
import { RegionSelect, regionNamed } from '#web/catalogue/place/region-select.tsx'

interface DraftPlacesProps {
  /** Chinese phrase for the book or video whose places are chosen; by default “这本书” (this book). */
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

/** The form shows the field for the region only for a new place, because existing places already have a region. */
function regionOfNew(place: DraftPlace, replace: (place: DraftPlace) => void) {
  if (place.placeId !== null) return null
  return <RegionSelect place={place.name} region={place.region} onChange={(region) => replace({ ...place, region })} />
}
