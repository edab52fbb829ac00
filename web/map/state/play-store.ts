import { create } from 'zustand'
import type { Tour, TourStop } from '#shared/api/place/tour.ts'

export const speeds = [0.5, 1, 2] as const

interface PlayState {
  /** Whether the tour goes on by itself. */
  playing: boolean
  tourId: string | null
  /** The stops of the tour, as GeoJSON points with a title. */
  playData: TourStop[]
  /** Which stop one is at. */
  stop: number
  speed: number
  /** Whether the map has come to the stop. */
  hasArrived: boolean
  /** Whether the cards show the stops; a paused reader who looks around sees marks instead, and may come back. */
  isTouring: boolean
}

export const usePlay = create<PlayState>()(() => ({
  playing: true,
  tourId: null,
  playData: [],
  stop: 0,
  speed: 1,
  hasArrived: false,
  isTouring: true,
}))

/** Takes up a tour: at its beginning, or where it was left. */
export function startTour(tour: Tour | null) {
  const tourId = tour?.id ?? null
  if (tourId === usePlay.getState().tourId) return
  usePlay.setState({ tourId, playData: tour?.playData.features ?? [], stop: 0, hasArrived: false })
}

/** Goes to a stop, round the end; the tour goes on from there if it was going on. */
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

/** The reader looks around himself. */
export function leaveTour() {
  usePlay.setState({ playing: false, hasArrived: false, isTouring: false })
}
