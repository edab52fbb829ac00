import type { BookFile } from '#shared/api/book/book-file.ts'

/** Fields of the book that the reader shows. */
export interface ReadBook {
  id: string
  title: string
  authors: string[]
  files: BookFile[]
}
