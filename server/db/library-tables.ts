import type { ColumnType, Generated } from 'kysely'
import type { FileFormat } from '#shared/api/book-file.ts'
import type { ImportVerdict, KeptImport } from '#shared/api/library.ts'
import type { DefaultNow } from './schema.ts'

/** The texts of free books, and uploads on their way into the store. */
export interface LibraryTables {
  bookFile: BookFileTable
  libraryImport: LibraryImportTable
  uploadReservation: { id: string; prefix: string; key: string; expiresAt: Date }
}

interface LibraryImportTable {
  id: string
  editorId: string
  name: string
  parts: number
  jobId: string | null
  verdict: ColumnType<ImportVerdict | null, string | null | undefined, string | null>
  kept: ColumnType<KeptImport | null, string | null | undefined, string | null>
  createTime: DefaultNow
}

interface BookFileTable {
  id: string
  bookId: string
  format: FileFormat
  language: string
  title: string
  size: number
  sha256: string
  storageKey: string
  madeFrom: string | null
  rights: string
  source: string
  originalSha256: string | null
  countCharacters: Generated<number>
  createTime: DefaultNow
}
