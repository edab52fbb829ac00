interface Years {
  from: number
  /** The last year; infinite for a route that is still in use. */
  to: number
}

const units = { 年: 1, 世纪: 100, 千纪: 1000 }
type Unit = keyof typeof units

/** A point of time in the words of a period, such as 前 2 世纪, 17 世纪末, 20 世纪 60 年代 or 1264. */
const pointPattern =
  /(?<bc>前)? ?(?<number>\d+)(?: ?(?<unit>年|世纪|千纪))?(?: (?<decade>\d\d) 年代)?(?<part>[末初]|中叶)?/g

/** Where the end, the middle and the beginning of a century lie in it, as shares of it. */
const parts: Record<string, [start: number, end: number]> = { 初: [0, 0.2], 中叶: [0.4, 0.6], 末: [0.8, 1] }

/**
 * Returns the years that the words of a route's period name, such as 前 2 世纪—10 世纪 or 1912—1968 年; years before the
 * common era are negative. Returns null if the words name none.
 */
export function yearsOfPeriod(period: string): Years | null {
  const text = period.replaceAll(/ ?\d+ 月/g, '')
  const points = [...text.matchAll(pointPattern)].slice(0, text.includes('—') ? 2 : 1).map(({ groups = {} }) => groups)
  const [first, last] = [points.at(0), points.at(-1)]
  if (first === undefined || last === undefined) return null
  const to = text.includes('至今') ? Infinity : yearsOfPoint(last).to
  return { from: yearsOfPoint({ ...first, unit: first['unit'] ?? last['unit'] }).from, to }
}

function yearsOfPoint({ bc, number, unit = '年', decade, part = '' }: Record<string, string | undefined>): Years {
  const count = Number(number)
  // In 8—13 世纪 both numbers are centuries; a number of three digits is a year.
  const length = count >= 100 ? 1 : units[unit as Unit]
  if (length === 1) return bc === undefined ? { from: count, to: count } : { from: -count, to: -count }
  const start = bc === undefined ? (count - 1) * length : -count * length
  if (decade !== undefined) return { from: start + Number(decade), to: start + Number(decade) + 9 }
  const [begin, end] = parts[part] ?? [0, 1]
  return { from: start + begin * length, to: start + end * length - 1 }
}
