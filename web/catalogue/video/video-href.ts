import type { BookSort } from '#shared/api/book/book.ts'
import { bookSorts } from '#web/catalogue/book/book-href.ts'
import { cursor, oneOf, type PageQuery, readQuery } from '#web/frame/page/page-query.ts'

interface VideoListQuery {
  sort: BookSort
  cursor?: string
}

export const videoQuery: PageQuery<VideoListQuery> = { sort: oneOf('sort', bookSorts, 'hot'), cursor }

export function readVideoQuery(params: URLSearchParams): VideoListQuery {
  return readQuery(videoQuery, params)
}
