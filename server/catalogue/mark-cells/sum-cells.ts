import { sql } from 'kysely'
import { changeUpTo, eachPeriod } from './mark-periods.ts'

/**
 * An SQL query that sums rows of `difference`, each of which says what items of one first and one last period add to a
 * map cell: the number of items, which is negative for what they take away, and the number and the sums of their marks.
 * `first_gone` and `last_gone` are the least and the greatest Morton code of what is taken away.
 */
export const sumCells = sql`
  select tag_id, z, cell, sum(count)::integer as count, sum(count_marks)::integer as count_marks,
    sum(sum_x)::bigint as sum_x, sum(sum_y)::bigint as sum_y,
    min(min_morton_code) filter (where count > 0) as min_morton_code,
    max(max_morton_code) filter (where count > 0) as max_morton_code,
    min(min_morton_code) filter (where count < 0) as first_gone,
    max(max_morton_code) filter (where count < 0) as last_gone,
    ${eachPeriod((period) => changeUpTo(period, 'firstPeriod'))} as begun,
    ${eachPeriod((period) => changeUpTo(period, 'lastPeriod'))} as ended
  from difference group by tag_id, z, cell`
