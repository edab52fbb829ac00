import type { FileFormat } from '#shared/api/book-file.ts'
import type { ShelfSort, TextLength } from '#shared/api/library.ts'
import { fileFormats, shelfSorts, textLengths } from '#shared/book-text.ts'

export const shelfPath = '/book/freeBook'

export interface ShelfQuery {
  tags: string[]
  format?: FileFormat
  length?: TextLength
  sort: ShelfSort
  cursor?: string
}

/** What the shelf's address asks for; words it does not know are left out. */
export function readShelfQuery(params: URLSearchParams): ShelfQuery {
  const format = fileFormats.find((one) => one === params.get('format'))
  const length = textLengths.find((one) => one === params.get('length'))
  const sort = shelfSorts.find((one) => one === params.get('sort')) ?? 'hot'
  const cursor = params.get('cursor')
  return {
    tags: [...new Set(params.getAll('tag'))].slice(0, 8),
    ...(format && { format }),
    ...(length && { length }),
    sort,
    ...(cursor !== null && { cursor }),
  }
}

export function shelfHref({ tags, format, length, sort, cursor }: ShelfQuery): string {
  const query = new URLSearchParams(tags.map((tag) => ['tag', tag]))
  if (format) query.set('format', format)
  if (length) query.set('length', length)
  if (sort !== 'hot') query.set('sort', sort)
  if (cursor !== undefined) query.set('cursor', cursor)
  return query.size > 0 ? `${shelfPath}?${query}` : shelfPath
}
