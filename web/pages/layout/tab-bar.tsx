import { BookOpen, Clapperboard, Gift, Globe, type IconNode, PenLine, Waypoints } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useLocation } from 'react-router'
import { useMenu } from './menu.ts'
import './tab-bar.css'

const icons: Record<string, IconNode> = {
  '/map': Globe,
  '/book': BookOpen,
  '/book/freeBook': Gift,
  '/connect': Waypoints,
  '/video': Clapperboard,
}

/** Bottom tab bar with the main menu, shown on phones. */
export function TabBar() {
  const { entries, menuActive } = useMenu()
  const isForm = /^\/(user|book)\/recommend$/.test(useLocation().pathname)
  return (
    <nav className="tab-bar" aria-label="底部菜单">
      {entries.map(({ href, label }) => (
        <a key={href} href={href} aria-current={href === menuActive ? 'page' : undefined}>
          <Icon of={icons[href] ?? BookOpen} size={22} />
          {label}
        </a>
      ))}
      <a href="/user/recommend" aria-current={isForm ? 'page' : undefined}>
        <Icon of={PenLine} size={22} />
        推荐
      </a>
    </nav>
  )
}
