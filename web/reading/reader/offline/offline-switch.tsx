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
import { percent } from '#web/reading/reader/progress/save-progress.ts'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { notify, useReader } from '#web/reading/reader/state/reader-store.ts'

/** Button that stores the book on this device or removes it. */
export function OfflineSwitch({ book }: { book: ReadBook }) {
  const { stored, progress, store, remove } = useOfflineBook(book)
  if (!canStoreOffline() || stored === undefined) return null
  return (
    <div className="reader-offline">
      {progress !== null ? (
        <p role="status">正在存到本机…… {percent(progress)}</p>
      ) : stored === null ? (
        <button type="button" className="button button-quiet" onClick={store}>
          留在本机，没有网络也能读
        </button>
      ) : (
        <>
          <p>
            已留在本机（{(stored.bytes / 1024 / 1024).toFixed(1)} MB），没有网络也能读。
            <a href={offlinePath}>本机的书</a>
          </p>
          <button type="button" className="button button-quiet" onClick={remove}>
            从本机移除
          </button>
        </>
      )}
    </div>
  )
}

function useOfflineBook(book: ReadBook) {
  const outline = useReader((state) => state.outline)
  const [stored, setStored] = useState<OfflineBook | null | undefined>()
  const [progress, setProgress] = useState<number | null>(null)
  const store = async () => {
    if (outline === null) return
    setProgress(0)
    try {
      await storeOffline(book, outline, await loadReaderParts(), setProgress)
      setStored(await findOffline(book.id))
    } catch {
      notify('没有存好：网络断了，或本机没有地方了')
    }
    setProgress(null)
  }
  const remove = async () => {
    await removeOffline(book.id)
    setStored(null)
  }
  const handleFound = useEffectEvent((found: OfflineBook | null) => {
    setStored(found)
    // If the site has a new build or the book's text a new version, the book is stored again in place of the old copy.
    const isOutdated = found !== null && (found.version !== outline?.version || found.build !== currentBuild())
    if (isOutdated && navigator.onLine) void store()
  })
  useEffect(() => {
    void findOffline(book.id).then((found) => handleFound(found))
  }, [book.id])
  return { stored, progress, store, remove }
}
