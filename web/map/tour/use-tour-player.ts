import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TourStop } from '#shared/api/place/tour.ts'
import { goToStop, pause, prefersStillness, usePlay } from '#web/map/state/play-store.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'

/** Milliseconds for which the globe turns before the first flight of a tour, and the angle of this turn in degrees. */
const opening = { time: 8000, angle: 50 }
/** Duration in milliseconds of the map's flight between two stops of a tour, at speed 1. */
const flightTime = 3600
/**
 * Milliseconds that the map tour stays at a stop, at speed 1: long enough to read the stop's text at five characters a
 * second.
 */
const stopTime = (stop: TourStop) => Math.max(10_000, 2000 + 200 * stop.properties.text.length)

/**
 * Plays the map tour: turns the globe for some seconds once, flies to the current stop, waits there, and goes on to the
 * next one. A tour that the address names was chosen by the user and begins without the turn. Waits while the map or
 * the page is not visible.
 */
export function useTourPlayer(stage: RefObject<HTMLElement | null>, isTouring: boolean, isChosen: boolean) {
  const { playing, playData, stop, speed, hasArrived } = usePlay()
  const camera = useView((state) => state.camera)
  const isVisible = useIsVisible(stage)
  // The tour stop to which the map is flying; null while the map is not flying.
  const destination = useRef<TourStop | null>(null)
  const hasStarted = useRef(false)
  const hasOpened = useRef(false)
  const at = playData[stop]

  useEffect(() => {
    if (!isTouring || hasArrived) destination.current = null
    if (camera === null || at === undefined || !isTouring || hasArrived || !isVisible) return
    // When the user pauses the tour while the map is flying, this flight continues.
    if (destination.current === at && !playing) return
    const isFirst = !hasStarted.current && stop === 0
    if (isFirst && !playing) return
    const isOpening = isFirst && !hasOpened.current && !isChosen && !prefersStillness()
    const depart = async () => {
      hasStarted.current = true
      usePlay.setState({ isOpening: false, hasPath: true })
      destination.current = at
      const { geometry, properties } = at
      const arrived = await camera.fly({ center: geometry.coordinates, zoom: properties.zoom }, flightTime / speed)
      if (destination.current !== at) return
      if (arrived) usePlay.setState({ hasArrived: true })
      // A change of the window's size also interrupts the map's flight. The tour is still active then, so the flight is
      // repeated.
      else if (usePlay.getState().playing && usePlay.getState().isTouring) setTimeout(() => void depart(), 300)
    }
    const timer = setTimeout(() => void depart(), isOpening ? opening.time : 0)
    if (!isOpening) return () => clearTimeout(timer)
    hasOpened.current = true
    usePlay.setState({ isOpening })
    const stopTurn = camera.turn(opening.angle, opening.time)
    return () => {
      clearTimeout(timer)
      if (hasStarted.current) return
      stopTurn()
      usePlay.setState({ isOpening: false })
    }
  }, [camera, at, stop, isTouring, isChosen, playing, isVisible, hasArrived, speed])

  useEffect(() => {
    if (isChosen) usePlay.setState({ hasPath: true })
  }, [isChosen])

  useNextStop({ isTouring, isVisible, at })
}

interface NextStopOptions {
  isTouring: boolean
  isVisible: boolean
  /** The current stop of the tour. */
  at: TourStop | undefined
}

/**
 * Goes on to the next stop when the map has been at a stop for long enough, and pauses the tour after its last stop. A
 * tour that is played again after its end begins anew.
 */
function useNextStop({ isTouring, isVisible, at }: NextStopOptions) {
  const { playing, playData, stop, speed, hasArrived } = usePlay()
  // The last stop after the tour has come to its end there; null again when the tour leaves this stop.
  const end = useRef<TourStop | null>(null)
  useEffect(() => {
    if (end.current !== at) end.current = null
    if (!playing || !isTouring || !hasArrived || !isVisible || at === undefined) return
    const goOn = () => {
      if (stop < playData.length - 1) return goToStop(stop + 1)
      end.current = at
      pause()
    }
    if (end.current === at) {
      end.current = null
      return goToStop(0)
    }
    const timer = setTimeout(goOn, stopTime(at) / speed)
    return () => clearTimeout(timer)
  }, [playing, playData, isTouring, hasArrived, isVisible, at, stop, speed])
}

/** Returns whether the map is in the viewport and the page is visible. */
function useIsVisible(stage: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true)
  const [isInFront, setInFront] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true), {
      threshold: 0.25,
    })
    if (stage.current !== null) observer.observe(stage.current)
    const handleVisibility = () => setInFront(!document.hidden)
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }, [stage])
  return isInView && isInFront
}
