import { useCallback, useState } from 'react'
import type { OnShelf, ShelfBook, ShelfState } from '#shared/api/book/shelf.ts'
import { BookCover } from '#web/book/book-cover.tsx'
import { Credits } from '#web/book/credits.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { api } from '#web/session/session.ts'
import { ShelfForm } from './shelf-form.tsx'
import { ShelfMenu } from './shelf-menu.tsx'
import { dayNames, shelfNames, shelfStates } from './shelf-words.ts'
import './my-shelf.css'

const keyOf = (shelved: ShelfBook) => shelved.book.itemId

/** The user's books by shelf, with 想读, 在读 and 读过 (want to read, reading, read) as tabs. */
export function MyShelf() {
  const [state, setState] = useState<ShelfState>('want')
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) => api.shelf.list({ state, cursor }, signal),
    [state],
  )
  const { list, last, hasMore, message, more, reload } = usePagedList(ask, keyOf)
  return (
    <section className="my-shelf" aria-label="书架">
      <div className="chips" role="group" aria-label="书架的分栏">
        {shelfStates.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-current={one === state ? 'true' : undefined}
            onClick={() => setState(one)}
          >
            {shelfNames[one]}
            <span className="count">{last?.counts[one] ?? ''}</span>
          </button>
        ))}
      </div>
      <p className="my-shelf-links">
        <a href="/user/map">我的地图</a> · <a href="/user/year">我的这一年</a> · <a href="/user/reading">读书时间</a>
      </p>
      {message && (
        <p role="alert">
          {message}
          <button type="button" className="button button-quiet" onClick={reload}>
            再读一次
          </button>
        </p>
      )}
      {list === undefined && !message && <p className="empty">正在读取……</p>}
      {list?.length === 0 && <EmptyShelf state={state} />}
      <ul>
        {list?.map((one) => (
          <li key={one.book.itemId}>
            <ShelfRow shelved={one} onChanged={reload} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="button button-quiet" onClick={more}>
          更多
        </button>
      )}
    </section>
  )
}

function EmptyShelf({ state }: { state: ShelfState }) {
  return (
    <div className="empty">
      <p>「{shelfNames[state]}」还空着。在书的页面上点一下就放进来了。</p>
      <a className="button" href="/book">
        找一本书
      </a>
    </div>
  )
}

/** A book on the shelf with how far it is read, a link to go on reading, and a menu of all other commands. */
function ShelfRow({ shelved, onChanged }: { shelved: ShelfBook; onChanged: () => void }) {
  const [isEdited, setIsEdited] = useState(false)
  const [message, setMessage] = useState('')
  const { book, state, note, hasText, fraction } = shelved
  const bookId = book.itemId
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
      setIsEdited(false)
      onChanged()
    } catch (error) {
      setMessage(error instanceof Error ? error.message : '没有成功，请再试一次')
    }
  }
  return (
    <div className="my-shelf-row">
      <a href={`/book/${bookId}`} tabIndex={-1} aria-hidden="true">
        <BookCover id={bookId} title={book.title} cover={book.cover} />
      </a>
      <div>
        <ShelfFacts shelved={shelved} />
        {isEdited && (
          <ShelfForm
            shelf={shelved}
            onClose={() => setIsEdited(false)}
            onSave={async (next: OnShelf) => {
              await api.shelf.put({ bookId, ...next })
              setIsEdited(false)
              onChanged()
            }}
          />
        )}
        {message && <p role="alert">{message}</p>}
      </div>
      <div className="my-shelf-commands">
        {hasText && (
          <a className="button button-quiet" href={`/book/${bookId}/read`} data-reload>
            {fraction === null ? '在线阅读' : fraction === 1 ? '再读一遍' : '接着读'}
            <span className="visually-hidden">《{book.title}》</span>
          </a>
        )}
        <ShelfMenu
          title={book.title}
          state={state}
          onMove={(next) => void act(() => api.shelf.put({ bookId, state: next, note }))}
          onEdit={() => setIsEdited(true)}
          onRemove={() => void act(() => api.shelf.remove({ bookId }))}
        />
      </div>
    </div>
  )
}

function ShelfFacts({ shelved: { book, state, day, note, hasText, fraction } }: { shelved: ShelfBook }) {
  return (
    <>
      <a className="my-shelf-title" href={`/book/${book.itemId}`}>
        《{book.title}》
      </a>
      <p className="form-note">
        <Credits names={book.authors} ids={book.authorIds} /> ·{' '}
        <span className="my-shelf-day">
          {dayNames[state]} {day}
        </span>
      </p>
      {hasText && fraction !== null && (
        <p className="my-shelf-progress">
          <progress value={fraction} aria-hidden="true" />
          {fraction === 1 ? '读完了' : `读到 ${Math.round(fraction * 100)}%`}
        </p>
      )}
      {note !== '' && <p>{note}</p>}
    </>
  )
}
