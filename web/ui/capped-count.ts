import { maxCountedBooks } from '#shared/max-counted-books.ts'

/**
 * Returns the number of entries of a list in words. A plus sign marks a lower bound: above `maxCountedBooks`, or if
 * `hasMore` tells that there are more entries than were counted.
 */
export function countText(count: number, hasMore = false): string {
  if (count > maxCountedBooks) return '1 万+'
  return hasMore ? `${count}+` : String(count)
}
