import type { BookSort } from '#shared/api/book/book.ts'
import {
  cursor,
  flag,
  oneOf,
  pageHref,
  type PageQuery,
  readQuery,
  tagNames,
  words,
} from '#web/frame/page/page-query.ts'

export interface BookListQuery {
  /** The search query of the book list; absent without a search. */
  q?: string
  tags: string[]
  free: boolean
  sort: BookSort
  cursor?: string
}

export const bookSorts = ['hot', 'new', 'score'] as const

export const bookQuery: PageQuery<BookListQuery> = {
  q: words('q', 100),
  tags: tagNames,
  free: flag('free'),
  sort: oneOf('sort', bookSorts, 'hot'),
  cursor,
}

export function readBookQuery(params: URLSearchParams): BookListQuery {
  return readQuery(bookQuery, params)
}

/**
 * Returns the URL of a book list. Links that change a filter or the sort order omit the cursor and so start from the
 * first page.
 */
export function bookListHref(query: BookListQuery, path = '/book'): string {
  return pageHref(path, bookQuery, query)
}
