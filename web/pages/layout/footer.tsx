import { useSite } from '#web/frame/page/use-site.ts'
import './footer.css'

const links = [
  ['/place', '地方'],
  ['/tour', '漫游'],
  ['/about', '关于'],
  ['/privacy', '隐私'],
  ['/terms', '条款'],
  ['/contact', '联系'],
] as const

export function Footer() {
  const { name, tagline, icpNumber, mapApprovalNumber, isReadOnly } = useSite()
  return (
    <footer className="footer" data-read-only={isReadOnly || undefined}>
      <div className="footer-inner">
        <p className="footer-name">
          {name} · {tagline}
        </p>
        <ul className="footer-links touch-links">
          {links.map(([path, label]) => (
            <li key={path}>
              <a href={path}>{label}</a>
            </li>
          ))}
        </ul>
        <p className="footer-legal">
          {mapApprovalNumber && <span>审图号：{mapApprovalNumber}</span>}
          {icpNumber && (
            <a href="https://beian.miit.gov.cn/" rel="noopener">
              {icpNumber}
            </a>
          )}
        </p>
      </div>
    </footer>
  )
}
