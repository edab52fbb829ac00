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
      complete={({ region, ...place }) => ({
        ...place,
        region: place.placeId === null ? regionNamed(region) : null,
        sentence: null,
      })}
      extra={extraFields}
      {...props}
    />
  )
}

/**
 * The region of a new place, because existing places already have one, and what the book or video tells of the place.
 */
function extraFields(place: DraftPlace, replace: (place: DraftPlace) => void) {
  const { name, region, sentence } = place
  const tell = (text: string, quotedFrom: string) =>
    replace({ ...place, sentence: text === '' && quotedFrom === '' ? null : { text, quotedFrom: quotedFrom || null } })
  const [text, quotedFrom] = [sentence?.text ?? '', sentence?.quotedFrom ?? '']
  return (
    <>
      {place.placeId === null && (
        <RegionSelect place={name} region={region} onChange={(region) => replace({ ...place, region })} />
      )}
      <span className="picked-place-sentence">
        <input
          aria-label={`关于${name}的一句话`}
          placeholder="写到这里的什么，15–60 字"
          value={text}
          maxLength={60}
          onChange={(event) => tell(event.target.value, quotedFrom)}
        />
        <input
          aria-label={`关于${name}的一句话引自`}
          placeholder="引文出自哪一篇"
          value={quotedFrom}
          maxLength={60}
          onChange={(event) => tell(text, event.target.value)}
        />
      </span>
    </>
  )
}
