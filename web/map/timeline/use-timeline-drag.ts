import { type PointerEvent, type RefObject, useRef } from 'react'
import { lastPeriod, periodStarts, type TimeWindow } from '#shared/period.ts'
import { stopTimeline, useTimeline } from './timeline-store.ts'

/**
 * How a drag on the timeline changes the window of time: `span` draws the window from a fixed period (`anchor`) to the
 * pointer, and `move` moves the whole window.
 */
type Grip = { kind: 'span'; anchor: number } | { kind: 'move'; from: number; window: TimeWindow }

/**
 * Returns the pointer events of the timeline's track. Dragging a handle moves one end of the window, dragging the
 * window moves both, and dragging elsewhere draws a new window; a tap chooses one period. The window is chosen when the
 * pointer is released.
 */
export function useTimelineDrag(
  track: RefObject<HTMLElement | null>,
  shown: TimeWindow | null,
  choose: (window: TimeWindow | null) => void,
) {
  const grip = useRef<Grip | null>(null)
  const periodAt = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {}
    return Math.min(lastPeriod, Math.max(0, Math.floor(((clientX - left) / width) * periodStarts.length)))
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      stopTimeline()
      track.current?.setPointerCapture(event.pointerId)
      grip.current = gripAt((event.target as HTMLElement).dataset['end'], shown, periodAt(event))
      // A drag of a handle begins where the handle is. A press outside the window of time chooses the pressed period at
      // once.
      if (grip.current.kind === 'span' && !(event.target as HTMLElement).dataset['end'])
        useTimeline.setState({ draft: { window: windowOf(grip.current, periodAt(event)) } })
    },
    onPointerMove(event: PointerEvent) {
      if (grip.current !== null) useTimeline.setState({ draft: { window: windowOf(grip.current, periodAt(event)) } })
    },
    onPointerUp() {
      const { draft } = useTimeline.getState()
      if (grip.current !== null && draft !== null) choose(draft.window)
      grip.current = null
    },
    onPointerCancel() {
      grip.current = null
      useTimeline.setState({ draft: null })
    },
  }
}

function gripAt(end: string | undefined, shown: TimeWindow | null, period: number): Grip {
  const { first, last } = shown ?? { first: 0, last: lastPeriod }
  if (end === 'first') return { kind: 'span', anchor: last }
  if (end === 'last') return { kind: 'span', anchor: first }
  if (shown !== null && period >= first && period <= last) return { kind: 'move', from: period, window: shown }
  return { kind: 'span', anchor: period }
}

function windowOf(grip: Grip, period: number): TimeWindow {
  if (grip.kind === 'span') return { first: Math.min(grip.anchor, period), last: Math.max(grip.anchor, period) }
  const { first, last } = grip.window
  const by = Math.min(lastPeriod - last, Math.max(-first, period - grip.from))
  return { first: first + by, last: last + by }
}
