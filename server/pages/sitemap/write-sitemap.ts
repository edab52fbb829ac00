import type { Site } from '#shared/api/site.ts'
import { infoPageNames } from '#shared/info-page-names.ts'
import { escapeHtml } from '#shared/escape.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listSitemapFiles, readSitemapPages, type SitemapPage, type SitemapScope } from './sitemap-queries.ts'

const pages = [
  '/',
  '/book',
  '/book/freeBook',
  '/place',
  '/tour',
  '/connect',
  '/today',
  ...infoPageNames.map((name) => `/${name}`),
]
const head = '<?xml version="1.0" encoding="utf-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Returns which pages the sitemap of a site has. */
export const sitemapScope = ({ featureVideo }: Site): SitemapScope => ({ hasVideos: featureVideo })

/**
 * Returns the index of the sitemap for search engines. Its first file has the lists, the others have the pages of
 * books, videos, people and places. Every file lies at the top of the site, because a sitemap covers only its own
 * folder.
 */
export async function writeSitemapIndex(db: Db, site: Site): Promise<string> {
  const base = escapeHtml(site.publicUrl)
  const files = await listSitemapFiles(db, sitemapScope(site))
  const entries = [
    `<sitemap><loc>${base}/sitemap-lists.xml</loc></sitemap>`,
    ...files.map(
      ({ file, changedAt }) =>
        `<sitemap><loc>${base}/sitemap-${file}.xml</loc><lastmod>${changedAt.toISOString()}</lastmod></sitemap>`,
    ),
  ]
  return `${head}<sitemapindex ${namespace}>\n${entries.join('\n')}\n</sitemapindex>\n`
}

/**
 * Returns the file of the sitemap with the lists of books, places and so on. It states no times of change, because the
 * lists change with every new book.
 */
export function writeSitemapOfLists({ publicUrl, featureVideo }: Site): string {
  const paths = featureVideo ? [...pages, '/video'] : pages
  const entries = paths.map((path) => `<url><loc>${escapeHtml(publicUrl)}${path}</loc></url>`)
  return `${head}<urlset ${namespace}>\n${entries.join('\n')}\n</urlset>\n`
}

/** Yields the text of one file of the sitemap in pieces, each of up to a thousand pages. */
export async function* writeSitemapFile(db: Db, site: Site, file: number) {
  const base = escapeHtml(site.publicUrl)
  const entry = ({ noun, id, changedAt }: SitemapPage) =>
    `<url><loc>${base}/${noun}/${id}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>\n`
  yield `${head}<urlset ${namespace}>\n`
  for await (const batch of readSitemapPages(db, file, sitemapScope(site))) yield batch.map(entry).join('')
  yield '</urlset>\n'
}
