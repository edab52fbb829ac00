import { Moon, Sun, SunMoon } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useSyncExternalStore } from 'react'
import { chooseTheme, readTheme, type Theme } from '#web/frame/page/theme.ts'

const themes = [
  { theme: 'auto', label: '跟随系统', icon: SunMoon },
  { theme: 'light', label: '白天', icon: Sun },
  { theme: 'dark', label: '夜航', icon: Moon },
] as const

const listeners = new Set<() => void>()

/** Button that cycles through the system, light and dark themes. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => 'auto')
  const index = themes.findIndex((one) => one.theme === theme)
  const { label, icon } = themes[index] ?? themes[0]
  const next = themes[(index + 1) % themes.length] ?? themes[0]
  const handleClick = () => {
    chooseTheme(next.theme)
    for (const listener of listeners) listener()
  }
  return (
    <button
      type="button"
      className="icon-button"
      onClick={handleClick}
      aria-label={`外观：${label}，改为${next.label}`}
      title={`外观：${label}`}
    >
      <Icon of={icon} size={20} />
    </button>
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
