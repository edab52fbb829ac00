import { useId } from 'react'
import type { EditedRelation, RelationDraft, RelationKind } from '#shared/api/book/relation.ts'
import { AdminDialogEnd } from '#web/admin/admin-dialog-end.tsx'
import { reportEdit } from '#web/admin/last-edit-store.ts'
import { relationWords } from '#web/book/relation-words.ts'
import { api } from '#web/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { LongField } from '#web/ui/long-field.tsx'
import { useForm, useFormValues } from '#web/ui/use-form.ts'

interface Titled {
  id: string
  title: string
}

interface RelationDialogProps {
  /** The book whose admin page is open. */
  book: Titled
  other: Titled
  /** The relation that the editor changes; null for a new one. */
  edited: EditedRelation | null
  /** All relations that already exist between the two books. */
  known: EditedRelation[]
  onDone: () => void
  onClose: () => void
}

/** Dialog that adds or changes a relation between two books. */
export function RelationDialog({ onClose, ...props }: RelationDialogProps) {
  return (
    <AskDialog heading={`和《${props.other.title}》相连`} onClose={onClose}>
      <RelationForm {...props} />
    </AskDialog>
  )
}

function RelationForm({ book, other, edited, known, onDone }: Omit<RelationDialogProps, 'onClose'>) {
  const close = useCloseDialog()
  const [{ kind, isReverse, sentence }, change] = useFormValues({
    kind: edited?.relation.kind ?? 'answers',
    isReverse: edited?.relation.toBookId === book.id,
    sentence: edited?.relation.sentence ?? '',
  })
  const send = async () => {
    const [fromBookId, toBookId] = isReverse ? [other.id, book.id] : [book.id, other.id]
    const { auditId } = await save({ fromBookId, toBookId, kind, sentence }, edited)
    reportEdit(`《${book.title}》和《${other.title}》${edited === null ? '连上了' : '的关系改好了'}`, { auditId })
    onDone()
    close()
  }
  const { form, isBusy, message, errors } = useForm(send, { within: 'relation', hasSummary: true })
  const others = known.filter(({ version }) => version !== edited?.version)
  return (
    <form className="form admin-form" noValidate {...form}>
      {others.length > 0 && (
        <p className="form-note">
          这两本书已经相连：
          {others.map(({ relation: { kind, fromBookId, sentence } }) => (
            <span key={`${kind}.${fromBookId}`}>
              {relationWords[kind][fromBookId === book.id ? 0 : 1]}，{sentence}
            </span>
          ))}
        </p>
      )}
      <KindSelect book={book} other={other} chosen={{ kind, isReverse }} onChange={change} />
      <LongField
        label="用一句话说明"
        name="sentence"
        rows={3}
        maxLength={200}
        value={sentence}
        error={errors['sentence']}
        hint={`两本书的页面上都有这一句，8–100 字；现在 ${[...sentence].length} 字。`}
        onChange={({ target }) => change({ sentence: target.value })}
      />
      <AdminDialogEnd message={message} isBusy={isBusy} />
    </form>
  )
}

function save(relation: RelationDraft, edited: EditedRelation | null) {
  if (edited === null) return api.relation.create({ relation })
  const { fromBookId, toBookId, kind } = edited.relation
  return api.relation.update({ key: { fromBookId, toBookId, kind }, version: edited.version, relation })
}

interface KindSelectProps {
  book: Titled
  other: Titled
  chosen: { kind: RelationKind; isReverse: boolean }
  onChange: (chosen: { kind: RelationKind; isReverse: boolean }) => void
}

function KindSelect({ book, other, chosen, onChange }: KindSelectProps) {
  const id = useId()
  const kinds = Object.keys(relationWords) as RelationKind[]
  const directions = [
    { isReverse: false, from: book, to: other },
    { isReverse: true, from: other, to: book },
  ]
  const choose = (value: string) => {
    const kind = kinds.find((one) => value.startsWith(one))
    if (kind !== undefined) onChange({ kind, isReverse: value.endsWith('back') })
  }
  return (
    <div className="field">
      <label htmlFor={id}>关系</label>
      <select
        id={id}
        value={`${chosen.kind}.${chosen.isReverse ? 'back' : 'on'}`}
        onChange={({ target }) => choose(target.value)}
      >
        {directions.map(({ isReverse, from, to }) => (
          <optgroup key={from.id} label={`《${from.title}》`}>
            {kinds.map((kind) => (
              <option key={kind} value={`${kind}.${isReverse ? 'back' : 'on'}`}>
                《{from.title}》{relationWords[kind][0]}《{to.title}》
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
