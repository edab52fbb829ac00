import { useId } from 'react'
import type { RelationKind } from '#shared/api/book/relation.ts'
import type { EditedRelation } from '#shared/api/book/relation-admin.ts'
import { AdminDialogEnd } from '#web/frame/admin/admin-dialog-end.tsx'
import { describeMerge, saveOrMerge } from '#web/frame/admin/concurrent-edit.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { mergeForms } from '#web/frame/admin/merge-forms.ts'
import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { type UnsavedForm, useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { relationWords } from '#web/catalogue/book/relation-words.ts'
import { relationText } from '#shared/api/book/relation-text.ts'
import { api } from '#web/frame/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { LongField } from '#web/ui/long-field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface Titled {
  id: string
  title: string
}

/** The other book of a relation, and the relation itself; null for a new one. */
interface OpenedRelation {
  other: Titled
  edited: EditedRelation | null
}

interface RelationValues {
  kind: RelationKind
  /** Whether the relation leads from the other book to the one whose admin page is open. */
  isReverse: boolean
  sentence: string
}
export type UnsavedRelation = UnsavedForm<RelationValues, OpenedRelation>

/**
 * Returns the common prefix of the names under which the browser stores the unsaved values of the relation forms of a
 * book.
 */
export const relationFormName = (bookId: string) => `relation ${bookId}`

interface RelationDialogProps extends OpenedRelation {
  /** The book whose admin page is open. */
  book: Titled
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

function valuesOf(edited: EditedRelation | null, bookId: string): RelationValues {
  const { kind = 'answers', toBookId, sentence = '' } = edited?.relation ?? {}
  return { kind, isReverse: toBookId === bookId, sentence }
}

const labels: Record<keyof RelationValues, string> = { kind: '关系', isReverse: '方向', sentence: '说明' }

/**
 * React hook that returns the values of the form for a relation, and a function that saves them. If another editor has
 * saved the relation meanwhile, both versions are merged in the form before it is saved again.
 */
function useEditedRelation(book: Titled, { other, edited }: OpenedRelation, report: (auditId: string) => void) {
  const loaded = { version: edited?.version ?? '', form: valuesOf(edited, book.id) }
  const subject = { other, edited }
  const name = `${relationFormName(book.id)} ${other.id} ${edited?.version ?? 'new'}`
  const { base, values, change, rebase, finishEditing, discard } = useEditedForm(name, loaded, subject)
  const onSaved = (auditId: string) => {
    finishEditing()
    report(auditId)
  }
  const mergeWithTheirs = async ({ relation: { kind, fromBookId } }: EditedRelation) => {
    const { list } = await api.relation.inspect({ id: book.id })
    const fresh = list.find(
      (one) => one.other.id === other.id && one.relation.kind === kind && one.relation.fromBookId === fromBookId,
    )
    if (fresh === undefined) return '这条关系刚刚被改成别的或移除了，你写的还在，没有保存。'
    const theirs = valuesOf(fresh, book.id)
    const { merged, changed, contested } = mergeForms(base.form, values, theirs)
    rebase(fresh.version, theirs, merged)
    return describeMerge('这条关系', {
      name: undefined,
      changed: changed.map((field) => labels[field]),
      contested: contested.map((field) => labels[field]),
    })
  }
  const save = async () => {
    const { kind, isReverse, sentence } = values
    const [fromBookId, toBookId] = isReverse ? [other.id, book.id] : [book.id, other.id]
    const relation = { fromBookId, toBookId, kind, sentence }
    if (edited === null) return onSaved((await api.relation.create({ relation })).auditId)
    const { fromBookId: from, toBookId: to, kind: formerKind } = edited.relation
    const key = { fromBookId: from, toBookId: to, kind: formerKind }
    const update = async () => onSaved((await api.relation.update({ key, version: base.version, relation })).auditId)
    return saveOrMerge(update, () => mergeWithTheirs(edited))
  }
  return { values, change, discard, save }
}

function RelationForm({ book, other, edited, known, onDone }: Omit<RelationDialogProps, 'onClose'>) {
  const close = useCloseDialog()
  const { values, change, discard, save } = useEditedRelation(book, { other, edited }, (auditId) => {
    reportEdit(`《${book.title}》和《${other.title}》${edited === null ? '连上了' : '的关系已保存'}`, { auditId })
    onDone()
    close()
  })
  const { kind, isReverse, sentence } = values
  const { form, isBusy, message, errors } = useForm(save, { within: 'relation', hasSummary: true })
  const others = known.filter(({ version }) => version !== edited?.version)
  return (
    <form className="form admin-form" noValidate {...form}>
      <RestoredNotice discard={discard} />
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
                {relationText(kind, from.title, to.title)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
