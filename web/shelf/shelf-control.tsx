import { Suspense, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { OnShelf, ShelfState } from '#shared/api/book/shelf.ts'
import { storeIntention, ensureLogin } from '#web/reaction/intention.ts'
import { changeMyReaction, useIsMyReactionLoaded, useMyReaction } from '#web/reaction/my-reaction-store.ts'
import { sendLatest } from '#web/ui/send-latest.ts'
import { useIntention } from '#web/reaction/use-intention.ts'
import { api } from '#web/session/session.ts'
import { lazyComponent } from '#web/page/lazy-component.ts'
import { shelfNames, shelfStates, today } from './shelf-words.ts'
import './shelf-control.css'

const ShelfForm = lazyComponent(async () => (await import('./shelf-form.tsx')).ShelfForm)

interface ShelfControlProps {
  bookId: string
  onNotice: (message: string) => void
}

/**
 * Buttons that put a book on one of the user's shelves (想读、在读、读过) and then offer a form for the day and a note. A
 * second press of a button removes the book from the shelf.
 */
export function ShelfControl({ bookId, onNotice }: ShelfControlProps) {
  const { item, shelf, put } = useShelf(bookId, onNotice)
  const isLoaded = useIsMyReactionLoaded(item)
  const [isOpen, setIsOpen] = useState(false)
  const choose = (state: ShelfState) => {
    const intention = { act: 'shelf', state } as const
    if (!ensureLogin(item, intention)) return
    // The press of a shelf button is stored until the user's reactions are loaded, because sending it now would erase
    // the day and the note of an existing shelf entry.
    if (!isLoaded) return storeIntention(item, intention)
    const isOff = shelf?.state === state
    setIsOpen(!isOff)
    void put(isOff ? null : { state, day: today(), note: shelf?.note ?? '' })
  }
  useIntention(item, ['shelf'], ({ state }) => shelf?.state !== state && choose(state))
  return (
    <div className="shelf-control">
      <div className="shelf-states" role="group" aria-label="放上书架">
        {shelfStates.map((state) => (
          <button key={state} type="button" aria-pressed={shelf?.state === state} onClick={() => choose(state)}>
            {shelfNames[state]}
          </button>
        ))}
      </div>
      {shelf !== null && !isOpen && (
        <button type="button" className="text-button shelf-edit" onClick={() => setIsOpen(true)}>
          {shelf.note === '' ? '记一笔' : '改一改'}
        </button>
      )}
      {shelf !== null && isOpen && (
        <div className="panel shelf-panel">
          <Suspense fallback={<p>正在打开……</p>}>
            <ShelfForm
              shelf={shelf}
              onClose={() => setIsOpen(false)}
              onSave={async (next) => {
                await put(next)
                setIsOpen(false)
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/**
 * Returns on which shelf the user has put a book, and a function that changes this optimistically and reverts the
 * change if the call fails.
 */
function useShelf(bookId: string, onNotice: (message: string) => void) {
  const item = { itemType: 'book' as const, itemId: bookId }
  const shelf = useMyReaction(item)?.shelf ?? null
  const put = async (next: OnShelf | null) => {
    const before = shelf
    changeMyReaction(item, () => ({ shelf: next }))
    onNotice('')
    try {
      const answer = await sendLatest(`shelf:${bookId}`, async () =>
        next === null ? api.shelf.remove({ bookId }) : api.shelf.put({ bookId, ...next }),
      )
      if (answer === undefined) return
      changeMyReaction(item, () => ({ shelf: answer }))
    } catch (error) {
      changeMyReaction(item, () => ({ shelf: before }))
      onNotice(error instanceof Failure ? error.message : '没有放上书架，请再试一次')
    }
  }
  return { item, shelf, put }
}
