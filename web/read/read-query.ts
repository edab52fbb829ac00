import { idOf, type PageQuery } from '../page-query.ts'

/** Which text of the book is read; without one, or with one that is gone, the book's first. */
export const readPageQuery: PageQuery<{ fileId?: string }> = { fileId: idOf('file', 'file') }
