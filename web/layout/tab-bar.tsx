import { BookOpen, Clapperboard, Gift, Globe, PenLine } from 'lucide-react'
import { useLocation } from 'react-router'
import { useMenu } from './menu.ts'
import './tab-bar.css'

const icons: Record<string, typeof Globe> = {
  '/map': Globe,
  '/book': BookOpen,
  '/book/freeBook': Gift,
  '/video': Clapperboard,
}

/** Bottom tab bar with the main menu, shown on phones. */
export function TabBar() {
  const { entries, menuActive } = useMenu()
  const isForm = /^\/(user|book)\/recommend$/.test(useLocation().pathname)
  return (
    <nav className="tab-bar" aria-label="底部菜单">
      {entries.map(({ href, label }) => {
        const Icon = icons[href] ?? BookOpen
        return (
          <a key={href} href={href} aria-current={href === menuActive ? 'page' : undefined}>
            <Icon size={22} strokeWidth={1.5} aria-hidden />
            {label}
          </a>
        )
      })}
      <a href="/user/recommend" aria-current={isForm ? 'page' : undefined}>
        <PenLine size={22} strokeWidth={1.5} aria-hidden />
        推荐
      </a>
    </nav>
  )
}
