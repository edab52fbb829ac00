interface Limit {
  bound: number
  /** True if the measured value must not be below `bound`; otherwise it must not be above `bound`. */
  isFloor?: boolean
}

interface Measured {
  value: number
  unit: string
  /** The limit of the value; a value without a limit is for information only. */
  limit?: Limit
}

export interface Row extends Measured {
  name: string
  /** A second way to judge the same thing: the row is within its limits if one of its two values is. */
  alternative?: Measured
}

export interface Table {
  title: string
  rows: Row[]
  notes?: string[]
}

export const atMost = (bound: number): Limit => ({ bound })
export const atLeast = (bound: number): Limit => ({ bound, isFloor: true })

export const row = (name: string, value: number, unit: string, limit?: Limit): Row => ({
  name,
  value,
  unit,
  ...(limit && { limit }),
})

/**
 * Returns a row that compares two durations in ms. The later one may be `times` as long as the earlier one, or `more`
 * ms longer: a ratio alone says nothing about a short duration, and a difference nothing about a long one.
 */
export function growthRow(
  name: string,
  { before, after }: { before: number; after: number },
  { times, more }: { times: number; more: number },
): Row {
  const alternative = { value: after - before, unit: 'ms more', limit: atMost(more) }
  return { ...row(name, after / before, '×', atMost(times)), alternative }
}

export function isOver({ alternative, ...first }: Row): boolean {
  return exceeds(first) && (alternative === undefined || exceeds(alternative))
}

function exceeds({ value, limit }: Measured): boolean {
  if (limit === undefined) return false
  // The comparisons with the limit are negated so that NaN counts as a failure.
  return limit.isFloor ? !(value >= limit.bound) : !(value <= limit.bound)
}

export function printTable({ title, rows, notes = [] }: Table) {
  const lines = rows.map((row) => {
    const both = row.alternative === undefined ? [row] : [row, row.alternative]
    const verdict = row.limit === undefined ? '' : isOver(row) ? 'OVER' : 'ok'
    return [row.name, both.map(show).join(', '), both.map(showLimit).join(' or '), verdict]
  })
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  console.log(`\n${title}`)
  for (const [name = '', value = '', limit = '', end = ''] of lines) {
    const cells = [name.padEnd(widths[0] ?? 0), value.padStart(widths[1] ?? 0), limit.padEnd(widths[2] ?? 0), end]
    console.log(`  ${cells.join('   ')}`.trimEnd())
  }
  for (const note of notes) console.log(`  · ${note}`)
}

function show({ value, unit }: Measured): string {
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`
}

function showLimit({ limit, unit }: Measured): string {
  return limit === undefined ? '' : `${limit.isFloor ? '≥' : '≤'} ${limit.bound} ${unit}`
}

/**
 * Returns the median of measured values. It is used instead of the mean because other processes on a shared machine
 * distort some rounds.
 */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Returns the value below which the fraction `share` (0 to 1) of the values lies. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
