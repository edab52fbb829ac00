import { create } from 'zustand'
import type { TimeWindow } from '#shared/period.ts'

interface TimelineState {
  /**
   * The window of time that the user is changing by dragging or by keys; null otherwise, when the URL determines the
   * window.
   */
  draft: { window: TimeWindow | null } | null
  /** Whether the timeline plays, which means that the window of time moves on by itself. */
  isPlaying: boolean
}

/** The state of the timeline that is not in the URL. */
export const useTimeline = create<TimelineState>()(() => ({ draft: null, isPlaying: false }))

export function stopTimeline() {
  useTimeline.setState({ isPlaying: false })
}
