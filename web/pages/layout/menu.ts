import { useLocation } from 'react-router'
import { useSite } from '#web/frame/page/use-site.ts'

interface MenuEntry {
  href: string
  label: string
}

const always: MenuEntry[] = [
  { href: '/map', label: '地图' },
  { href: '/book', label: '好书' },
  { href: '/book/freeBook', label: '免费书' },
  { href: '/connect', label: '相连' },
]

/**
 * Returns the entries of the main menu. `menuActive` is the `href` of the entry to which the current URL belongs, or
 * the string `false` if the URL belongs to none, as on the home page.
 */
export function useMenu(): { entries: MenuEntry[]; menuActive: string } {
  const { pathname } = useLocation()
  const { featureVideo } = useSite()
  const entries = featureVideo ? [...always, { href: '/video', label: '视频' }] : always
  const above = entries.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
  if (pathname === '/book/recommend') return { entries, menuActive: '/user/recommend' }
  return { entries, menuActive: above.at(-1)?.href ?? 'false' }
}
