import { FileFormat } from '#shared/api/book-file.ts'
import { ShelfSort, TextLength } from '#shared/api/library.ts'

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
  const format = FileFormat.safeParse(params.get('format'))
  const length = TextLength.safeParse(params.get('length'))
  const sort = ShelfSort.safeParse(params.get('sort'))
  const cursor = params.get('cursor')
  return {
    tags: [...new Set(params.getAll('tag'))].slice(0, 8),
    ...(format.success && { format: format.data }),
    ...(length.success && { length: length.data }),
    sort: sort.success ? sort.data : 'hot',
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
