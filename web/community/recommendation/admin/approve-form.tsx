import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { api } from '#web/frame/session/session.ts'
import { BookFormFields } from '#web/catalogue/book/form/book-form-fields.tsx'
import {
  type BookForm,
  bookDraftOf,
  bookFormOfRecommendation,
  findInvalidFields,
} from '#web/catalogue/book/form/book-form-state.ts'
import { DecisionForm } from '#web/catalogue/book/form/decision-form.tsx'
import { sendByKey } from '#web/ui/send-by-key.ts'
import { type DecisionProps, useDecision } from './use-decision.ts'

/**
 * Form with which an editor approves a recommendation as a new book. It has all fields of a book, filled from the
 * recommendation.
 */
export function ApproveForm({ seen, inspection, onClose, ...outcome }: DecisionProps) {
  const name = `approval ${seen.id} ${seen.updateTime}`
  const {
    values: form,
    change,
    finishEditing,
    discard,
  } = useEditedForm<BookForm>(name, () => ({ version: '', form: bookFormOfRecommendation(inspection) }))
  const attempt = useDecision(outcome, async () => {
    if (Object.keys(findInvalidFields(form)).length > 0) return undefined
    await api.recommendation.approve({ ...seen, book: bookDraftOf(form) })
    finishEditing()
    return '通过了，已经是一本新书'
  })
  return (
    <DecisionForm
      act={
        <>
          通过 <kbd>Ctrl Enter</kbd>
        </>
      }
      attempt={attempt}
      onClose={onClose}
    >
      <RestoredNotice discard={discard} />
      <BookFormFields form={form} errors={attempt.errors} change={change} onKeyDown={sendByKey(onClose)}>
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
