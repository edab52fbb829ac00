import { useState } from 'react'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { findBooks, type FoundBook } from '#web/catalogue/book/form/book-options.ts'
import { api } from '#web/frame/session/session.ts'
import { Finder } from '#web/ui/finder.tsx'
import { DecisionForm } from '#web/catalogue/book/form/decision-form.tsx'
import { type DecisionProps, useDecision } from './use-decision.ts'
import '#web/frame/globe/picker/point-picker.css'

/**
 * Form that approves a recommendation for an existing book: the book the user named, a similar one, or any found by
 * search.
 */
export function JoinForm({ seen, inspection, onClose, ...outcome }: DecisionProps) {
  const { recommendation, similar } = inspection
  const candidates = similar.map(({ id, title, authors }) => ({ id, title, authors: authors.join('、') }))
  const namedBook =
    recommendation.bookId === null
      ? candidates[0]
      : { id: recommendation.bookId, title: recommendation.title, authors: recommendation.authors.join('、') }
  const [chosen, setChosen] = useState<FoundBook | null>(namedBook ?? null)
  const others = candidates.filter(({ id }) => id !== chosen?.id)
  const attempt = useDecision(outcome, async () => {
    if (chosen === null) return undefined
    await api.recommendation.join({ ...seen, bookId: chosen.id })
    return `并到了《${chosen.title}》`
  })
  return (
    <DecisionForm
      act={
        <>
          {chosen === null ? '先选一本书' : `并到《${chosen.title}》`} <kbd>Enter</kbd>
        </>
      }
      canSend={chosen !== null}
      startsAtAct
      attempt={attempt}
      onClose={onClose}
    >
      {chosen !== null && (
        <div className="join-chosen">
          <BookCover id={chosen.id} title={chosen.title} cover={null} />
          <p>
            <a href={`/book/${chosen.id}`} target="_blank" rel="noopener">
              《{chosen.title}》
            </a>
            <span className="form-note">{chosen.authors}</span>
          </p>
        </div>
      )}
      {others.length > 0 && (
        <div className="point-choices" role="group" aria-label="相近的书">
          {others.map((book) => (
            <button key={book.id} type="button" className="chip" onClick={() => setChosen(book)}>
              {book.title}，{book.authors}
            </button>
          ))}
        </div>
      )}
      <Finder
        label="找另一本"
        placeholder="书名、作者、拼音、ISBN"
        ask={findBooks}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        noteOf={({ authors }) => authors}
        onPick={setChosen}
      />
    </DecisionForm>
  )
}
