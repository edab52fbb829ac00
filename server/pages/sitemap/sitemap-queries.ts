import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** Which pages the sitemap has: those of videos are left out where videos are switched off. */
export interface SitemapScope {
  hasVideos: boolean
}

interface SitemapFile {
  /** The number of the file, counted from 1. The numbers of files that have no pages are left out. */
  file: number
  changedAt: Date
}

export interface SitemapPage {
  id: string
  noun: string
  number: number
  changedAt: Date
}

const isInScope = ({ hasVideos }: SitemapScope) => (hasVideos ? sql`true` : sql`noun <> 'video'`)

/**
 * Returns the files of the sitemap that have pages, each with the time of its last change. The query needs one index
 * lookup per file.
 */
export async function listSitemapFiles(db: Db, scope: SitemapScope): Promise<SitemapFile[]> {
  const { rows } = await sql<SitemapFile>`
    select file, changed_at from generate_series(1, (select max(file) from sitemap_page)) file cross join lateral (
      select changed_at from sitemap_page where sitemap_page.file = file.file and ${isInScope(scope)}
      order by changed_at desc limit 1
    ) latest order by file`.execute(db)
  return rows
}

/**
 * Returns the number of pages in a file of the sitemap and the time of its last change; undefined if it has no pages.
 */
export async function findSitemapFile(db: Db, file: number, scope: SitemapScope) {
  const { rows } = await sql<{ count: number; changedAt: Date | null }>`
    select count(*) as count, max(changed_at) as changed_at from sitemap_page
    where file = ${file} and ${isInScope(scope)}`.execute(db)
  const [found] = rows
  return found?.changedAt ? { count: found.count, changedAt: found.changedAt } : undefined
}

/** Yields the pages of one file of the sitemap in batches, so that memory holds one batch at a time. */
export async function* readSitemapPages(db: Db, file: number, scope: SitemapScope, atOnce = 1000) {
  let last = 0
  while (true) {
    const { rows } = await sql<SitemapPage>`
      select id, noun, number, changed_at from sitemap_page
      where file = ${file} and number > ${last} and ${isInScope(scope)} order by number limit ${atOnce}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    last = rows.at(-1)?.number ?? last
  }
}
