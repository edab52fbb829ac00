import type { Site } from '#shared/api/site.ts'
import { escapeHtml } from '#shared/escape.ts'
import type { Db } from '#server/db/schema.ts'

/** The maximum number of URLs in one file according to the sitemap protocol. */
const maxUrls = 50_000
const maxVideos = 10_000
const maxPeople = 10_000
const maxPlaces = 10_000
const pages = ['/', '/book', '/book/freeBook', '/place', '/connect']

/**
 * Returns the sitemap for search engines: the public pages, the newest videos (unless videos are switched off), the
 * places with most books, the newest books, and people of whom the site tells something.
 */
export async function writeSitemap(db: Db, { publicUrl, featureVideo }: Site): Promise<string> {
  const videos = featureVideo
    ? await db.selectFrom('video').select(['id', 'createTime']).orderBy('id', 'desc').limit(maxVideos).execute()
    : []
  const paths = featureVideo ? [...pages, '/video'] : pages
  const places = await db
    .selectFrom('placeCount')
    .select('placeId')
    .orderBy('countBooks', 'desc')
    .orderBy('placeId')
    .limit(maxPlaces)
    .execute()
  const books = await db
    .selectFrom('book')
    .select(['id', 'createTime'])
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(maxUrls - maxPeople - paths.length - videos.length - places.length)
    .execute()
  const people = await db
    .selectFrom('person')
    .select(['id', 'createTime'])
    .where('desc', '<>', '')
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPeople)
    .execute()
  const base = escapeHtml(publicUrl)
  const entry = (path: string, { id, createTime }: { id: string; createTime: Date }) =>
    `<url><loc>${base}${path}/${id}</loc><lastmod>${createTime.toISOString()}</lastmod></url>`
  const urls = [
    ...paths.map((path) => `<url><loc>${base}${path}</loc></url>`),
    ...videos.map((row) => entry('/video', row)),
    ...places.map(({ placeId }) => `<url><loc>${base}/place/${placeId}</loc></url>`),
    ...books.map((row) => entry('/book', row)),
    ...people.map((row) => entry('/person', row)),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
