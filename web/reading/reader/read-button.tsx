import { BookOpen } from 'lucide'
import { useEffect, useState } from 'react'
import type { Book } from '#shared/api/book/book.ts'
import { bookFileHref } from '#shared/book-text.ts'
import { readLocal, visitor } from '#web/reading/reader/state/local-reading.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { Icon } from '#web/ui/icon.tsx'

/**
 * Links from a book's page to the reader and to the EPUB of the book. The link to the reader shows how far the
 * user has read, and loads a new document, because the reader has its own content security policy. Pass the id of the
 * book as `key`.
 */
export function ReadButton({ book }: { book: Pick<Book, 'id' | 'files'> }) {
  const { id } = book
  const epubs = book.files.filter(({ format }) => format === 'epub')
  const epub = epubs.find(({ language }) => language !== 'zh-Hant') ?? epubs[0]
  const fraction = useFractionRead(epub ? id : null)
  if (epub === undefined) return null
  return (
    <p className="book-read">
      <a className="button" href={`/book/${id}/read`} data-reload>
        <Icon of={BookOpen} size={18} />
        {fraction === null ? '在线阅读' : fraction === 1 ? '再读一遍' : `接着读 ${Math.round(fraction * 100)}%`}
      </a>
      <a className="button button-quiet" href={bookFileHref(id, epub)} download title="EPUB，别的格式在本页下方">
        下载
      </a>
    </p>
  )
}

/** Returns whether the reader can open the book. */
export function hasText({ files }: Pick<Book, 'files'>): boolean {
  return files.some(({ format }) => format === 'epub')
}

/**
 * Returns the fraction of a book that the user has read, from their account or, for a visitor, from this device. Null
 * until it is known, if the user has not begun the book, and without a book.
 */
function useFractionRead(bookId: string | null): number | null {
  const isChecked = useSession((state) => state.isChecked)
  const userId = useSession((state) => state.userInfo.id)
  const [fraction, setFraction] = useState<number | null>(null)
  useEffect(() => {
    if (bookId === null || !isChecked) return
    const controller = new AbortController()
    const found =
      userId === '' ? Promise.resolve(readLocal(visitor, bookId)) : api.reading.show({ bookId }, controller.signal)
    found
      .then(({ progress }) => controller.signal.aborted || setFraction(progress?.fraction ?? null))
      .catch((error: unknown) => controller.signal.aborted || console.warn(error))
    return () => controller.abort()
  }, [bookId, isChecked, userId])
  return fraction
}
