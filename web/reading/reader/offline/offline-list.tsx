import { useEffect, useState } from 'react'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { type OfflineBook, listOffline, removeOffline } from './offline-books.ts'

export function OfflineList() {
  const [stored, setStored] = useState<OfflineBook[] | null>(null)
  useEffect(() => {
    void listOffline().then(setStored)
  }, [])
  if (stored === null) return null
  if (stored.length === 0)
    return <p className="empty">还没有留在本机的书。打开一本书，在阅读器的设置里选「留在本机」。</p>
  const remove = async (bookId: string) => {
    await removeOffline(bookId)
    setStored(await listOffline())
  }
  const total = stored.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <>
      <ul className="offline-list">
        {stored.map(({ bookId, title, authors, bytes }) => (
          <li key={bookId}>
            <a href={`/book/${bookId}/read`} data-reload>
              <BookCover id={bookId} title={title} cover={null} isLazy={false} isDecorative />
              <span>
                <strong>{title}</strong>
                {authors.join('、')}
              </span>
            </a>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => void remove(bookId)}
              aria-label={`移除《${title}》`}
            >
              移除（{megabytes(bytes)}）
            </button>
          </li>
        ))}
      </ul>
      <p>一共 {megabytes(total)}。</p>
    </>
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
