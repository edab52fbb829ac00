import type { Bounds } from '#shared/api/place/mark.ts'
import type { WindowYears } from '#shared/period.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { atMost, type Row, type Table } from './budget-table.ts'
import { tilesOfFirstView } from './first-view.ts'
import {
  compareSites,
  fewMarks,
  freshAddress,
  manyMarks,
  type MarkedSite,
  requireMarkedSites,
  rounds,
  rowsOfSites,
} from './marked-sites.ts'
import { measurePaths } from './measure-paths.ts'
import { browserEncodings, rawGet } from './raw-get.ts'

const town: Bounds = [116, 39.6, 116.8, 40.2]
/**
 * Two windows of time: the years about which there are the most books, and the years about which there are the fewest.
 */
const commonYears: WindowYears = { from: 1912, to: 1937 }
const rareYears: WindowYears = { from: 317, to: 420 }

/** Checks that a map with a million book marks responds to a user as quickly as a map with a thousand book marks. */
export async function measureMarks(): Promise<Table> {
  const sites = await requireMarkedSites()
  const { small, large, loaded } = sites
  const { common, rare } = await tagsOf(large)
  const pairs = common.flatMap((one, index) => common.slice(index + 1).map((other) => [one, other]))
  const inTurns = (what: (site: MarkedSite) => Promise<unknown>) => compareSites(sites, what)
  return {
    title: `marks: ${manyMarks.toLocaleString('en')} against ${fewMarks.toLocaleString('en')}, nothing cached, median of ${rounds} rounds in turns`,
    rows: [
      ...(await measureBytes(large, { common, rare, pairs })),
      { name: `first view of ${fewMarks}`, value: await viewBytes(small), unit: 'kB', limit: atMost(20) },
      ...rowsOfSites('first view, all tiles', await inTurns((site) => viewBytes(site)), 1.3),
      ...rowsOfSites('first view, a common tag', await inTurns((site) => viewBytes(site, common.slice(0, 1))), 1.3),
      ...rowsOfSites('first view, two common tags', await inTurns((site) => viewBytes(site, common.slice(0, 2))), 1.3),
      ...rowsOfSites('first view, common years', await inTurns((site) => viewBytes(site, [], commonYears)), 1.3),
      ...rowsOfSites('first view, rare years', await inTurns((site) => viewBytes(site, [], rareYears)), 1.3),
      ...rowsOfSites(
        'first view, a common tag and common years',
        await inTurns((site) => viewBytes(site, common.slice(0, 1), commonYears)),
        1.3,
      ),
      ...rowsOfSites('list of the world', await inTurns((site) => list(site, {})), 3),
      ...rowsOfSites('list of a town', await inTurns((site) => list(site, { bounds: town })), 3),
      ...rowsOfSites('list of common years', await inTurns((site) => list(site, commonYears)), 3),
      ...rowsOfSites('list of rare years', await inTurns((site) => list(site, rareYears)), 3),
      ...rowsOfSites(
        'list of a town in common years',
        await inTurns((site) => list(site, { bounds: town, ...commonYears })),
        3,
      ),
      ...rowsOfSites(
        'list of a common tag in common years',
        await inTurns((site) => list(site, { tags: common.slice(0, 1), ...commonYears })),
        3,
      ),
      ...rowsOfSites('timeline', await inTurns((site) => timeline(site, [])), 1.3),
      ...rowsOfSites('timeline of a common tag', await inTurns((site) => timeline(site, common.slice(0, 1))), 1.3),
      ...rowsOfSites('list of two tags', await inTurns((site) => list(site, { tags: common.slice(0, 2) })), 3),
      ...rowsOfSites('one book pinned anew', await inTurns(repin), 3),
      ...(await measurePaths(large)),
      { name: 'loading all of it, cells counted', value: loaded, unit: 's' },
    ],
    notes: [`the first view has ${tilesOfFirstView().length} tiles; sizes are of what a browser receives`],
  }
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

/** Requests in parallel all book-mark tiles that the map shows first, and returns their size in kB. */
async function viewBytes({ url }: MarkedSite, tags: string[] = [], years: WindowYears = {}): Promise<number> {
  const query = new URLSearchParams([
    ...tags.map((tag) => ['tag', tag]),
    ...Object.entries(years).map(([name, year]) => [name, `${year}`]),
  ])
  const address = freshAddress()
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
