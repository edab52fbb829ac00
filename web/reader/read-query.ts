import { idOf, type PageQuery } from '#web/page/page-query.ts'

/** The text of the book to read; without one, or with one that is gone, the book's first. */
export const readPageQuery: PageQuery<{ fileId?: string }> = { fileId: idOf('file', 'file') }
