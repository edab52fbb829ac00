import { useId, useState } from 'react'
import { api } from '../session/session.ts'
import { rejectTemplates } from './review-words.ts'
import { type DecisionProps, useDeciding } from './use-deciding.ts'
import { sendByKey } from './send-by-key.ts'

/** A reason is owed to whoever gave himself the trouble; the usual ones are at hand. */
export function RejectForm({ seen, onClose, ...outcome }: DecisionProps) {
  const id = useId()
  const [note, setNote] = useState('')
  const { isBusy, message, errors, decide } = useDeciding(outcome)
  const send = () => void decide(() => api.recommend.reject({ ...seen, note }), '退回了，理由已经发给推荐的人')
  return (
    <form
      className="reject-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ul className="reject-templates" aria-label="常用的理由">
        {rejectTemplates.map((template) => (
          <li key={template}>
            <button type="button" className="chip" onClick={() => setNote(template)}>
              {template}
            </button>
          </li>
        ))}
      </ul>
      <div className="field">
        <label htmlFor={id}>为什么退回（推荐的人会看到）</label>
        <textarea
          id={id}
          rows={3}
          maxLength={500}
          // The editor asked for this form by a key.
          ref={focusFirst}
          aria-invalid={errors['note'] !== undefined || undefined}
          aria-describedby={`${id}-note`}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={sendByKey(send, onClose)}
        />
        <p id={`${id}-note`} className={errors['note'] ? 'field-error' : 'field-hint'}>
          {errors['note'] ?? '5–500 字。'}
        </p>
      </div>
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <p className="review-acts">
        <button type="submit" className="button" disabled={isBusy}>
          退回 <kbd>Ctrl Enter</kbd>
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          算了 <kbd>Esc</kbd>
        </button>
      </p>
    </form>
  )
}

const focusFirst = (element: HTMLElement | null) => element?.focus()
