import type { Site } from '#shared/api/site.ts'
import { escapeHtml } from '#shared/escape.ts'
import type { Db } from '#server/db/schema.ts'
import { authorIds } from '#server/edition/edition-queries.ts'

/** Returns the thirty newest books as an Atom feed. */
export async function writeFeed(db: Db, { name, tagline, publicUrl }: Site): Promise<string> {
  const books = await db
    .selectFrom('book')
    .select(['id', 'title', 'authors', 'desc', 'createTime'])
    .select(authorIds)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(30)
    .execute()
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
${entries.join('\n')}
</feed>
`
}

/** Returns the Atom element of an author, with the address of their page unless the author is unknown. */
function authorElement(name: string, personId: string | null, publicUrl: string): string {
  const uri = personId === null ? '' : `<uri>${escapeHtml(publicUrl)}/person/${personId}</uri>`
  return `<author><name>${escapeHtml(name)}</name>${uri}</author>`
}
