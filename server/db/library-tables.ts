import type { Generated } from 'kysely'
import type { FileFormat } from '#shared/api/book-file.ts'
import type { DefaultNow } from './schema.ts'

/** The texts of free books. */
export interface LibraryTables {
  bookFile: BookFileTable
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
