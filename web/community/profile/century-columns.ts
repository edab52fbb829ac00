import type { ShelfMap } from '#shared/api/account/shelf-map.ts'
import { shortCenturyText } from '#shared/year-text.ts'

interface Column {
  name: string
  count: number
}

/** Number of centuries that the chart shows at once. */
const recentCenturies = 14

/**
 * Returns the columns of the chart of centuries, the earliest first, in two lists: those shown at once, and the earlier
 * ones. Centuries without books between two others have columns too, so that the axis is even.
 */
export function centuryColumns(centuries: ShelfMap['centuries']): { recent: Column[]; earlier: Column[] } {
  const [first] = centuries
  const last = centuries.at(-1)
  if (first === undefined || last === undefined) return { recent: [], earlier: [] }
  const counts = new Map(centuries.map(({ century, countBooks }) => [century, countBooks]))
  const columns = Array.from({ length: last.century - first.century + 1 }, (_, at) => first.century + at)
    // There is no century 0.
    .filter((century) => century !== 0)
    .map((century) => ({ name: shortCenturyText(century), count: counts.get(century) ?? 0 }))
  const recent = columns.slice(-recentCenturies)
  const start = recent.findIndex(({ count }) => count > 0)
  const earlier = columns.slice(0, -recentCenturies)
  return { recent: recent.slice(start), earlier: earlier.slice(0, earlier.findLastIndex(({ count }) => count > 0) + 1) }
}
