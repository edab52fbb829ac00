import './charts.css'

interface BarListProps {
  label: string
  rows: { name: string; href?: string; count: number }[]
  /** The unit of the numbers, such as 本. */
  unit: string
}

/** A list of names with numbers, each with a bar as long as its share of the greatest number. */
export function BarList({ label, rows, unit }: BarListProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
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
