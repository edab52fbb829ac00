export type Theme = 'auto' | 'light' | 'dark'
/** Key under which the browser stores the chosen theme. */
export const themeKey = 'theme'

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'auto') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
  } catch {
    // A browser in private mode may refuse storage; the chosen theme then lasts until the page is closed.
  }
}
