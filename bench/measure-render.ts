import { atMost, type Row, type Table } from './budget-table.ts'
import { type Child, startChild } from './child-process.ts'
import { median } from './median.ts'
import { pageName } from './public-pages.ts'
import type { RenderQuestion, RenderWay } from './render-process.ts'
import { startSettings } from './start-settings.ts'
import { requireTestPostgres } from './test-postgres.ts'

const ways: RenderWay[] = ['react', 'app', 'answer']
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
  const app = startChild('render-process.ts', startSettings)
  // The React rendering that serves as the reference runs with Node's defaults, whatever `npm start` sets for the site.
  const plain = startChild('render-process.ts')
  const id = await app.ask<string>({ do: 'open' } satisfies RenderQuestion)
  await plain.ask<string>({ do: 'open' } satisfies RenderQuestion)
  const paths = ['/', '/book', `/book/${id}`]
  const rows: Row[] = []
  for (const path of paths) rows.push(...(await measurePath({ app, plain }, path)))
  await Promise.all([app.stop(), plain.stop()])
  return {
    title: `render: a page not in the cache, ${rounds} rounds of ${rendersPerRound}, medians`,
    rows,
    notes: [
      'app: queries, checks and React, as for every uncached page; React: the same page on recorded answers, in a plain Node',
      'ms are processor time of the app process; the database works in its own',
    ],
  }
}

async function measurePath({ app, plain }: { app: Child; plain: Child }, path: string): Promise<Row[]> {
  const time = (way: RenderWay, count: number) =>
    (way === 'react' ? plain : app).ask<Timing>({ do: 'time', path, way, count } satisfies RenderQuestion)
  for (const way of ways) await time(way, warmUp)
  const timings: Record<RenderWay, Timing>[] = []
  for (let round = 0; round < rounds; round++) {
    timings.push({
      react: await time('react', rendersPerRound),
      app: await time('app', rendersPerRound),
      answer: await time('answer', rendersPerRound),
    })
  }
  const name = pageName(path)
  const cpu = (way: 'react' | 'app' | 'answer') => median(timings.map((timing) => timing[way].cpu))
  return [
    {
      name: `${name}: app / React`,
      value: median(timings.map(({ app, react }) => app.cpu / react.cpu)),
      unit: '×',
      limit: atMost(3),
    },
    { name: `${name}: React`, value: cpu('react'), unit: 'ms' },
    { name: `${name}: app`, value: cpu('app'), unit: 'ms' },
    { name: `${name}: app, and compressed`, value: cpu('answer'), unit: 'ms' },
    { name: `${name}: app, on the clock`, value: median(timings.map(({ app }) => app.wall)), unit: 'ms' },
  ]
}
