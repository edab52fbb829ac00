import type { FileFormat } from '#shared/api/book/book-file.ts'
import type { FreeBookSort, TextLength } from '#shared/api/book/library.ts'
import { fileFormats, freeBookSorts, textLengths } from '#shared/book-text.ts'
import { cursor, oneOf, pageHref, type PageQuery, readQuery, tagNames } from '#web/frame/page/page-query.ts'

export const freeBooksPath = '/book/freeBook'

export interface FreeBookQuery {
  tags: string[]
  format?: FileFormat
  length?: TextLength
  sort: FreeBookSort
  cursor?: string
}

export const freeBookQuery: PageQuery<FreeBookQuery> = {
  tags: tagNames,
  format: oneOf('format', fileFormats),
  length: oneOf('length', textLengths),
  sort: oneOf('sort', freeBookSorts, 'hot'),
  cursor,
}

export function readFreeBookQuery(params: URLSearchParams): FreeBookQuery {
  return readQuery(freeBookQuery, params)
}

export function freeBookHref(query: FreeBookQuery): string {
  return pageHref(freeBooksPath, freeBookQuery, query)
}
