import { create } from 'zustand'
import type { Tour, TourStop } from '#shared/api/place/tour.ts'

export const speeds = [0.5, 1, 2] as const

interface PlayState {
  /** Whether the map tour advances to the next stop by itself. */
  playing: boolean
  tourId: string | null
  /** The stops of the map tour, as GeoJSON points with a title. */
  playData: TourStop[]
  /** Index of the map tour's current stop. */
  stop: number
  speed: number
  /** Whether the map has arrived at the current stop of the tour. */
  hasArrived: boolean
  /**
   * Whether the cards below the map show the stops of the tour. Once the user has moved the map, the cards show the
   * marks in its visible part instead.
   */
  isTouring: boolean
  /** Whether the map draws the stops of the tour, as it does from the first flight on or if the user chose the tour. */
  hasPath?: boolean
  /** Whether the globe turns slowly before the first tour begins. */
  isOpening: boolean
}

export const usePlay = create<PlayState>()(() => ({
  playing: true,
  tourId: null,
  playData: [],
  stop: 0,
  speed: 1,
  hasArrived: false,
  isTouring: true,
  isOpening: false,
}))

/** Returns whether the user wants pages without motion. */
export const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Starts a map tour at its first stop; a tour that is already loaded continues at its current stop. */
export function startTour({ id: tourId, playData }: Tour) {
  if (tourId === usePlay.getState().tourId) return
  usePlay.setState({ tourId, playData: playData.features, stop: 0, hasArrived: false })
}

/**
 * Goes to a stop of the map tour; an index beyond either end wraps around. A playing tour continues from the new stop.
 */
export function goToStop(stop: number) {
  usePlay.setState(({ playData: { length } }) => ({
    stop: length === 0 ? 0 : (stop + length) % length,
    hasArrived: false,
    isTouring: true,
  }))
}

export function play() {
  usePlay.setState({ playing: true, isTouring: true })
}

export function pause() {
  usePlay.setState({ playing: false })
}

/** Pauses the map tour and shows marks instead of stops, because the user moves the map or opens something else. */
export function leaveTour() {
  usePlay.setState({ playing: false, hasArrived: false, isTouring: false })
}
