import { readTheme } from '#web/frame/page/theme.ts'
import { useMap } from './map-store.ts'

/**
 * Shows the night map while the page has its dark theme, until the user chooses a basemap. Returns a function that
 * stops this.
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

/** Returns whether the page has its dark theme, chosen by the user or the system. */
function isDark(): boolean {
  const theme = readTheme()
  return theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
}
