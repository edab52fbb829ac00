interface Limit {
  bound: number
  /** True if the measured value must not be below `bound`; otherwise it must not be above `bound`. */
  isFloor?: boolean
}

export interface Row {
  name: string
  value: number
  unit: string
  /**
   * The limit that the measured value must respect; without a limit, the row of the result table is for information
   * only.
   */
  limit?: Limit
}

export interface Table {
  title: string
  rows: Row[]
  notes?: string[]
}

export const atMost = (bound: number): Limit => ({ bound })
export const atLeast = (bound: number): Limit => ({ bound, isFloor: true })

export function isOver({ value, limit }: Row): boolean {
  if (limit === undefined) return false
  // The comparisons with the limit are negated so that NaN counts as a failure.
  return limit.isFloor ? !(value >= limit.bound) : !(value <= limit.bound)
}

export function printTable({ title, rows, notes = [] }: Table) {
  const lines = rows.map((row) => [row.name, show(row.value, row.unit), showLimit(row), verdict(row)])
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  console.log(`\n${title}`)
  for (const [name = '', value = '', limit = '', end = ''] of lines) {
    const cells = [name.padEnd(widths[0] ?? 0), value.padStart(widths[1] ?? 0), limit.padEnd(widths[2] ?? 0), end]
    console.log(`  ${cells.join('   ')}`.trimEnd())
  }
  for (const note of notes) console.log(`  · ${note}`)
}

function show(value: number, unit: string): string {
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`
}

function showLimit({ limit, unit }: Row): string {
  return limit === undefined ? '' : `${limit.isFloor ? '≥' : '≤'} ${limit.bound} ${unit}`
}

function verdict(row: Row): string {
  if (row.limit === undefined) return ''
  return isOver(row) ? 'OVER' : 'ok'
}
