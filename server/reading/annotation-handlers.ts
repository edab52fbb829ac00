import type { annotation } from '#shared/api/reader/annotation.ts'
import { fail } from '#shared/api/failure.ts'
import { isBook } from '#server/book/book-queries.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { requireUser } from '#server/call/require-user.ts'
import { listAnnotations } from './annotation-queries.ts'
import { saveAnnotations } from './save-annotations.ts'

const pageLength = 200

export const annotationHandlers: NounHandlers<typeof annotation> = {
  async list({ bookId, after }, { db, user }) {
    return listAnnotations(db, requireUser({ user }).id, bookId, after, pageLength)
  },

  async put({ bookId, list }, { db, user }) {
    if (!(await isBook(db, bookId))) fail('missing', '没有找到这本书，它可能已被合并或移走')
    return { list: await saveAnnotations(db, requireUser({ user }).id, bookId, list) }
  },
}
