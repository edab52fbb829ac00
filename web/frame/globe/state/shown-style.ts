import { type StyleId, useMap } from './map-store.ts'
import { useView } from './view-store.ts'

/**
 * React hook that returns the basemap to draw: the chosen one, or `outdoor` while a map provider draws the map and does
 * not offer the chosen one.
 */
export function useShownStyle(): StyleId {
  const styleId = useMap((state) => state.styleId)
  const switches = useView((state) => state.switches)
  return switches === null || (styleId === 'satellite' && switches.satellite) ? styleId : 'outdoor'
}
