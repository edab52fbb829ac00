import { useEffect, useEffectEvent, useState } from 'react'
import {
  canStoreOffline,
  currentBuild,
  findOffline,
  storeOffline,
  type OfflineBook,
  offlinePath,
  removeOffline,
} from './offline-books.ts'
import { loadReaderParts } from './load-reader-parts.ts'
import { percent } from '#web/reader/progress/save-place.ts'
import type { ReadBook } from '#web/reader/state/read-book.ts'
import { notify, useReader } from '#web/reader/state/reader-store.ts'

/** Keeps the book on this device, or no longer. */
export function OfflineSwitch({ book }: { book: ReadBook }) {
  const { kept, progress, keep, remove } = useKept(book)
  if (!canStoreOffline() || kept === undefined) return null
  return (
    <div className="reader-offline">
      {progress !== null ? (
        <p role="status">正在存到本机…… {percent(progress)}</p>
      ) : kept === null ? (
        <button type="button" className="button button-quiet" onClick={keep}>
          留在本机，没有网络也能读
        </button>
      ) : (
        <>
          <p>
            已留在本机（{(kept.bytes / 1024 / 1024).toFixed(1)} MB），没有网络也能读。<a href={offlinePath}>本机的书</a>
          </p>
          <button type="button" className="button button-quiet" onClick={remove}>
            从本机移走
          </button>
        </>
      )}
    </div>
  )
}

function useKept(book: ReadBook) {
  const outline = useReader((state) => state.outline)
  const [kept, setKept] = useState<OfflineBook | null | undefined>()
  const [progress, setProgress] = useState<number | null>(null)
  const keep = async () => {
    if (outline === null) return
    setProgress(0)
    try {
      await storeOffline(book, outline, await loadReaderParts(), setProgress)
      setKept(await findOffline(book.id))
    } catch {
      notify('没有存好：网络断了，或本机没有地方了')
    }
    setProgress(null)
  }
  const remove = async () => {
    await removeOffline(book.id)
    setKept(null)
  }
  const take = useEffectEvent((found: OfflineBook | null) => {
    setKept(found)
    // Of a new build of the site, or a new edition of the text, this device keeps the new one.
    const isOld = found !== null && (found.version !== outline?.version || found.build !== currentBuild())
    if (isOld && navigator.onLine) void keep()
  })
  useEffect(() => {
    void findOffline(book.id).then((found) => take(found))
  }, [book.id])
  return { kept, progress, keep, remove }
}
