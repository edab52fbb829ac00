import type { annotation } from '#shared/api/reader/annotation.ts'
import { isBook } from '#server/catalogue/book/book-queries.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { listAnnotations } from './annotation-queries.ts'
import { saveAnnotations } from './save-annotations.ts'

const pageLength = 200

export const annotationHandlers: NounHandlers<typeof annotation> = {
  async list({ bookId, after }, { db, user }) {
    return listAnnotations(db, requireUser({ user }).id, bookId, after, pageLength)
  },

  async put({ bookId, list }, { db, user }) {
    if (!(await isBook(db, bookId))) missingItem('book')
    return { list: await saveAnnotations(db, requireUser({ user }).id, bookId, list) }
  },
}
