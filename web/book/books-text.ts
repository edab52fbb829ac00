import { maxCountedBooks } from '#shared/max-counted-books.ts'

/** Returns a number of books in words; many books are not counted exactly. */
export function booksText(count: number): string {
  return count > maxCountedBooks ? '一万多' : String(count)
}
