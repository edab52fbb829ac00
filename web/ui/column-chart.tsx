import './charts.css'

interface ColumnChartProps {
  label: string
  columns: { name: string; count: number }[]
  /** The unit of the numbers, such as 本. */
  unit: string
  /** Heading of the first column of the table that screen readers read, such as 月份. */
  head: string
}

/** Height of the highest column, and the room for its number above it and for the name below it, in pixels. */
const [tallest, above, below] = [100, 18, 22]
/** Maximum width of a column with the space beside it, in pixels. */
const widest = 64
/** The smallest number that a column of full height stands for, so that one or two do not look like many. */
export const leastScale = 10
/** Number of names for which the axis has room on a phone. */
const namesOnPhone = 12

/**
 * A chart of numbers over time as columns. On a phone the axis may name only every second or third column. Screen
 * readers read the same numbers as a table.
 */
export function ColumnChart({ label, columns, unit, head }: ColumnChartProps) {
  const most = Math.max(leastScale, ...columns.map(({ count }) => count))
  const share = 100 / columns.length
  const step = Math.ceil(columns.length / namesOnPhone)
  const foot = above + tallest
  return (
    <figure className="column-chart">
      <svg width={columns.length * widest} height={foot + below} aria-hidden>
        {columns.map(({ name, count }, at) => {
          const tall = Math.max(1, (count / most) * tallest)
          const middle = `${(at + 0.5) * share}%`
          return (
            <g key={name}>
              <rect
                x={`${(at + 0.15) * share}%`}
                y={foot - tall}
                width={`${0.7 * share}%`}
                height={tall}
                rx="1"
                data-empty={count === 0}
              />
              {count > 0 && (
                <text x={middle} y={foot - tall - 4}>
                  {count}
                </text>
              )}
              <text x={middle} y={foot + 16} data-spared={(columns.length - 1 - at) % step > 0 || undefined}>
                {name}
              </text>
            </g>
          )
        })}
      </svg>
      <table className="visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
