import type { FileFormat } from '#shared/api/book/book-file.ts'
import type { ShelfSort, TextLength } from '#shared/api/book/library.ts'
import { fileFormats, shelfSorts, textLengths } from '#shared/book-text.ts'
import { cursor, oneOf, pageHref, type PageQuery, readQuery, tagNames } from '#web/page/page-query.ts'

export const shelfPath = '/book/freeBook'

export interface ShelfQuery {
  tags: string[]
  format?: FileFormat
  length?: TextLength
  sort: ShelfSort
  cursor?: string
}

export const shelfQuery: PageQuery<ShelfQuery> = {
  tags: tagNames,
  format: oneOf('format', fileFormats),
  length: oneOf('length', textLengths),
  sort: oneOf('sort', shelfSorts, 'hot'),
  cursor,
}

export function readShelfQuery(params: URLSearchParams): ShelfQuery {
  return readQuery(shelfQuery, params)
}

export function shelfHref(query: ShelfQuery): string {
  return pageHref(shelfPath, shelfQuery, query)
}
