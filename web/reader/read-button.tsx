import { BookOpen } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { Book } from '#shared/api/book/book.ts'

/**
 * Link from a book's page to the reader. The link loads a new document, because the reader has its own content security
 * policy.
 */
export function ReadButton({ book: { id, files } }: { book: Pick<Book, 'id' | 'files'> }) {
  if (!files.some(({ format }) => format === 'epub')) return null
  return (
    <p className="book-read">
      <a className="button" href={`/book/${id}/read`} data-reload>
        <Icon of={BookOpen} size={18} />
        在线阅读
      </a>
    </p>
  )
}
