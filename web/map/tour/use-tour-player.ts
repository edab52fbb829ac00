import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TourStop } from '#shared/api/place/tour.ts'
import { goToStop, usePlay } from '#web/map/state/play-store.ts'
import { useView } from '#web/map/state/view-store.ts'

/** Milliseconds at ordinary speed: before the first departure, on the way, and at each stop. */
const introTime = 2500
const flightTime = 3600
const stopTime = 7000

/** Takes the reader along the tour: flies to the stop one is at, stays a while, goes on. Waits while nobody is looking. */
export function useTourPlayer(stage: RefObject<HTMLElement | null>, isTouring: boolean) {
  const { playing, playData, stop, speed, hasArrived } = usePlay()
  const camera = useView((state) => state.camera)
  const isSeen = useIsSeen(stage)
  // The stop one is flying to, and whether any was flown to yet.
  const heading = useRef<TourStop | null>(null)
  const hasBegun = useRef(false)
  const at = playData[stop]

  useEffect(() => {
    if (!isTouring || hasArrived) heading.current = null
    if (camera === null || at === undefined || !isTouring || hasArrived || !isSeen) return
    // A pause on the way does not turn back; going on after one does.
    if (heading.current === at && !playing) return
    const isFirst = !hasBegun.current && stop === 0
    if (isFirst && !playing) return
    const depart = async () => {
      hasBegun.current = true
      heading.current = at
      const { geometry, properties } = at
      const arrived = await camera.fly({ center: geometry.coordinates, zoom: properties.zoom }, flightTime / speed)
      if (heading.current !== at) return
      if (arrived) usePlay.setState({ hasArrived: true })
      // A window that changes its size stops the map as well: nobody has left the tour.
      else if (usePlay.getState().playing && usePlay.getState().isTouring) setTimeout(() => void depart(), 300)
    }
    const timer = setTimeout(() => void depart(), isFirst ? introTime : 0)
    return () => clearTimeout(timer)
  }, [camera, at, stop, isTouring, playing, isSeen, hasArrived, speed])

  useEffect(() => {
    if (!playing || !isTouring || !hasArrived || !isSeen) return
    const timer = setTimeout(() => goToStop(stop + 1), stopTime / speed)
    return () => clearTimeout(timer)
  }, [playing, isTouring, hasArrived, isSeen, stop, speed])
}

/** Whether the stage is on the screen, and the page in front. */
function useIsSeen(stage: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true)
  const [isInFront, setInFront] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true), {
      threshold: 0.25,
    })
    if (stage.current !== null) observer.observe(stage.current)
    const look = () => setInFront(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [stage])
  return isInView && isInFront
}
