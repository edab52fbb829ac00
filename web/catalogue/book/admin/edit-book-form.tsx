import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import { describeMerge, saveOrMerge } from '#web/frame/admin/concurrent-edit.ts'
import { reportEdit } from '#web/frame/admin/last-edit-store.ts'
import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { AdminFormEnd } from '#web/frame/admin/admin-form-end.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { CoverField } from '#web/frame/upload/cover-field.tsx'
import { BookFormFields } from '#web/catalogue/book/form/book-form-fields.tsx'
import { bookDraftOf, bookFormOf, emptyBookForm, findInvalidFields } from '#web/catalogue/book/form/book-form-state.ts'
import { mergeBookForms } from '#web/catalogue/book/form/merge-book-forms.ts'
import { sendByKey } from '#web/ui/send-by-key.ts'
import { api } from '#web/frame/session/session.ts'

interface EditBookFormProps {
  /** The book that the editor edits; null for a new book. */
  edited: EditedBook | null
  onSaved: () => void
  /** Callback that receives whether the form has changes that are not saved. */
  onDirty?: (isDirty: boolean) => void
}

const listTags = (signal?: AbortSignal) => api.tag.adminList({}, signal)

/**
 * Form with all fields of a book. If another editor has saved the book meanwhile, both versions are merged in the form
 * before it is saved again.
 */
export function EditBookForm({ edited, onSaved, onDirty }: EditBookFormProps) {
  const { values, change, isDirty, discard, send } = useEditedBook(edited, onSaved)
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])
  const { form, isBusy, message, errors } = useForm(send, { within: 'book', hasSummary: true })
  return (
    <form className="admin-form decision-form" noValidate {...form}>
      <RestoredNotice discard={discard} />
      <BookFormFields
        form={values}
        errors={errors}
        change={change}
        listTags={listTags}
        hasEditionCovers
        onKeyDown={sendByKey()}
      >
        <CoverField
          cover={values.cover}
          isVisitor={false}
          error={errors['cover']}
          onChange={(cover) => change({ cover })}
        />
      </BookFormFields>
      <AdminFormEnd message={message} isBusy={isBusy} listHref="/admin/book" />
    </form>
  )
}

/** React hook that returns the values of the form for a book, a function that changes them, and one that saves them. */
function useEditedBook(edited: EditedBook | null, onSaved: () => void) {
  const navigate = useNavigate()
  const { base, values, change, rebase, finishEditing, isDirty, discard } = useEditedForm(
    `book ${edited?.id ?? 'new'}`,
    () => ({
      version: edited?.version ?? '',
      form: edited === null ? emptyBookForm : bookFormOf(edited.book),
    }),
  )
  const mergeWithTheirs = async (id: string) => {
    const fresh = await api.book.inspect({ id })
    const theirs = bookFormOf(fresh.book)
    const { merged, changed, contested } = mergeBookForms(base.form, values, theirs)
    rebase(fresh.version, theirs, merged)
    return describeMerge('这本书', { name: fresh.lastEdit?.name, changed, contested })
  }
  const update = async (id: string) => {
    const book = bookDraftOf(values)
    const { auditId } = await api.book.update({ id, version: base.version, book })
    reportEdit(`《${book.title}》已保存`, { auditId })
    finishEditing()
    onSaved()
  }
  const create = async () => {
    const book = bookDraftOf(values)
    const { id, auditId } = await api.book.create({ book })
    reportEdit(`加了《${book.title}》`, { auditId })
    finishEditing()
    await navigate(`/admin/book/${id}`)
  }
  const send = async () => {
    if (Object.keys(findInvalidFields(values)).length > 0) return
    if (edited === null) return create()
    await saveOrMerge(
      () => update(edited.id),
      () => mergeWithTheirs(edited.id),
    )
  }
  return { values, change, isDirty, discard, send }
}
