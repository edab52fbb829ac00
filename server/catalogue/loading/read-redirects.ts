import { join } from 'node:path'
import { z } from 'zod'
import type { CatalogTags } from './catalog-schema.ts'
import { readEntries } from './read-entries.ts'

/**
 * A redirect in an exported catalogue. `from` is the former id, key or name of an object; `to` is the id of the object
 * that replaces it or, for a tag, the name of the replacing tag. Without `to`, the object was removed.
 */
const CatalogRedirect = z.strictObject({
  noun: z.enum(['book', 'person', 'place', 'tag', 'tour']),
  from: z.string().min(1).max(200),
  to: z.string().min(1).max(60).optional(),
})
export type CatalogRedirect = z.infer<typeof CatalogRedirect>

type Entries = { id?: string | undefined }[]

interface KnownEntries {
  tags: CatalogTags
  books: Entries
  people: Entries
  places: Map<string, Entries[number]>
  tours: Entries
}

/**
 * Reads the redirects of the catalogue. Appends a message to `problems` for each redirect whose target is not in the
 * catalogue.
 */
export async function readRedirects(
  directory: string,
  { tags, books, people, places, tours }: KnownEntries,
  problems: string[],
): Promise<CatalogRedirect[]> {
  const entries = await readEntries(join(directory, 'redirects'), CatalogRedirect, problems)
  const idsOf = (entries: Iterable<{ id?: string | undefined }>) => new Set([...entries].map(({ id }) => id))
  const targets = {
    book: idsOf(books),
    person: idsOf(people),
    place: idsOf(places.values()),
    tag: new Set<string | undefined>(Object.values(tags).flat()),
    tour: idsOf(tours),
  }
  for (const { file, entry } of entries) {
    const { noun, from, to } = entry
    if (to !== undefined && !targets[noun].has(to))
      problems.push(`redirects/${file}：${noun} ${from} 指向的 ${to} 不在书目里`)
  }
  return entries.map(({ entry }) => entry)
}
