import { findBooks } from '#server/pages/search-page/find-books.ts'
import { suggest } from '#server/pages/search-page/suggest.ts'
import { atMost, type Row, type Table } from './budget-table.ts'
import { cpuMs } from './child-process.ts'
import { makeHostileQueries } from './hostile-texts.ts'
import { median } from './median.ts'
import { createPatientDatabase, mostConnections, openBackends, processorMs } from './patient-database.ts'
import { addListedBooks, readListedBooks, readQueryTable } from './query-table.ts'
import { quantile } from './search-classes.ts'
import { requireTestPostgres } from './test-postgres.ts'

const rounds = 3
/** Every third query of the table of queries stands for the ordinary ones. */
const step = 3

type Ask = (query: string) => Promise<unknown>
/** Returns the processor time of Node and PostgreSQL that each query takes, in ms: the least of several rounds. */
type MeasureCosts = (queries: string[], ask: Ask) => Promise<number[]>

/**
 * Checks that no text that somebody may type takes many times the processor time of an ordinary search: 500 queries
 * that are meant to be expensive against the queries of `server/search/regression/queries.yaml`.
 */
export async function measureHostile(): Promise<Table> {
  await requireTestPostgres()
  const { db } = await createPatientDatabase()
  await addListedBooks(db, await readListedBooks())
  const titles = await db.selectFrom('book').select('title').orderBy('id').execute()
  const hostile = await makeHostileQueries(titles.map(({ title }) => title))
  const ordinary = Object.values(await readQueryTable()).flatMap((queries) => Object.keys(queries))
  const some = ordinary.filter((_, at) => at % step === 0)
  const backends = await openBackends(db, mostConnections)
  const costs: MeasureCosts = async (queries, ask) => {
    const least = queries.map(() => Infinity)
    for (let round = 0; round < rounds; round += 1)
      for (const [at, query] of queries.entries()) {
        const before = cpuMs() + (await processorMs(backends))
        await ask(query)
        least[at] = Math.min(least[at] ?? Infinity, cpuMs() + (await processorMs(backends)) - before)
      }
    return least
  }
  const asks: Record<string, Ask> = {
    page: (query) => findBooks(db, { query, tags: [], free: false, limit: 20 }, db),
    dropdown: (query) => suggest(db, query, 6),
  }
  const rows: Row[] = []
  const notes: string[] = []
  for (const [name, ask] of Object.entries(asks)) {
    const [usual, dear] = [await costs(some, ask), await costs(hostile, ask)]
    rows.push(...rowsOf(name, usual, dear))
    const worst = hostile.map((query, at) => ({ query, cost: dear[at] ?? 0 })).toSorted((a, b) => b.cost - a.cost)
    notes.push(
      `${name}: ${worst
        .slice(0, 4)
        .map(({ query, cost }) => `${cost.toFixed(0)} ms ${query.slice(0, 24)}`)
        .join(', ')}`,
    )
  }
  return { title: `hostile: ${hostile.length} expensive queries against ${some.length} ordinary ones`, rows, notes }
}

function rowsOf(name: string, usual: number[], dear: number[]): Row[] {
  const worst = Math.max(...dear)
  return [
    { name: `${name}: processor time of an ordinary query, median`, value: median(usual), unit: 'ms' },
    { name: '— p99 of ordinary queries', value: quantile(usual, 0.99), unit: 'ms' },
    { name: '— median of expensive queries', value: median(dear), unit: 'ms' },
    { name: '— the most expensive query', value: worst, unit: 'ms' },
    { name: '— against the ordinary median', value: worst / median(usual), unit: '×', limit: atMost(4) },
  ]
}
