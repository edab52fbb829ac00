import { atMost, type Table } from './budget-table.ts'
import { median } from './median.ts'
import { startSite } from './running-site.ts'

const rounds = 5

/**
 * Measures the time from `node server/start/main.ts` with an existing database to the first answer, and checks that the
 * process exits with code 0.
 */
export async function measureStart(): Promise<Table> {
  const times: number[] = []
  const codes: (number | null)[] = []
  for (let round = 0; round < rounds; round++) {
    const site = await startSite()
    times.push(site.readyAfterMs / 1000)
    codes.push(await site.stop())
  }
  const wrong = codes.filter((code) => code !== 0)
  return {
    title: `start: warm, until /readyz answers 200, ${rounds} rounds`,
    rows: [
      { name: 'median', value: median(times), unit: 's', limit: atMost(3) },
      { name: 'slowest', value: Math.max(...times), unit: 's' },
      { name: 'ends on SIGTERM with another code than 0', value: wrong.length, unit: 'times', limit: atMost(0) },
    ],
  }
}
