import { useEffect, useState } from 'react'
import { listLocalBooks, readLocal, visitor } from '#web/reading/reader/state/local-reading.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import './continue-reading.css'

interface StartedBook {
  bookId: string
  title: string
  fraction: number
}

const shown = 3

/**
 * Link to the book that the user has been reading. A placeholder of the same height is shown until the book is known.
 */
export function ContinueReading() {
  const started = useStartedBooks()
  return (
    <p className="continue-reading">
      {started.length === 0
        ? '读到哪里，这台设备替你记着。'
        : started.map(({ bookId, title, fraction }) => (
            <a key={bookId} href={`/book/${bookId}/read`} data-reload>
              接着读《{title}》<span className="count">{Math.round(fraction * 100)}%</span>
            </a>
          ))}
    </p>
  )
}

function useStartedBooks(): StartedBook[] {
  const isChecked = useSession((state) => state.isChecked)
  const id = useSession((state) => state.userInfo.id)
  const [started, setStarted] = useState<StartedBook[]>([])
  useEffect(() => {
    if (!isChecked) return
    const controller = new AbortController()
    const found = id === '' ? listFromDevice(controller.signal) : listFromAccount(controller.signal)
    found.then(setStarted).catch((error: unknown) => controller.signal.aborted || console.warn(error))
    return () => controller.abort()
  }, [isChecked, id])
  return started
}

async function listFromAccount(signal: AbortSignal): Promise<StartedBook[]> {
  const { list } = await api.reading.list({}, signal)
  return list.slice(0, shown)
}

/**
 * The reading progress of a visitor who is not logged in is stored on the device only; the server supplies just the
 * book titles.
 */
async function listFromDevice(signal: AbortSignal): Promise<StartedBook[]> {
  const latest = listLocalBooks(visitor)
    .flatMap((bookId) => readLocal(visitor, bookId).progress ?? [])
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    .slice(0, shown)
  const found = latest.map(async ({ bookId, fraction }) => {
    const { title } = await api.book.show({ id: bookId }, signal)
    return { bookId, title, fraction }
  })
  return (await Promise.allSettled(found)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
