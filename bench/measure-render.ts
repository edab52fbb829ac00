import type { AppQuestion, RenderWay } from './app-process.ts'
import { type Child, startChild, startSettings } from './bench-process.ts'
import { atMost, median, type Row, row, type Table } from './budget-table.ts'
import { requireTestPostgres } from './patient-database.ts'
import { pageName } from './public-pages.ts'

const rounds = 9
const rendersPerRound = 30
const warmUp = 150

interface Timing {
  cpu: number
  wall: number
}

/** Compares the whole rendering of an uncached page with the part of it that React alone takes. */
export async function measureRender(): Promise<Table> {
  await requireTestPostgres()
  const app = startChild('app-process.ts', startSettings)
  // The React rendering that serves as the reference runs with Node's defaults, whatever `npm start` sets for the site.
  const plain = startChild('app-process.ts')
  const id = await app.ask<string>({ do: 'prepareRenders' } satisfies AppQuestion)
  await plain.ask<string>({ do: 'prepareRenders' } satisfies AppQuestion)
  const rows: Row[] = []
  for (const path of ['/', '/book', `/book/${id}`]) rows.push(...(await measurePath(path, { app, react: plain })))
  await Promise.all([app.stop(), plain.stop()])
  return {
    title: `render: a page not in the cache, ${rounds} rounds of ${rendersPerRound}, medians`,
    rows,
    notes: [
      'the app: queries, checks and React, as for every uncached page; React: the same page on recorded answers',
      'processor time of the app process; the database works in its own',
    ],
  }
}

async function measurePath(path: string, children: Record<RenderWay, Child>): Promise<Row[]> {
  const time = (way: RenderWay, count: number) =>
    children[way].ask<Timing>({ do: 'render', path, way, count } satisfies AppQuestion)
  // In the first renderings Node optimises the code; they are not counted.
  await Promise.all([time('app', warmUp), time('react', warmUp)])
  const timings: Record<RenderWay, Timing>[] = []
  for (let round = 0; round < rounds; round++)
    timings.push({ react: await time('react', rendersPerRound), app: await time('app', rendersPerRound) })
  const ratio = median(timings.map(({ app, react }) => app.cpu / react.cpu))
  return [
    row(`${pageName(path)} against React`, ratio, '×', atMost(3)),
    row('— processor time', median(timings.map(({ app }) => app.cpu)), 'ms'),
    row('— on the clock', median(timings.map(({ app }) => app.wall)), 'ms'),
  ]
}
