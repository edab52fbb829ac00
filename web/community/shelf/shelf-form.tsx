import type { FormEvent } from 'react'
import type { OnShelf } from '#shared/api/book/shelf.ts'
import { useEscape } from '#web/ui/use-escape.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { dayNames, today } from './shelf-words.ts'

/** The typed fields of the form. */
export type ShelfDraft = Pick<OnShelf, 'day' | 'note'>

interface ShelfFormProps {
  shelf: OnShelf
  onSave: (next: OnShelf) => Promise<void>
  onClose: () => void
  onType?: (draft: ShelfDraft) => void
}

/** Form for the day and the short note that a user adds to a book on one of their shelves. */
export function ShelfForm({ shelf, onSave, onClose, onType }: ShelfFormProps) {
  const { errors, message, isBusy, form } = useForm(({ day = '', note = '' }) =>
    onSave({ state: shelf.state, day: day || today(), note }),
  )
  useEscape(onClose)
  const handleInput = (event: FormEvent<HTMLFormElement>) => {
    form.onInput(event)
    const fields = new FormData(event.currentTarget)
    onType?.({ day: String(fields.get('day')), note: String(fields.get('note')) })
  }
  return (
    <form className="form shelf-form" {...form} onInput={handleInput} noValidate>
      <Field label={dayNames[shelf.state]} name="day" type="date" defaultValue={shelf.day} error={errors['day']} />
      <Field
        label="一句话笔记"
        name="note"
        maxLength={200}
        defaultValue={shelf.note}
        hint="只有你看得到，除非你公开了主页"
        error={errors['note']}
      />
      {message && <p role="alert">{message}</p>}
      <div className="form-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          记下
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          收起
        </button>
      </div>
    </form>
  )
}
