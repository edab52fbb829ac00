import { MapPin, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import type { NamedPlace, PlaceKind } from '#shared/api/place/place.ts'
import { placeKindNames } from '#web/catalogue/book/book-words.ts'
import { AddPlace } from './add-place.tsx'
import './place-picker.css'

/** A chosen place with its relation to a book or video. */
interface PickedPlace {
  placeId: string | null
  name: string
  lng: number
  lat: number
  kind: PlaceKind
}

interface PlacePickerProps<P extends PickedPlace> {
  legend: string
  places: P[]
  max: number
  error?: string | undefined
  /**
   * Chinese phrase for the book or video for which places are chosen, used in the labels for screen readers; by default
   * “这本书” (this book).
   */
  item?: string
  /** Adds the fields that the form stores for a place to a newly chosen place. */
  complete: (place: PickedPlace & { region: string }) => P
  onChange: (places: P[]) => void
  /** Callback that renders additional form fields for each chosen place. */
  extra?: (place: P, change: (place: P) => void) => ReactNode
  /** Form field that is shown until a place is chosen, such as one that says that there is none. */
  instead?: ReactNode
}

/** Field that chooses places by name or on the map, each with its relation to a book or video. */
export function PlacePicker<P extends PickedPlace>({
  legend,
  places,
  max,
  error,
  item = '这本书',
  complete,
  onChange,
  extra,
  instead,
}: PlacePickerProps<P>) {
  const isFull = places.length >= max
  const add = ({ placeId, name, lng, lat, region }: NamedPlace) => {
    const isChosen = places.some((one) => one.name === name)
    if (!isChosen && !isFull) onChange([...places, complete({ placeId, name, lng, lat, region, kind: 'setting' })])
  }
  return (
    <fieldset className="place-picker">
      <legend>
        {legend}
        <span className="count">
          {places.length}/{max}
        </span>
      </legend>
      <ul className="picked-places">
        {places.map((place, at) => (
          <PickedPlaceRow
            key={place.name}
            place={place}
            item={item}
            extra={extra}
            onChange={(changed) => onChange(places.with(at, changed))}
            onRemove={() => onChange(places.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <AddPlace label="按名字找" max={max} isFull={isFull} onPick={add} />
      {places.length === 0 && instead}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface PickedPlaceRowProps<P extends PickedPlace> {
  place: P
  item: string
  extra: PlacePickerProps<P>['extra'] | undefined
  onChange: (place: P) => void
  onRemove: () => void
}

function PickedPlaceRow<P extends PickedPlace>({ place, item, extra, onChange, onRemove }: PickedPlaceRowProps<P>) {
  return (
    <li>
      <Icon of={MapPin} size={18} />
      <span className="picked-place-name">{place.name}</span>
      <select
        aria-label={`${place.name}是${item}的`}
        value={place.kind}
        onChange={(event) => onChange({ ...place, kind: event.target.value as PlaceKind })}
      >
        {Object.entries(placeKindNames).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      {extra?.(place, onChange)}
      <button type="button" className="icon-button" aria-label={`去掉${place.name}`} onClick={onRemove}>
        <Icon of={X} size={18} />
      </button>
    </li>
  )
}
