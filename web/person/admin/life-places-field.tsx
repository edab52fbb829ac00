import { ArrowUp, MapPin, X } from 'lucide'
import { useState } from 'react'
import type { LifePlaceKind } from '#shared/api/person/person.ts'
import type { NamedPlace } from '#shared/api/place/place.ts'
import { lifePlaceKinds } from '#web/person/person-words.ts'
import { PointOnMap } from '#web/place/point-on-map.tsx'
import { RegionSelect, regionNamed } from '#web/place/region-select.tsx'
import { api } from '#web/session/session.ts'
import { Finder } from '#web/ui/finder.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type FormLifePlace, isYear } from './person-form-state.ts'
import '#web/place/place-picker.css'

const maxPlaces = 20

interface LifePlacesFieldProps {
  places: FormLifePlace[]
  error: string | undefined
  onChange: (places: FormLifePlace[]) => void
}

const findPlaces = async (query: string, signal: AbortSignal) => (await api.place.find({ query }, signal)).list

/** Field in which an editor lists the places of a life, in order, each with its kind and years. */
export function LifePlacesField({ places, error, onChange }: LifePlacesFieldProps) {
  const [isMapOpen, setIsMapOpen] = useState(false)
  const isFull = places.length >= maxPlaces
  const add = ({ placeId, name, lng, lat, region }: NamedPlace) => {
    const kind = places.some((place) => place.kind === 'born') ? 'lived' : 'born'
    const place = { placeId, name, lng, lat, region: placeId === null ? regionNamed(region) : null }
    onChange([...places, { ...place, kind, from: '', to: '' }])
    setIsMapOpen(false)
  }
  return (
    <fieldset className="place-picker person-places">
      <legend>
        出生、居住和去世的地方
        <span className="count">
          {places.length}/{maxPlaces}
        </span>
      </legend>
      <ol className="picked-places">
        {places.map((place, at) => (
          <LifePlaceRow
            key={at}
            place={place}
            isFirst={at === 0}
            onChange={(changed) => onChange(places.with(at, changed))}
            onRaise={() => onChange(places.toSpliced(at - 1, 2, ...places.slice(at - 1, at + 1).toReversed()))}
            onRemove={() => onChange(places.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <div className="place-ways">
        <Finder
          label="添加地方"
          placeholder={isFull ? `已有 ${maxPlaces} 处` : '中文、拼音或英文，例如 凤凰'}
          disabled={isFull}
          ask={findPlaces}
          keyOf={({ placeId, name, lng }) => placeId ?? `${name} ${lng}`}
          nameOf={({ name }) => name}
          noteOf={({ region }) => region}
          onPick={add}
        />
        <PointOnMap isOpen={isMapOpen} disabled={isFull} onToggle={setIsMapOpen} onPick={add} />
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface LifePlaceRowProps {
  place: FormLifePlace
  isFirst: boolean
  onChange: (place: FormLifePlace) => void
  onRaise: () => void
  onRemove: () => void
}

function LifePlaceRow({ place, isFirst, onChange, onRaise, onRemove }: LifePlaceRowProps) {
  const { name } = place
  const year = (field: 'from' | 'to', label: string) => (
    <input
      className="person-place-year"
      aria-label={`${name}：${label}`}
      aria-invalid={!isYear(place[field]) || undefined}
      placeholder={label}
      autoComplete="off"
      value={place[field]}
      onChange={({ target }) => onChange({ ...place, [field]: target.value })}
    />
  )
  return (
    <li>
      <Icon of={MapPin} size={18} />
      <span className="picked-place-name">{name}</span>
      <select
        aria-label={`${name}是`}
        value={place.kind}
        onChange={({ target }) => onChange({ ...place, kind: target.value as LifePlaceKind })}
      >
        {Object.entries(lifePlaceKinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      {year('from', '起年')}
      {year('to', '止年')}
      {place.placeId === null && (
        <RegionSelect place={name} region={place.region} onChange={(region) => onChange({ ...place, region })} />
      )}
      <span className="person-place-buttons">
        <button type="button" className="icon-button" aria-label={`${name}上移`} disabled={isFirst} onClick={onRaise}>
          <Icon of={ArrowUp} size={18} />
        </button>
        <button type="button" className="icon-button" aria-label={`移除${name}`} onClick={onRemove}>
          <Icon of={X} size={18} />
        </button>
      </span>
    </li>
  )
}
