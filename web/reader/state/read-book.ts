import type { BookFile } from '#shared/api/book/book-file.ts'

/** What the reader knows about the book that it shows. */
export interface ReadBook {
  id: string
  title: string
  authors: string[]
  files: BookFile[]
}
