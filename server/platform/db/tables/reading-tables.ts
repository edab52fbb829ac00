import type { ColumnType, Generated } from 'kysely'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { FileFormat } from '#shared/api/book/book-file.ts'
import type { ImportVerdict, StoredImport } from '#shared/api/book/library-admin.ts'
import type { DefaultNow } from './default-now.ts'

/**
 * Types of the tables that the migrations 0006-reading.sql, 0024-reading-time.sql and 0025-replaced-texts.sql create.
 */
export interface ReadingTables {
  bookFile: BookFileTable
  libraryImport: LibraryImportTable
  replacedText: ReplacedTextTable
  readingProgress: ReadingProgressTable
  annotation: AnnotationTable
  readingTime: ReadingTimeTable
  readingTimeChoice: { userId: string; isOn: boolean; generation: number }
  kosyncAccount: KosyncAccountTable
  kosyncProgress: KosyncProgressTable
  kosyncDocument: { document: string; sha256: string; bookId: string; fileId: string }
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
  convertedFrom: string | null
  rights: string
  source: string
  originalSha256: string | null
  countCharacters: Generated<number>
  createTime: DefaultNow
}

interface ReplacedTextTable {
  fileId: string
  successorSha256: string
  replacedAt: DefaultNow
  language: string
  title: string
  size: number
  sha256: string
  storageKey: string
  rights: string
  source: string
  originalSha256: string
  countCharacters: number
  textSize: number | null
  textSha256: string | null
  textKey: string | null
}

interface LibraryImportTable {
  id: string
  editorId: string
  name: string
  parts: number
  jobId: string | null
  verdict: ColumnType<ImportVerdict | null, string | null | undefined, string | null>
  result: ColumnType<StoredImport | null, string | null | undefined, string | null>
  createTime: DefaultNow
}

interface ReadingProgressTable {
  userId: string
  bookId: string
  fileId: string
  locator: string
  fraction: number
  updatedAt: Date
  deviceId: string
  device: string
  version: Generated<number>
}

interface AnnotationTable extends Omit<Annotation, 'createdAt' | 'updatedAt'> {
  userId: string
  bookId: string
  createdAt: Date
  updatedAt: Date
}

interface ReadingTimeTable {
  userId: string
  /** The driver returns the day as text of the form YYYY-MM-DD. */
  day: string
  bookId: string
  counterId: string
  seconds: number
  characters: number
  updatedAt: DefaultNow
}

interface KosyncAccountTable {
  userId: string
  username: string
  keyHash: Buffer
  createdAt: DefaultNow
  lastUsedAt: Date | null
}

interface KosyncProgressTable {
  userId: string
  document: string
  progress: string
  percentage: number
  device: string
  deviceId: string
  updatedAt: DefaultNow
}
