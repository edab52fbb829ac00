import { maxCountedBooks } from '#shared/max-counted-books.ts'

/** Returns the number of entries of a list in words; beyond `maxCountedBooks` it is not exact. */
export function countText(count: number): string {
  return count > maxCountedBooks ? '一万多' : String(count)
}
