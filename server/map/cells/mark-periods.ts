import { type RawBuilder, sql } from 'kysely'
import { periodStarts, type TimeWindow } from '#shared/period.ts'

const laterStarts = periodStarts.slice(1)

/** Returns an SQL expression for the number of the period to which a year belongs; null for a null year. */
export function periodOf(year: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`width_bucket(${year}, ${laterStarts}::integer[])::smallint`
}

/** Returns an SQL array with one integer for each period, as the columns `begun` and `ended` of `mark_cell` have it. */
export function eachPeriod(valueOf: (period: number) => RawBuilder<unknown>): RawBuilder<number[]> {
  return sql<number[]>`array[${sql.join(periodStarts.map((_, period) => valueOf(period)))}]::integer[]`
}

/**
 * Returns an SQL expression for the number of a cell's marks: of all its marks, or of those that overlap a window of
 * time.
 */
export function countInCell(window: TimeWindow | null): RawBuilder<number> {
  if (window === null) return sql<number>`mark_cell.count`
  const { first, last } = window
  return first === 0
    ? sql<number>`mark_cell.begun[${sql.lit(last + 1)}]`
    : sql<number>`mark_cell.begun[${sql.lit(last + 1)}] - mark_cell.ended[${sql.lit(first)}]`
}

/** Returns an SQL condition on the table `mark`: the mark's item is about years of the window. */
export function overlapsWindow({ first, last }: TimeWindow): RawBuilder<boolean> {
  return sql<boolean>`(mark.first_period <= ${last} and mark.last_period >= ${first})`
}
