import { topic } from '#server/platform/cache/topics.ts'
import { fail } from '#shared/api/failure.ts'
import type { reading } from '#shared/api/reader/reading.ts'
import { isBook } from '#server/catalogue/book/book-queries.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { listChapters } from './list-chapters.ts'
import { findReadableFile, withoutStaleLocators } from './readable-file-queries.ts'
import { findProgress, findReportBehind, listReading } from './reading-queries.ts'
import { deleteProgress, saveProgress } from './record-progress.ts'

const noText = '这本书在这里没有可以读的正文'

export const readingHandlers: NounHandlers<typeof reading> = {
  async outline({ bookId, fileId }, { db, books, dependsOn }) {
    dependsOn(topic.book(bookId))
    const file = (await findReadableFile(db, bookId, fileId)) ?? fail('missing', noText)
    return { bookId, fileId: file.id, version: file.version, ...(await books.outlineOf(file)) }
  },

  async contents({ bookId }, { db, books, dependsOn }) {
    dependsOn(topic.book(bookId))
    const file = (await findReadableFile(db, bookId)) ?? fail('missing', noText)
    return { list: listChapters((await books.outlineOf(file)).contents) }
  },

  async list(_, { db, user }) {
    return { list: await listReading(db, requireUser({ user }).id, 20) }
  },

  async show({ bookId }, { db, user }) {
    const { id } = requireUser({ user })
    const progress = await findProgress(db, id, bookId)
    const behind = progress && (await findReportBehind(db, id, progress))
    return { progress: progress ?? null, behind: behind ?? null }
  },

  async put({ basedOn, ...reported }, { db, user }) {
    if (!(await isBook(db, reported.bookId))) missingItem('book')
    const [progress = reported] = await withoutStaleLocators(db, [reported])
    return { progress: await saveProgress(db, requireUser({ user }).id, progress, basedOn ?? 'clock') }
  },

  async delete({ bookId }, { db, user }) {
    await deleteProgress(db, requireUser({ user }).id, bookId)
    return {}
  },
}
