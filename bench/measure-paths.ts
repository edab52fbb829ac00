import { atMost, type Row } from './budget-table.ts'
import { median } from './median.ts'
import type { MarkedDatabase } from './synthetic-marks.ts'

const countPairs = 60
/** Number of searches before the measurement, so that PostgreSQL has the needed pages of the tables in memory. */
const countWarm = 10

/**
 * Measures how long the search for a path between two books or people takes. The pairs are taken from all parts of the
 * list of books and people.
 */
export async function measurePaths({ db, bookIds, url }: MarkedDatabase & { url: string }): Promise<Row[]> {
  const people = await db.selectFrom('person').select('id').where('desc', '<>', '').orderBy('id').limit(40).execute()
  const nodes = [...bookIds.map((id) => `book.${id}`), ...people.map(({ id }) => `person.${id}`)]
  const times: number[] = []
  let found = 0
  for (let pair = -countWarm; pair < countPairs; pair++) {
    const [from, to] = [nodes.at((pair * 7) % nodes.length), nodes.at((pair * 31 + 53) % nodes.length)]
    const began = performance.now()
    const isFound = await find(url, from ?? '', to ?? '')
    if (pair < 0) continue
    times.push(performance.now() - began)
    if (isFound) found++
  }
  const sorted = times.toSorted((a, b) => a - b)
  return [
    { name: 'path between two books or people', value: median(times), unit: 'ms', limit: atMost(50) },
    { name: '— p95', value: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, unit: 'ms' },
    { name: '— share of pairs with a path', value: found / countPairs, unit: '' },
  ]
}

async function find(url: string, from: string, to: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/connect?${new URLSearchParams({ from, to })}`)
  if (!answer.ok) throw new Error(`connect.find answered ${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { path: unknown } }
  return data.path !== null
}
