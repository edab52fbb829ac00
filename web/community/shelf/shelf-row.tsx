import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OnShelf, ShelfBook, ShelfState } from '#shared/api/book/shelf.ts'
import { forgetUnsaved, readUnsaved, useUnsaved } from '#web/frame/session/unsaved-form.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { api } from '#web/frame/session/session.ts'
import { ShelfForm, type ShelfDraft } from './shelf-form.tsx'
import { ShelfMenu } from './shelf-menu.tsx'
import { today, dayNames } from './shelf-words.ts'
import { Credits } from '#web/catalogue/book/credits.tsx'

interface ShelfRowProps {
  shelved: ShelfBook
  onSaved: (entry: OnShelf) => void
  /** Called after the book was put into another state, or removed from the shelf if `to` is undefined. */
  onGone: (row: HTMLElement | null, to?: ShelfState) => void
}

const draftNameOf = (bookId: string) => `shelf ${bookId}`

/** A book on the shelf with how far it is read, a link to go on reading, and a menu of all other commands. */
export function ShelfRow({ shelved, onSaved, onGone }: ShelfRowProps) {
  const { book, state } = shelved
  const bookId = book.itemId
  const row = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState(() => readUnsaved<ShelfDraft>(draftNameOf(bookId)))
  const [isEdited, setIsEdited] = useState(draft !== null)
  const [message, setMessage] = useState('')
  const leave = async (work: () => Promise<unknown>, to?: ShelfState) => {
    try {
      await work()
      // The form stores its draft when it disappears, so the draft must be gone before.
      flushSync(() => setDraft(null))
      if (to === undefined) forgetUnsaved(draftNameOf(bookId), new Set())
      onGone(row.current, to)
    } catch (error) {
      setMessage(error instanceof Error ? error.message : '没有成功，请再试一次')
    }
  }
  const open = () => {
    flushSync(() => setIsEdited(true))
    row.current?.querySelector<HTMLElement>('[name="note"]')?.focus()
  }
  const close = () => {
    const hadFocus = row.current?.querySelector('form')?.contains(document.activeElement) === true
    flushSync(() => setIsEdited(false))
    if (hadFocus) row.current?.querySelector<HTMLElement>('.shelf-menu button')?.focus()
  }
  // Without a note, the server retains the stored one, which may be newer than the one on this page.
  const move = (next: ShelfState) =>
    api.shelf.put({ bookId, state: next, today: today(), note: isEdited ? draft?.note : undefined })
  const save = async (next: OnShelf) => {
    const entry = await api.shelf.put({ bookId, state: next.state, today: today(), ...changesOf(next, shelved) })
    flushSync(() => setDraft(null))
    close()
    onSaved(entry)
  }
  return (
    <div className="my-shelf-row" ref={row}>
      <a href={`/book/${bookId}`} tabIndex={-1} aria-hidden="true">
        <BookCover id={bookId} title={book.title} cover={book.cover} />
      </a>
      <div>
        <ShelfFacts shelved={shelved} />
        {isEdited && <RowForm shelved={shelved} draft={draft} onClose={close} onSave={save} onType={setDraft} />}
        {message && <p role="alert">{message}</p>}
      </div>
      <div className="my-shelf-commands">
        {shelved.hasText && <ReadLink shelved={shelved} />}
        <ShelfMenu
          title={book.title}
          state={state}
          onMove={(next) => void leave(() => move(next), next)}
          onEdit={open}
          onRemove={() => void leave(() => api.shelf.remove({ bookId }))}
        />
      </div>
    </div>
  )
}

function ReadLink({ shelved: { book, fraction } }: { shelved: ShelfBook }) {
  return (
    <a className="button button-quiet" href={`/book/${book.itemId}/read`} data-reload>
      {fraction === null ? '在线阅读' : fraction === 1 ? '再读一遍' : '接着读'}
      <span className="visually-hidden">《{book.title}》</span>
    </a>
  )
}

interface RowFormProps {
  shelved: ShelfBook
  draft: ShelfDraft | null
  onClose: () => void
  onSave: (next: OnShelf) => Promise<void>
  onType: (draft: ShelfDraft | null) => void
}

/** The form of a row, which begins with what the user typed before and stores it however the user leaves. */
function RowForm({ shelved, draft, onClose, onSave, onType }: RowFormProps) {
  const [begun] = useState({ ...shelved, ...draft })
  useUnsaved(draftNameOf(shelved.book.itemId), draft)
  return (
    <ShelfForm
      shelf={begun}
      onClose={onClose}
      onSave={onSave}
      onType={(typed) => onType(Object.keys(changesOf(typed, shelved)).length === 0 ? null : typed)}
    />
  )
}

/**
 * Returns the fields of a draft that differ from the stored entry. Only these are sent, so that the unchanged fields
 * cannot replace what the user has stored on another device.
 */
function changesOf({ day, note }: ShelfDraft, stored: ShelfDraft): Partial<ShelfDraft> {
  return { ...(day !== stored.day && { day }), ...(note !== stored.note && { note }) }
}

/** Title, authors, day, progress and note of a book on the shelf. */
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
          {fraction === 1 ? '读完了' : `读到 ${percentOf(fraction)}%`}
        </p>
      )}
      {note !== '' && <p>{note}</p>}
    </>
  )
}

/** Returns the percentage of an unfinished text, which is never 0 or 100. */
function percentOf(fraction: number): number {
  return Math.min(Math.max(Math.round(fraction * 100), 1), 99)
}
