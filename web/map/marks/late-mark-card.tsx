import { type ComponentProps, Suspense } from 'react'
import { lateComponent } from '#web/frame/page/late-component.tsx'
import type { MarkCard } from './mark-card.tsx'
import './mark-card.css'
import '#web/map/stage/map-card.css'

/** Most visits to the map begin without an opened mark, so the browser loads the script of the card after the page. */
const markCard = lateComponent(async () => (await import('./mark-card.tsx')).MarkCard)
export const markCardReady = markCard.ready

export function LateMarkCard(props: ComponentProps<typeof MarkCard>) {
  return (
    <Suspense fallback={null}>
      <markCard.Part {...props} />
    </Suspense>
  )
}
