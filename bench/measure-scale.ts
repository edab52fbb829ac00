import { sql } from 'kysely'
import { encodeCursor } from '#server/platform/db/cursor.ts'
import type { Row, Table } from './budget-table.ts'
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
import { browserEncodings, mustGet } from './raw-get.ts'

/** Checks that no public page takes longer because the site has a million marks instead of a thousand. */
export async function measureScale(): Promise<Table> {
  const sites = await requireMarkedSites()
  const rows: Row[] = []
  for (const [name, pathOf] of Object.entries(await listPages(sites.large.db))) {
    const paths = new Map<MarkedSite, string>()
    for (const site of [sites.small, sites.large]) paths.set(site, await pathOf(site))
    const times = await compareSites(sites, (site) =>
      mustGet(`${site.url}${paths.get(site)}`, browserEncodings, freshAddress()),
    )
    rows.push(...rowsOfSites(name, times, 1.3))
  }
  return {
    title: `scale: whole pages with ${manyMarks.toLocaleString('en')} marks against ${fewMarks.toLocaleString('en')}, nothing cached, median of ${rounds} rounds in turns`,
    rows,
    notes: ['the person and the place have a tenth as many books as there are marks'],
  }
}

type PathOf = (site: MarkedSite) => string | Promise<string>

/**
 * Returns the pages to measure by their names in the table: for each one a function that returns its path on a site.
 */
async function listPages(db: MarkedSite['db']): Promise<Record<string, PathOf>> {
  const common = await db.selectFrom('tag').select('name').orderBy('count', 'desc').orderBy('id').limit(3).execute()
  const tagged = (count: number) =>
    new URLSearchParams(common.slice(0, count).map(({ name }) => ['tag', name])).toString()
  const connected = ({ busyPersonId, busyPlaceId }: MarkedSite) =>
    `/connect?from=person.${busyPersonId}&to=place.${busyPlaceId}`
  return {
    '/': () => '/',
    '/map': () => '/map',
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
    '/connect': connected,
    '/sitemap.xml': () => '/sitemap.xml',
  }
}

/** Returns the cursor of the page in the middle of all books, sorted by popularity. */
async function middleOf({ db }: MarkedSite): Promise<string> {
  const { rows } = await sql<{ popularity: number; id: string }>`
    select popularity, id from book order by popularity desc, id desc
    offset (select count(*) / 2 from book) limit 1`.execute(db)
  const [middle] = rows
  return encodeCursor(['hot', `${middle?.popularity}`, middle?.id ?? ''])
}
