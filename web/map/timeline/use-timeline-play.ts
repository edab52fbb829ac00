import { useEffect, useEffectEvent } from 'react'
import { useNavigation } from 'react-router'
import { lastPeriod, type TimeWindow } from '#shared/period.ts'
import { leaveTour, usePlay } from '#web/map/state/play-store.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import { stopTimeline, useTimeline } from './timeline-store.ts'

/** Milliseconds for which the page shows each window of time while the timeline plays, after the cards are loaded. */
const stepTime = 1800

/**
 * Lets the window of time move on by itself, one period at a time, until today. `press` starts and stops that; for
 * users who prefer reduced motion (`isStill`), `press` moves the window on once.
 */
export function useTimelinePlay(
  window: TimeWindow | null,
  choose: (window: TimeWindow, options?: { replace?: boolean }) => void,
) {
  const isPlaying = useTimeline((state) => state.isPlaying)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const isLoaded = useNavigation().state === 'idle'
  const isTourPlaying = usePlay((state) => state.playing && state.isTouring)
  const step = useEffectEvent(() => {
    // Only the first step is an entry of the browser's history, so that one step back leads to where the user was.
    if (window?.last === lastPeriod) stopTimeline()
    else choose(nextWindow(window), { replace: true })
  })
  useEffect(() => {
    if (!isPlaying || !isLoaded) return
    const timer = setTimeout(() => step(), stepTime)
    return () => clearTimeout(timer)
  }, [isPlaying, isLoaded])
  useEffect(() => {
    if (isTourPlaying) stopTimeline()
  }, [isTourPlaying])
  useEffect(() => {
    const handlePop = () => stopTimeline()
    addEventListener('popstate', handlePop)
    return () => {
      removeEventListener('popstate', handlePop)
      useTimeline.setState({ draft: null, isPlaying: false })
    }
  }, [])
  const press = () => {
    if (isPlaying) return stopTimeline()
    // The map may still show a stop of the tour, near which most times have no mark, so it moves back to its initial
    // view.
    if (usePlay.getState().isTouring) useView.getState().camera?.home()
    leaveTour()
    useTimeline.setState({ isPlaying: !isStill })
    choose(nextWindow(window))
  }
  return { isPlaying, isStill, press }
}

/** Returns the window one period later; after today comes the earliest time again. */
function nextWindow(window: TimeWindow | null): TimeWindow {
  if (window === null) return { first: 0, last: 0 }
  const { first, last } = window
  return last === lastPeriod ? { first: 0, last: last - first } : { first: first + 1, last: last + 1 }
}
