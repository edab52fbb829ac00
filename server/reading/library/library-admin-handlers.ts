import type { libraryAdmin } from '#shared/api/book/library-admin.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { restoreText } from '#server/reading/book-file/replaced-texts.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { compareImport } from '#server/reading/library/import/compare-import.ts'
import { listImports } from '#server/reading/library/import/import-queries.ts'
import { listImported } from './free-book-queries.ts'
import { previewImport } from '#server/reading/library/import/preview-import.ts'
import { removeImport } from '#server/reading/library/import/remove-import.ts'
import { deleteUploadedImport, startJudging, startStoring } from '#server/reading/library/import/start-import.ts'

export const libraryAdminHandlers: NounHandlers<typeof libraryAdmin> = {
  async judge(sent, { db, user }) {
    return { jobId: await startJudging(db, requireUser({ user }).id, sent) }
  },

  async store({ id, ...decision }, { db, user }) {
    return { jobId: await startStoring(db, requireUser({ user }).id, id, decision) }
  },

  async previewChapters(input, { db, storage, user }) {
    return previewImport({ db, storage }, requireUser({ user }).id, input)
  },

  async compareTexts(input, { db, storage, user }) {
    return compareImport({ db, storage }, requireUser({ user }).id, input)
  },

  async imports(_, { db, user }) {
    return { list: await listImports(db, requireUser({ user }).id) }
  },

  async removeImport({ id }, { db, storage, user }) {
    await deleteUploadedImport(db, storage, requireUser({ user }).id, id)
    return {}
  },

  async importedFiles(_, { db }) {
    return { list: await listImported(db, 200) }
  },

  async restoreText(seen, { db, user }) {
    const { id } = requireUser({ user })
    await inTransaction(db, (db) => restoreText(db, id, seen))
    return {}
  },

  async removeFile({ id }, { db, user }) {
    await removeImport(db, requireUser({ user }).id, id)
    return {}
  },
}
