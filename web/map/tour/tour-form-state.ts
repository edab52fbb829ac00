import { Failure } from '#shared/api/failure.ts'
import type { EditedTour, StopDraft, TourDraft } from '#shared/api/place/tour-admin.ts'

/**
 * A tour stop as form state: with a key, so that React preserves its focus when the stop moves, and with the names of
 * its place and book.
 */
export interface StopForm extends Omit<StopDraft, 'zoom'> {
  key: string
  zoom: string
  placeName: string
  bookTitle: string
}
interface TourForm {
  title: string
  desc: string
  position: string
  stops: StopForm[]
}

let keys = 0
/**
 * Returns a key for a new stop. The key differs from the keys of unsaved stops that were restored after a reload of the
 * page.
 */
const nextKey = () => `stop-${performance.timeOrigin}-${++keys}`

export function newStop(): StopForm {
  const nothing = { title: '', text: '', placeId: null, bookId: null, placeName: '', bookTitle: '' }
  return { key: nextKey(), ...nothing, zoom: '5', lng: 0, lat: 0 }
}

export function tourFormOf(edited: EditedTour | null): TourForm {
  if (edited === null) return { title: '', desc: '', position: '100', stops: [newStop(), newStop()] }
  const { tour, names } = edited
  const stops = tour.stops.map((stop) => ({
    ...stop,
    key: nextKey(),
    zoom: String(stop.zoom),
    placeName: names[stop.placeId ?? ''] ?? '',
    bookTitle: names[stop.bookId ?? ''] ?? '',
  }))
  return { title: tour.title, desc: tour.desc, position: String(tour.position), stops }
}

export function tourDraftOf({ title, desc, position, stops }: TourForm): TourDraft {
  const drafts = stops.map(({ key: _, placeName: _name, bookTitle: _title, zoom, ...stop }) => ({
    ...stop,
    zoom: Number(zoom),
  }))
  return { title, desc, position: Number(position), stops: drafts }
}

/**
 * A new tour stop has latitude and longitude zero, which is never the position of a real stop; the stop is invalid
 * until it has a place.
 */
export function hasSpot({ lng, lat }: StopForm): boolean {
  return lng !== 0 || lat !== 0
}

/** Throws if a stop of the tour has no place yet. */
export function requirePlaces(stops: StopForm[]) {
  const at = stops.findIndex((stop) => !hasSpot(stop))
  if (at === -1) return
  throw new Failure('invalid', `第 ${at + 1} 站还没有选地方`, {
    fields: { [`tour.stops.${at}.place`]: '请选一处地方' },
  })
}
