import type { Bounds } from '#shared/api/place/mark.ts'
import type { WindowYears } from '#shared/period.ts'
import { pinItems } from '#server/map/cells/pin-marks.ts'
import type { AppQuestion } from './app-process.ts'
import { atMost, type Row, type Table } from './budget-table.ts'
import { startChild } from './child-process.ts'
import { tilesOfFirstView } from './first-view.ts'
import { measurePaths } from './measure-paths.ts'
import { median } from './median.ts'
import { browserEncodings, rawGet } from './raw-get.ts'
import { startSettings } from './start-settings.ts'
import { createMarkedDatabase, type MarkedDatabase } from './synthetic-marks.ts'
import { requireTestPostgres } from './test-postgres.ts'

const few = 1000
const many = 1_000_000
const rounds = 21
const town: Bounds = [116, 39.6, 116.8, 40.2]
/** The years of the timeline about which there are most books, and those about which there are fewest. */
const commonYears: WindowYears = { from: 1912, to: 1937 }
const rareYears: WindowYears = { from: 317, to: 420 }

interface MarkedSite extends MarkedDatabase {
  url: string
}

/** Checks that a map with a million book marks responds to a user as quickly as a map with a thousand book marks. */
export async function measureMarks(): Promise<Table> {
  await requireTestPostgres()
  const small = await startMarkedSite(few)
  const began = performance.now()
  const large = await startMarkedSite(many)
  const loaded = (performance.now() - began) / 1000
  const { common, rare } = await tagsOf(large)
  const pairs = common.flatMap((one, index) => common.slice(index + 1).map((other) => [one, other]))
  const inTurns = (what: (site: MarkedSite) => Promise<unknown>) => compare(small, large, what)
  return {
    title: `marks: ${many.toLocaleString('en')} against ${few.toLocaleString('en')}, nothing cached, median of ${rounds} rounds in turns`,
    rows: [
      ...(await measureBytes(large, { common, rare, pairs })),
      { name: `first view of ${few}`, value: await viewBytes(small), unit: 'kB', limit: atMost(20) },
      ...rowsOf('first view, all tiles', await inTurns((site) => viewBytes(site)), 1.3),
      ...rowsOf('first view, a common tag', await inTurns((site) => viewBytes(site, common.slice(0, 1))), 1.3),
      ...rowsOf('first view, two common tags', await inTurns((site) => viewBytes(site, common.slice(0, 2)))),
      ...rowsOf('first view, common years', await inTurns((site) => viewBytes(site, [], commonYears)), 1.3),
      ...rowsOf('first view, rare years', await inTurns((site) => viewBytes(site, [], rareYears)), 1.3),
      ...rowsOf(
        'first view, a common tag and common years',
        await inTurns((site) => viewBytes(site, common.slice(0, 1), commonYears)),
        1.3,
      ),
      ...rowsOf('list of the world', await inTurns((site) => list(site, {})), 3),
      ...rowsOf('list of a town', await inTurns((site) => list(site, { bounds: town })), 3),
      ...rowsOf('list of common years', await inTurns((site) => list(site, commonYears)), 3),
      ...rowsOf('list of rare years', await inTurns((site) => list(site, rareYears)), 3),
      ...rowsOf(
        'list of a town in common years',
        await inTurns((site) => list(site, { bounds: town, ...commonYears })),
        3,
      ),
      ...rowsOf(
        'list of a common tag in common years',
        await inTurns((site) => list(site, { tags: common.slice(0, 1), ...commonYears })),
        3,
      ),
      ...rowsOf('timeline', await inTurns((site) => timeline(site, [])), 1.3),
      ...rowsOf('timeline of a common tag', await inTurns((site) => timeline(site, common.slice(0, 1))), 1.3),
      ...rowsOf('list of two tags', await inTurns((site) => list(site, { tags: common.slice(0, 2) }))),
      ...rowsOf('one book pinned anew', await inTurns(repin), 3),
      ...(await measurePaths(large)),
      { name: 'loading all of it, cells counted', value: loaded, unit: 's' },
    ],
    notes: [`the first view has ${tilesOfFirstView().length} tiles; sizes are of what a browser receives`],
  }
}

async function startMarkedSite(countMarks: number): Promise<MarkedSite> {
  const database = await createMarkedDatabase(countMarks)
  const child = startChild('app-process.ts', startSettings)
  const { connection } = database
  const url = await child.ask<string>({ do: 'listen', isCached: false, connection } satisfies AppQuestion)
  return { ...database, url }
}

/** Returns the tags with the most books on the map and the tags with the fewest. */
async function tagsOf({ db }: MarkedSite) {
  const rows = await db
    .selectFrom('markCell')
    .innerJoin('tag', 'tag.id', 'markCell.tagId')
    .where('z', '=', 0)
    .select(['tag.name'])
    .groupBy('tag.id')
    .orderBy((eb) => eb.fn.sum('markCell.count'), 'desc')
    .execute()
  const names = rows.map(({ name }) => name)
  return { common: names.slice(0, 5), rare: names.slice(5) }
}

interface Filters {
  common: string[]
  rare: string[]
  pairs: string[][]
}

async function measureBytes(site: MarkedSite, { common, rare, pairs }: Filters): Promise<Row[]> {
  const dearest = async (filters: string[][]) => {
    let most = 0
    for (const tags of filters) most = Math.max(most, await viewBytes(site, tags))
    return most
  }
  const limit = atMost(20)
  return [
    { name: 'first view', value: await viewBytes(site), unit: 'kB', limit },
    {
      name: 'first view, the dearest tag',
      value: await dearest([...common, ...rare].map((tag) => [tag])),
      unit: 'kB',
      limit,
    },
    { name: 'first view, the dearest pair of common tags', value: await dearest(pairs), unit: 'kB', limit },
  ]
}

let views = 0

/** Requests in parallel all book-mark tiles that the map shows first, and returns their size in kB. */
async function viewBytes({ url }: MarkedSite, tags: string[] = [], years: WindowYears = {}): Promise<number> {
  const query = new URLSearchParams([
    ...tags.map((tag) => ['tag', tag]),
    ...Object.entries(years).map(([name, year]) => [name, `${year}`]),
  ])
  // Each view comes from an IP address of its own, because rate limits count each address separately.
  const address = `127.0.${++views >> 8}.${views & 255}`
  const bytes = tilesOfFirstView().map(async (tile) => {
    const { status, body } = await rawGet(`${url}/tiles/mark/${tile}?${query}`, browserEncodings, address)
    if (status !== 200 && status !== 204) throw new Error(`tile ${tile} answered ${status}`)
    return body.length
  })
  return (await Promise.all(bytes)).reduce((sum, one) => sum + one, 0) / 1000
}

const list = (site: MarkedSite, input: object) => call(site, '/mark/list', input)
const timeline = (site: MarkedSite, tags: string[]) => call(site, '/mark/timeline', { tags })

async function call({ url }: MarkedSite, path: string, input: object) {
  const body = JSON.stringify(input)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

let turn = 0

/**
 * Removes a book from its places and adds it to them again, as an editor might, so that its marks on the map are
 * updated twice.
 */
async function repin({ db, bookIds }: MarkedSite) {
  const id = bookIds[turn++ % bookIds.length] ?? ''
  await db.transaction().execute(async (db) => {
    const places = await db.deleteFrom('bookPlace').where('bookId', '=', id).returningAll().execute()
    await pinItems(db, 'book', [id])
    await db.insertInto('bookPlace').values(places).execute()
    await pinItems(db, 'book', [id])
  })
}

/** Measures how long an operation takes on the site with few marks and on the site with many marks, in ms. */
async function compare(small: MarkedSite, large: MarkedSite, what: (site: MarkedSite) => Promise<unknown>) {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -3; round < rounds; round++)
    for (const [size, site] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const began = performance.now()
      await what(site)
      if (round >= 0) times[size].push(performance.now() - began)
    }
  return { small: median(times.small), large: median(times.large) }
}

function rowsOf(name: string, { small, large }: { small: number; large: number }, bound?: number): Row[] {
  return [
    { name: `${name}: against few`, value: large / small, unit: '×', ...(bound && { limit: atMost(bound) }) },
    { name: `${name}: with many`, value: large, unit: 'ms' },
  ]
}
