import { useState } from 'react'
import { api } from '#web/session/session.ts'
import { BookFormFields } from '#web/book/form/book-form-fields.tsx'
import { type BookForm, bookDraftOf, bookFormOf, findNoNumbers } from '#web/book/form/book-form-state.ts'
import { DecisionForm } from '#web/book/form/decision-form.tsx'
import { sendByKey } from '#web/ui/send-by-key.ts'
import { type DecisionProps, useDeciding } from './use-deciding.ts'

/** Every field of the book that is to be, begun with what the reader told. */
export function ApproveForm({ seen, inspection, onClose, ...outcome }: DecisionProps) {
  const [form, setForm] = useState(() => bookFormOf(inspection))
  const { isBusy, message, errors, decide } = useDeciding(outcome)
  const change = (changed: Partial<BookForm>) => setForm((current) => ({ ...current, ...changed }))
  const send = () => {
    if (Object.keys(findNoNumbers(form)).length === 0)
      void decide(() => api.recommendation.approve({ ...seen, book: bookDraftOf(form) }), '通过了，已经是一本新书')
  }
  const key = sendByKey(send, onClose)
  return (
    <DecisionForm
      act={
        <>
          通过 <kbd>Ctrl Enter</kbd>
        </>
      }
      isBusy={isBusy}
      message={message}
      onSend={send}
      onClose={onClose}
    >
      <BookFormFields form={form} errors={errors} change={change} onKeyDown={key}>
        {inspection.recommendation.cover !== null && (
          <label className="decision-cover">
            <input
              type="checkbox"
              checked={form.cover !== null}
              onChange={({ target }) => change({ cover: target.checked ? inspection.recommendation.cover : null })}
            />
            用读者传的封面
          </label>
        )}
      </BookFormFields>
    </DecisionForm>
  )
}
