import { type ComponentProps, Suspense } from 'react'
import { lateComponent } from '#web/frame/page/late-component.tsx'
import type { Timeline } from './timeline.tsx'
import './timeline.css'
import './timeline-track.css'

/** The browser loads the script of the timeline after the page, whose HTML shows the timeline already. */
const timeline = lateComponent(async () => (await import('./timeline.tsx')).Timeline)
export const timelineReady = timeline.ready

export function LateTimeline(props: ComponentProps<typeof Timeline>) {
  return (
    <Suspense fallback={<div className="timeline" />}>
      <timeline.Part {...props} />
    </Suspense>
  )
}
