import { memo, Suspense } from 'react'
import { lateComponent } from '#web/frame/page/late-component.tsx'
import './map-controls.css'

/** The map loads after the page, so the browser loads the script of the map's buttons after it too. */
const mapControls = lateComponent(async () => (await import('./map-controls.tsx')).MapControls)
export const mapControlsReady = mapControls.ready

export const LateMapControls = memo(function LateMapControls() {
  return (
    <Suspense fallback={null}>
      <mapControls.Part />
    </Suspense>
  )
})
