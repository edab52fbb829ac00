import type { BookSort } from '#shared/api/book.ts'

export interface BookListQuery {
  /** What was searched for; empty where nothing was. */
  q?: string
  tags: string[]
  free: boolean
  sort: BookSort
  cursor?: string
}

/** What a list's address asks for; words it does not know are left out. */
export function readBookQuery(params: URLSearchParams): BookListQuery {
  const sort = params.get('sort')
  const cursor = params.get('cursor')
  const q = params.get('q')?.trim().slice(0, 100)
  return {
    ...(q ? { q } : {}),
    tags: [...new Set(params.getAll('tag'))].slice(0, 8),
    free: params.get('free') === '1',
    sort: sort === 'new' || sort === 'score' ? sort : 'hot',
    ...(cursor === null ? {} : { cursor }),
  }
}

/** The address of a list; a changed filter or sort starts from the first page. */
export function bookListHref({ q, tags, free, sort, cursor }: BookListQuery, path = '/book'): string {
  const query = new URLSearchParams(q === undefined ? [] : [['q', q]])
  for (const tag of tags) query.append('tag', tag)
  if (free) query.set('free', '1')
  if (sort !== 'hot') query.set('sort', sort)
  if (cursor !== undefined) query.set('cursor', cursor)
  return query.size > 0 ? `${path}?${query}` : path
}
