import './charts.css'

interface ColumnChartProps {
  label: string
  columns: { name: string; count: number }[]
  /** The unit of the numbers, such as 本. */
  unit: string
  /** Heading of the first column of the table that screen readers read, such as 月份. */
  head: string
}

const [chartHeight, stepWidth] = [64, 24]

/** A chart of numbers over time as columns. Screen readers read the same numbers as a table. */
export function ColumnChart({ label, columns, unit, head }: ColumnChartProps) {
  const most = Math.max(1, ...columns.map(({ count }) => count))
  return (
    <figure className="column-chart">
      <svg viewBox={`0 0 ${columns.length * stepWidth} ${chartHeight + 34}`} aria-hidden>
        {columns.map(({ name, count }, at) => {
          const tall = Math.max(1, (count / most) * chartHeight)
          return (
            <g key={name} transform={`translate(${at * stepWidth} 14)`}>
              <rect x="4" y={chartHeight - tall} width={stepWidth - 8} height={tall} rx="1" data-empty={count === 0} />
              {count > 0 && (
                <text x={stepWidth / 2} y={chartHeight - tall - 4}>
                  {count}
                </text>
              )}
              <text x={stepWidth / 2} y={chartHeight + 15}>
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
