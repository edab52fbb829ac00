import type { Site } from '#shared/api/site.ts'
import { escapeHtml } from '#shared/escape.ts'
import { chinaDayNumber, chinaDayText, startOfChinaDay } from '#shared/china-day.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'
import { findBookOfDay, findPlaceOfDay } from './find-today.ts'

/**
 * Returns an Atom feed of the daily picks (the book of the day and the place of the day) of the last `feedDays` days,
 * followed by the thirty newest books.
 */
export async function writeFeed(db: Db, { name, tagline, publicUrl }: Site): Promise<string> {
  const books = await db
    .selectFrom('book')
    .select(['id', 'title', 'authors', 'desc', 'createTime'])
    .select(authorIds)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(30)
    .execute()
  const days = await writeDays(db, publicUrl)
  const updated = (books[0]?.createTime ?? new Date(0)).toISOString()
  const entries = books.map(
    ({ id, title, authors, authorIds, desc, createTime }) => `<entry>
<id>urn:uuid:${id}</id>
<title>《${escapeHtml(title)}》</title>
${authors.map((name, at) => authorElement(name, authorIds[at] ?? null, publicUrl)).join('')}
<link href="${escapeHtml(publicUrl)}/book/${id}"/>
<updated>${createTime.toISOString()}</updated>
<summary>${escapeHtml(desc)}</summary>
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-Hans">
<id>${escapeHtml(publicUrl)}/feed.xml</id>
<title>${escapeHtml(name)} · 新书</title>
<subtitle>${escapeHtml(tagline)}</subtitle>
<link rel="self" href="${escapeHtml(publicUrl)}/feed.xml"/>
<link href="${escapeHtml(publicUrl)}/"/>
<updated>${updated}</updated>
${[...days, ...entries].join('\n')}
</feed>
`
}

/** Number of days whose picks (the book of the day and the place of the day) the feed contains. */
const feedDays = 3

/** Returns an entry for each of the last days, with the book of the day and the place of the day; today comes first. */
async function writeDays(db: Db, publicUrl: string): Promise<string[]> {
  const present = chinaDayNumber(Date.now())
  const entries: string[] = []
  for (let number = present; number > present - feedDays; number--) {
    const book = await findBookOfDay(db, number)
    const place = book && (await findPlaceOfDay(db, number, book.id))
    if (book === null || place === null) continue
    const url = escapeHtml(`${publicUrl}/today?day=${chinaDayText(number)}`)
    entries.push(`<entry>
<id>${url}</id>
<title>一书一地：《${escapeHtml(book.title)}》和${escapeHtml(place.name)}</title>
<author><name>${book.authors.map(escapeHtml).join('、')}</name></author>
<link href="${url}"/>
<updated>${new Date(startOfChinaDay(number)).toISOString()}</updated>
<summary>${escapeHtml(book.desc)}</summary>
</entry>`)
  }
  return entries
}

/** Returns the Atom element of an author, with the URL of their page unless the author is unknown. */
function authorElement(name: string, personId: string | null, publicUrl: string): string {
  const uri = personId === null ? '' : `<uri>${escapeHtml(publicUrl)}/person/${personId}</uri>`
  return `<author><name>${escapeHtml(name)}</name>${uri}</author>`
}
