import { useState } from 'react'
import type { NamedPlace } from '#shared/api/place/place.ts'
import { api } from '#web/frame/session/session.ts'
import { Finder } from '#web/ui/finder.tsx'
import { PointOnMap } from './point-on-map.tsx'

interface AddPlaceProps {
  label: string
  /** Maximum number of places that a user can choose in the form. */
  max: number
  isFull: boolean
  onPick: (place: NamedPlace) => void
}

const findPlaces = async (query: string, signal: AbortSignal) => (await api.place.find({ query }, signal)).list

/** The two ways to add a place to a form: by its name, or as a point on the map. */
export function AddPlace({ label, max, isFull, onPick }: AddPlaceProps) {
  const [isMapOpen, setIsMapOpen] = useState(false)
  const pick = (place: NamedPlace) => {
    onPick(place)
    setIsMapOpen(false)
  }
  return (
    <div className="add-place">
      <Finder
        label={label}
        placeholder={isFull ? `已有 ${max} 处` : '中文、拼音或英文，例如 凤凰'}
        disabled={isFull}
        ask={findPlaces}
        keyOf={({ placeId, name, lng }) => placeId ?? `${name} ${lng}`}
        nameOf={({ name, variant }) => (variant === null ? name : `${name}（${variant}）`)}
        noteOf={({ region }) => region}
        onPick={pick}
      />
      <PointOnMap isOpen={isMapOpen} disabled={isFull} onToggle={setIsMapOpen} onPick={pick} />
    </div>
  )
}
