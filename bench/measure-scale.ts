import { sql } from 'kysely'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { encodeCursor } from '#server/platform/db/cursor.ts'
import { atMost, growthRow, median, type Row, row, type Table } from './budget-table.ts'
import { browserEncodings, freshAddress, mustGet, send } from './http-client.ts'
import { fewMarks, firstLargePosition, manyMarks, type MarkedSite, requireMarkedSites } from './marked-sites.ts'

const rounds = 15
const town = { bounds: [116, 39.6, 116.8, 40.2], from: 1912, to: 1937 }
/** How much longer than with few marks something may take with many. */
const growth = { times: 1.3, more: 10 }

/**
 * Checks that no public page, neither the tiles of the map's first view nor an edit of a book's places, takes longer
 * because the site has a million marks instead of a thousand.
 */
export async function measureScale(): Promise<Table> {
  const { small, large, loaded } = await requireMarkedSites()
  const rows: Row[] = []
  const compare = async (name: string, what: (site: MarkedSite) => Promise<unknown>) => {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = -3; round < rounds; round++)
      for (const [size, site] of Object.entries({ small, large }) as ['small' | 'large', MarkedSite][]) {
        const began = performance.now()
        await what(site)
        if (round >= 0) times[size].push(performance.now() - began)
      }
    const [before, after] = [median(times.small), median(times.large)]
    rows.push(growthRow(`${name} (${after.toFixed(0)} ms)`, { before, after }, growth))
  }
  for (const [name, pathOf] of Object.entries(await listPages(large.db))) {
    const paths = new Map<MarkedSite, string>()
    for (const site of [small, large]) paths.set(site, await pathOf(site))
    await compare(name, (site) => mustGet(`${site.url}${paths.get(site)}`, browserEncodings, freshAddress()))
  }
  await compare('tiles of the first view', getFirstTiles)
  await compare('timeline', (site) => callMarks(site, 'timeline', { tags: [] }))
  await compare('list of a town in common years', (site) => callMarks(site, 'list', town))
  await compare('one book pinned anew', repin)
  rows.push(row('the first view in any common tag, most bytes', await weighFirstTiles(large), 'kB', atMost(20)))
  return {
    title: `scale: ${manyMarks.toLocaleString('en')} marks against ${fewMarks.toLocaleString('en')}, nothing cached, median of ${rounds} rounds in turns`,
    rows: [...rows, row('loading the million', loaded, 's')],
    notes: ['the person and the place have a tenth as many books as there are marks'],
  }
}

type PathOf = (site: MarkedSite) => string | Promise<string>

/**
 * Returns the pages to measure by their names in the table: for each one a function that returns its path on a site.
 */
async function listPages(db: MarkedSite['db']): Promise<Record<string, PathOf>> {
  const common = await listCommonTags(db)
  const tagged = (count: number) => new URLSearchParams(common.slice(0, count).map((name) => ['tag', name])).toString()
  return {
    '/': () => '/',
    '/ of one tag': () => `/?${tagged(1)}`,
    '/ of two tags': () => `/?${tagged(2)}`,
    '/ of three tags': () => `/?${tagged(3)}`,
    '/ of common years': () => '/?from=1912&to=1937',
    '/ of one tag and common years': () => `/?${tagged(1)}&from=1912&to=1937`,
    '/book': () => '/book',
    '/book, deep': async (site) => `/book?cursor=${await middleOf(site)}`,
    '/book by age': () => '/book?sort=new',
    '/book by score': () => '/book?sort=score',
    '/book of one tag': () => `/book?${tagged(1)}`,
    '/book of one tag by score': () => `/book?${tagged(1)}&sort=score`,
    '/book of one tag by age': () => `/book?${tagged(1)}&sort=new`,
    '/book of free books of one tag': () => `/book?${tagged(1)}&free=1`,
    '/book of two tags': () => `/book?${tagged(2)}`,
    '/book of three tags': () => `/book?${tagged(3)}`,
    '/book of free books': () => '/book?free=1',
    '/book/freeBook': () => '/book/freeBook',
    '/book/{id}': ({ bookIds }) => `/book/${bookIds[0]}`,
    '/person/{id}': ({ busyPersonId }) => `/person/${busyPersonId}`,
    '/person/{id}, all books': ({ busyPersonId }) => `/person/${busyPersonId}?role=author`,
    '/place': () => '/place',
    '/place of a region': () => `/place?${new URLSearchParams({ region: '北京' })}`,
    '/place/{id}': ({ busyPlaceId }) => `/place/${busyPlaceId}`,
    '/place/{id}, all books': ({ busyPlaceId }) => `/place/${busyPlaceId}?kind=setting`,
    '/connect': ({ busyPersonId, busyPlaceId }) => `/connect?from=person.${busyPersonId}&to=place.${busyPlaceId}`,
    '/sitemap.xml': () => '/sitemap.xml',
  }
}

/** Returns the names of the three commonest tags of the catalogue. */
async function listCommonTags(db: MarkedSite['db']): Promise<string[]> {
  const tags = await db
    .selectFrom('tag')
    .select('name')
    .where('position', '<', firstLargePosition)
    .orderBy('count', 'desc')
    .orderBy('id')
    .limit(3)
    .execute()
  return tags.map(({ name }) => name)
}

/** Returns the cursor of the page in the middle of all books, sorted by popularity. */
async function middleOf({ db }: MarkedSite): Promise<string> {
  const { rows } = await sql<{ popularity: number; id: string }>`
    select popularity, id from book order by popularity desc, id desc
    offset (select count(*) / 2 from book) limit 1`.execute(db)
  const [middle] = rows
  return encodeCursor(['hot', `${middle?.popularity}`, middle?.id ?? ''])
}

/** Requests in parallel all 16 tiles of zoom level 2, with which the map begins, and returns their size in kB. */
async function getFirstTiles({ url }: MarkedSite, query = ''): Promise<number> {
  const [localAddress, headers] = [freshAddress(), { 'accept-encoding': browserEncodings }]
  const sizes = Array.from({ length: 16 }, async (_, at) => {
    const { status, body } = await send(`${url}/tiles/mark/2/${at >> 2}/${at & 3}${query}`, { localAddress, headers })
    if (status !== 200 && status !== 204) throw new Error(`tile ${at} answered ${status}`)
    return body.length / 1000
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Returns the size in kB of the largest first view: without a tag, or with one or two common ones. */
async function weighFirstTiles(site: MarkedSite): Promise<number> {
  const names = await listCommonTags(site.db)
  const filters = [[], ...names.map((name) => [name]), ...names.slice(1).map((name) => [names[0] ?? '', name])]
  let most = 0
  for (const filter of filters)
    most = Math.max(most, await getFirstTiles(site, `?${new URLSearchParams(filter.map((name) => ['tag', name]))}`))
  return most
}

async function callMarks({ url }: MarkedSite, verb: string, input: object) {
  const headers = { 'content-type': 'application/json' }
  const options = { method: 'POST', headers, localAddress: freshAddress(), body: JSON.stringify(input) }
  const { status, body } = await send(`${url}/api/v1/mark/${verb}`, options)
  if (status !== 200) throw new Error(`mark.${verb} answered ${status}: ${body}`)
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
