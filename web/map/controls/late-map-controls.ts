import { lateComponent } from '#web/page/late-component.ts'
import './map-controls.css'

/** The controls of the map. They come after the page, because they do nothing before the map has loaded. */
export const lateMapControls = lateComponent(async () => (await import('./map-controls.tsx')).MapControls)
