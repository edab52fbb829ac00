import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { lastPeriod, type TimeWindow } from '#shared/period.ts'
import { stopTimeline, useTimeline } from './timeline-store.ts'

type End = 'first' | 'last'

/** Number of periods by which each key moves an end of the window of time on the timeline. */
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -3,
  PageUp: 3,
  Home: -Infinity,
  End: Infinity,
}

/** Milliseconds after the last key before the window is chosen, so that a held key loads the map once. */
const pause = 350

/**
 * React hook for the keyboard control of the timeline. The returned function takes an end of the window of time and
 * returns the event handlers for the slider of this end.
 */
export function useTimelineKeys(shown: TimeWindow, choose: (window: TimeWindow) => void) {
  const [chosen, setChosen] = useState<TimeWindow | null>(null)
  const commit = useEffectEvent((window: TimeWindow) => {
    setChosen(null)
    choose(window)
  })
  useEffect(() => {
    if (chosen === null) return
    const timer = setTimeout(() => commit(chosen), pause)
    return () => clearTimeout(timer)
  }, [chosen])
  return (end: End) => ({
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      stopTimeline()
      const window = moveEnd(shown, end, step)
      useTimeline.setState({ draft: { window } })
      setChosen(window)
    },
    onBlur() {
      if (chosen !== null) commit(chosen)
    },
  })
}

function moveEnd({ first, last }: TimeWindow, end: End, step: number): TimeWindow {
  return end === 'first'
    ? { first: Math.min(last, Math.max(0, first + step)), last }
    : { first, last: Math.max(first, Math.min(lastPeriod, last + step)) }
}
