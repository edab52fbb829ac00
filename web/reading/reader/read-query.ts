import { idOf, type PageQuery } from '#web/frame/page/page-query.ts'

/**
 * Query parameters of the reader page. Without a `fileId`, or with an id that no longer exists, the book's first file
 * opens.
 */
export const readPageQuery: PageQuery<{ fileId?: string }> = { fileId: idOf('file', 'file') }
