export type Theme = 'auto' | 'light' | 'dark'
const key = 'theme'

/**
 * Sets the chosen theme before the first paint, so that the other theme never flashes. The content security policy
 * contains the hash of this script and therefore allows it.
 */
export const themeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'auto') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // A browser in private mode may refuse storage; the chosen theme then lasts until the page is closed.
  }
}
