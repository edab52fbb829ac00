import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { shelfNames, shelfStates } from './shelf-words.ts'
import { useShelf } from './use-shelf.ts'
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
  const [isOpen, setIsOpen] = useState(false)
  /** The note that the user has typed and not saved; null before they type. */
  const [note, setNote] = useState<string | null>(null)
  const element = useRef<HTMLDivElement>(null)
  // The form lies over the page, so it closes as soon as the user goes on elsewhere; the typed note is preserved.
  useEffect(() => {
    if (!isOpen) return undefined
    const handleEvent = ({ target }: Event) => element.current?.contains(target as Node) || setIsOpen(false)
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, handleEvent)
    return () => {
      for (const type of ['pointerdown', 'focusin']) document.removeEventListener(type, handleEvent)
    }
  }, [isOpen])
  const { shelf, put, choose } = useShelf(bookId, { onNotice, onChosen: setIsOpen })
  return (
    <div className="shelf-control" ref={element}>
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
              shelf={note === null ? shelf : { ...shelf, note }}
              onType={(typed) => setNote(typed.note)}
              onClose={() => setIsOpen(false)}
              onSave={async (next) => {
                if (await put(next)) setNote(null)
                setIsOpen(false)
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}
