import type { BookFile } from '#shared/api/book/book-file.ts'

/** Those fields of a book that the reader needs. */
export interface ReadBook {
  id: string
  title: string
  authors: string[]
  files: BookFile[]
}
