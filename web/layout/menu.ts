import { useLocation } from 'react-router'
import { useSite } from '../document.tsx'
import { useSession } from '../session/session-store.ts'

export interface MenuEntry {
  href: string
  label: string
}

const entries: MenuEntry[] = [
  { href: '/map', label: '地图' },
  { href: '/book', label: '好书' },
  { href: '/book/freeBook', label: '免费书' },
]

/** The menu, and which entry is the current one: the one chosen, else the one the address lies under. */
export function useMenu(): { entries: MenuEntry[]; active: string } {
  const { featureVideo } = useSite()
  const { pathname } = useLocation()
  const menuActive = useSession((state) => state.menuActive)
  const all = featureVideo ? [...entries, { href: '/video', label: '视频' }] : entries
  const isUnder = (href: string) => pathname === href || pathname.startsWith(`${href}/`)
  const byAddress = all.filter(({ href }) => isUnder(href)).at(-1)?.href ?? 'false'
  return { entries: all, active: menuActive !== 'false' && isUnder(menuActive) ? menuActive : byAddress }
}

export function chooseMenu(href: string) {
  useSession.setState({ menuActive: href })
}
