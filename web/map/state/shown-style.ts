import { isDark } from '#web/page/theme.ts'
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

/**
 * Shows the night map while the page has its dark theme, until the user chooses a basemap. Returns a function that stops
 * this.
 */
export function followTheme(): () => void {
  const apply = () => {
    if (!useMap.getState().hasChosenStyle) useMap.setState({ styleId: isDark() ? 'dark' : 'outdoor' })
  }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(apply)
  system.addEventListener('change', apply)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  apply()
  return () => {
    system.removeEventListener('change', apply)
    observer.disconnect()
  }
}
