import { MapPin, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { NamedPlace, PlaceKind } from '#shared/api/place/place.ts'
import { placeKindNames } from '#web/book/book-words.ts'
import { api } from '#web/session/session.ts'
import { Finder } from '#web/ui/finder.tsx'
import { lazyPart } from '#web/page/lazy-part.ts'
import './place-picker.css'

const PointPicker = lazyPart(async () => (await import('#web/map/picker/point-picker.tsx')).PointPicker, Unloadable)

/** A place and how a book belongs there. */
export interface PickedPlace {
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
  /** What belongs to the places. */
  item?: string
  /** What a fresh place has beyond its name and point. */
  complete: (place: PickedPlace & { region: string }) => P
  onChange: (places: P[]) => void
  /** More that can be said of one. */
  extra?: (place: P, change: (place: P) => void) => ReactNode
}

const findPlaces = async (query: string, signal: AbortSignal) => (await api.place.find({ query }, signal)).list

/** Places by name, or from the map, each with how the book belongs there. */
export function PlacePicker<P extends PickedPlace>({
  legend,
  places,
  max,
  error,
  item = '这本书',
  complete,
  onChange,
  extra,
}: PlacePickerProps<P>) {
  const [isMapOpen, setIsMapOpen] = useState(false)
  const isFull = places.length >= max
  const add = ({ placeId, name, lng, lat, region }: NamedPlace) => {
    const isThere = places.some((one) => one.name === name)
    if (!isThere && !isFull) onChange([...places, complete({ placeId, name, lng, lat, region, kind: 'setting' })])
    setIsMapOpen(false)
  }
  const change = (at: number, place: P) => onChange(places.map((one, index) => (index === at ? place : one)))
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
          <li key={place.name}>
            <MapPin size={18} strokeWidth={1.5} aria-hidden />
            <span className="picked-place-name">{place.name}</span>
            <select
              aria-label={`${place.name}是${item}的`}
              value={place.kind}
              onChange={(event) => change(at, { ...place, kind: event.target.value as PlaceKind })}
            >
              {Object.entries(placeKindNames).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </select>
            {extra?.(place, (changed) => change(at, changed))}
            <button
              type="button"
              className="icon-button"
              aria-label={`去掉${place.name}`}
              onClick={() => onChange(places.filter((one) => one !== place))}
            >
              <X size={18} strokeWidth={1.5} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className="place-ways">
        <Finder
          label="按名字找"
          placeholder={isFull ? `已有 ${max} 处` : '中文、拼音或英文，例如 凤凰'}
          disabled={isFull}
          ask={findPlaces}
          keyOf={({ placeId, name, lng }) => placeId ?? `${name} ${lng}`}
          nameOf={({ name }) => name}
          noteOf={({ region }) => region}
          onPick={add}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={isMapOpen}
          disabled={isFull}
          onClick={() => setIsMapOpen(!isMapOpen)}
        >
          {isMapOpen ? '收起地图' : '在地图上选'}
        </button>
      </div>
      {isMapOpen && (
        <Suspense fallback={<p className="point-picker-room">正在打开地图……</p>}>
          <PointPicker onPick={add} />
        </Suspense>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Unloadable() {
  return <p className="form-note">地图没有读到，请按名字找。</p>
}
