import { type RawBuilder, sql } from 'kysely'
import { periodStarts, type TimeWindow } from '#shared/period.ts'

const laterStarts = periodStarts.slice(1)

/** Returns an SQL expression for the number of the period to which a year belongs; null for a null year. */
export function periodOf(year: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`width_bucket(${year}, ${laterStarts}::integer[])::smallint`
}

/**
 * Returns an SQL array with one integer for each period of the timeline, like the columns `begun` and `ended` of
 * `mark_cell`.
 */
export function eachPeriod(valueOf: (period: number) => RawBuilder<unknown>): RawBuilder<number[]> {
  return sql<number[]>`array[${sql.join(periodStarts.map((_, period) => valueOf(period)))}]::integer[]`
}

/**
 * Returns an SQL expression that counts the marks in a row of `mark_cell`, or the books in a row of `place_tag_count`.
 * With a window of time, the expression counts only those about years of the window.
 */
export function countInCell(
  window: TimeWindow | null,
  table: 'markCell' | 'placeTagCount' = 'markCell',
): RawBuilder<number> {
  const column = (name: 'count' | 'begun' | 'ended') => sql.ref(`${table}.${name}`)
  if (window === null) return sql<number>`${column('count')}`
  const { first, last } = window
  const begun = sql<number>`${column('begun')}[${sql.lit(last + 1)}]`
  return first === 0 ? begun : sql<number>`${begun} - ${column('ended')}[${sql.lit(first)}]`
}

/**
 * Returns an SQL expression that sums the column `count` over the rows whose first period (or last period, as `column`
 * says) is `period` or an earlier one.
 */
export function changeUpTo(period: number, column: 'firstPeriod' | 'lastPeriod'): RawBuilder<number> {
  return sql<number>`coalesce(sum(count) filter (where ${sql.ref(column)} <= ${sql.lit(period)}), 0)`
}

/**
 * Returns an SQL expression for the `on conflict` clause of an insert: it adds the inserted number for one period to
 * the stored number.
 */
export function sumAt(period: number, column: 'begun' | 'ended'): RawBuilder<number> {
  const at = sql.lit(period + 1)
  return sql<number>`${sql.ref(`existing.${column}`)}[${at}] + ${sql.ref(`excluded.${column}`)}[${at}]`
}

/** Returns an SQL condition on the table `mark`: the mark's item is about years of the window. */
export function overlapsWindow({ first, last }: TimeWindow): RawBuilder<boolean> {
  return sql<boolean>`(mark.first_period <= ${last} and mark.last_period >= ${first})`
}
