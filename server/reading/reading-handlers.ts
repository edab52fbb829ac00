import { fail } from '#shared/api/failure.ts'
import type { reading } from '#shared/api/reading.ts'
import { isBook } from '#server/book/book-queries.ts'
import type { NounHandlers } from '#server/http/handlers.ts'
import { findReadableFile } from './readable-file-queries.ts'
import { findProgress, forgetProgress, keepProgress, listReading } from './reading-queries.ts'

export const readingHandlers: NounHandlers<typeof reading> = {
  async outline({ bookId, fileId }, { db, archives, reads }) {
    reads(`book:${bookId}`)
    const file = (await findReadableFile(db, bookId, fileId)) ?? fail('missing', '这本书在这里没有可以读的正文')
    return { bookId, fileId: file.id, version: file.sha256.slice(0, 16), ...(await archives.outlineOf(file)) }
  },

  async list(_, { db, user }) {
    return { list: await listReading(db, user?.id ?? '', 20) }
  },

  async show({ bookId }, { db, user }) {
    return { progress: (await findProgress(db, user?.id ?? '', bookId)) ?? null }
  },

  async put(progress, { db, user }) {
    const userId = user?.id ?? ''
    if (!(await isBook(db, progress.bookId))) fail('missing', '没有找到这本书，它可能已被合并或移走')
    await keepProgress(db, userId, progress)
    return { progress: (await findProgress(db, userId, progress.bookId)) ?? progress }
  },

  async delete({ bookId }, { db, user }) {
    await forgetProgress(db, user?.id ?? '', bookId)
    return {}
  },
}
