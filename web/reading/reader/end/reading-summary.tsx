import { useEffect, useState } from 'react'
import { countReading, sendReadingTime } from '#web/reading/reader/progress/measure-reading.ts'
import { durationText } from '#web/reading/reader/progress/duration-text.ts'
import { currentOwner, visitor } from '#web/reading/reader/state/local-reading.ts'
import { togglePanel, useReader } from '#web/reading/reader/state/reader-store.ts'
import { api } from '#web/frame/session/session.ts'
import { today } from '#web/community/shelf/shelf-words.ts'

/** The user's reading time in the book, and the number of their bookmarks and notes, with a button to these. */
export function ReadingSummary({ bookId }: { bookId: string }) {
  const time = useReadingTime(bookId)
  const countNotes = useReader(({ annotations }) => annotations.filter(({ isDeleted }) => !isDeleted).length)
  const isOpen = useReader(({ panel }) => panel === 'notes')
  if (time === null && countNotes === 0) return null
  return (
    <p className="reader-end-summary">
      {time && <span>读了 {time}</span>}
      {countNotes > 0 && (
        <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => togglePanel('notes')}>
          {countNotes} 条书签和批注
        </button>
      )}
    </p>
  )
}

/** Returns how long the user has read in a book, in words; null for visitors, and before the server has answered. */
function useReadingTime(bookId: string): string | null {
  const [time, setTime] = useState<string | null>(null)
  useEffect(() => {
    const owner = currentOwner()
    if (owner === visitor) return
    const ending = new AbortController()
    findReadingTime(owner, bookId, ending.signal).then(
      (found) => ending.signal.aborted || setTime(found),
      // Without the time, the end page is complete enough.
      () => undefined,
    )
    return () => ending.abort()
  }, [bookId])
  return time
}

async function findReadingTime(owner: string, bookId: string, signal: AbortSignal): Promise<string | null> {
  // Counts and sends the minutes since the last report of this device, so that the answer includes them.
  countReading()
  await sendReadingTime(owner, true)
  const { books } = await api.readingTime.show({ month: today().slice(0, 7), today: today() }, signal)
  const book = books.find(({ id }) => id === bookId)
  return book ? `${durationText(book.seconds)}，${book.countDays} 天` : null
}
