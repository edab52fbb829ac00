import { leastScale } from './column-chart.tsx'
import './charts.css'

interface BarListProps {
  label: string
  rows: { name: string; href?: string; count: number }[]
  /** The unit of the numbers, such as 本. */
  unit: string
  /** The number whose bar has the full length; without it, the greatest number of the list, at least ten. */
  most?: number
}

/** A list of names with numbers, each with a bar as long as its share of the greatest number. */
export function BarList({
  label,
  rows,
  unit,
  most = Math.max(leastScale, ...rows.map(({ count }) => count)),
}: BarListProps) {
  return (
    <ul className="bar-list" aria-label={label}>
      {rows.map(({ name, href, count }) => (
        <li key={name}>
          {href ? <a href={href}>{name}</a> : <span>{name}</span>}
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
            <rect width={(count / most) * 100} height="8" rx="1" />
          </svg>
          <span className="count">
            {count} {unit}
          </span>
        </li>
      ))}
    </ul>
  )
}
