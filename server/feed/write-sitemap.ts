import type { Site } from '#shared/api/site.ts'
import { escapeHtml } from '#shared/escape.ts'
import type { Db } from '#server/db/schema.ts'

/** The protocol's own limit for one file. */
const maxUrls = 50_000
const pages = ['/', '/book', '/book/freeBook']

/** The public pages and the newest books. */
export async function writeSitemap(db: Db, { publicUrl }: Site): Promise<string> {
  const books = await db
    .selectFrom('book')
    .select(['id', 'createTime'])
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(maxUrls - pages.length)
    .execute()
  const base = escapeHtml(publicUrl)
  const urls = [
    ...pages.map((path) => `<url><loc>${base}${path}</loc></url>`),
    ...books.map(
      ({ id, createTime }) => `<url><loc>${base}/book/${id}</loc><lastmod>${createTime.toISOString()}</lastmod></url>`,
    ),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
