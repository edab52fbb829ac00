import type { BookSort } from '#shared/api/book.ts'

export interface VideoListQuery {
  tags: string[]
  sort: BookSort
  cursor?: string
}

/** What a list's address asks for; words it does not know are left out. */
export function readVideoQuery(params: URLSearchParams): VideoListQuery {
  const sort = params.get('sort')
  const cursor = params.get('cursor')
  return {
    tags: [...new Set(params.getAll('tag'))].slice(0, 8),
    sort: sort === 'new' || sort === 'score' ? sort : 'hot',
    ...(cursor === null ? {} : { cursor }),
  }
}
