import { ArrowUp, MapPin, X } from 'lucide'
import type { LifePlaceKind } from '#shared/api/person/person.ts'
import type { NamedPlace } from '#shared/api/place/place.ts'
import { lifePlaceKinds } from '#web/catalogue/person/person-words.ts'
import { AddPlace } from '#web/catalogue/place/add-place.tsx'
import { RegionSelect, regionNamed } from '#web/catalogue/place/region-select.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { FormLifePlace } from './person-form-state.ts'
import { isWholeNumber } from '#web/ui/form-text.ts'
import '#web/catalogue/place/place-picker.css'

const maxPlaces = 20

interface LifePlacesFieldProps {
  places: FormLifePlace[]
  error: string | undefined
  onChange: (places: FormLifePlace[]) => void
}

/** Field in which an editor lists the places of a life, in order, each with its kind and years. */
export function LifePlacesField({ places, error, onChange }: LifePlacesFieldProps) {
  const add = ({ placeId, name, lng, lat, region }: NamedPlace) => {
    const kind = places.some((place) => place.kind === 'born') ? 'lived' : 'born'
    const place = { placeId, name, lng, lat, region: placeId === null ? regionNamed(region) : null }
    onChange([...places, { ...place, kind, from: '', to: '' }])
  }
  return (
    <fieldset className="place-picker person-places">
      <legend>
        出生、居留和去世的地方
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
      <AddPlace label="添加地方" max={maxPlaces} isFull={places.length >= maxPlaces} onPick={add} />
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
      aria-invalid={!isWholeNumber(place[field]) || undefined}
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
