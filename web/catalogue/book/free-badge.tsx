import type { BookCard } from '#shared/api/book/book.ts'

/** Badge of a book whose text can be read on this site or is in the public domain; other books get no badge. */
export function FreeBadge({ free, hasText }: Pick<BookCard, 'free' | 'hasText'>) {
  if (hasText) return <span className="badge">免费</span>
  return free ? <span className="badge">公版</span> : null
}
