import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Failure } from '#shared/api/failure.ts'
import type { EditedBook } from '#shared/api/book/book-admin.ts'
import { reportEdit } from '#web/admin/last-edit-store.ts'
import { mergeForms } from '#web/admin/merge-forms.ts'
import { AdminFormEnd } from '#web/admin/admin-form-end.tsx'
import { useForm, useFormValues } from '#web/ui/use-form.ts'
import { CoverField } from '#web/upload/cover-field.tsx'
import { BookFormFields } from '#web/book/form/book-form-fields.tsx'
import {
  type BookForm,
  bookDraftOf,
  bookFormFrom,
  emptyBookForm,
  findInvalidNumbers,
  textFields,
} from '#web/book/form/book-form-state.ts'
import { sendByKey } from '#web/ui/send-by-key.ts'
import { api } from '#web/session/session.ts'

interface EditBookFormProps {
  /** The book that the editor edits; null for a new book. */
  edited: EditedBook | null
  onSaved: () => void
}

const listTags = (signal?: AbortSignal) => api.tag.adminList({}, signal)

/**
 * Form with all fields of a book. If another editor has saved the book meanwhile, both versions are merged in the form
 * before it is saved again.
 */
export function EditBookForm({ edited, onSaved }: EditBookFormProps) {
  const navigate = useNavigate()
  const [base, setBase] = useState({ version: edited?.version ?? '', form: begin(edited) })
  const [values, change] = useFormValues(base.form)
  const mergeWithTheirs = async (id: string) => {
    const fresh = await api.book.inspect({ id })
    const theirs = bookFormFrom(fresh.book)
    const { merged, changed, contested } = mergeForms(base.form, values, theirs)
    change(merged)
    setBase({ version: fresh.version, form: theirs })
    return describeMerge(fresh.lastEdit?.name, changed, contested, theirs)
  }
  const update = async (id: string) => {
    const book = bookDraftOf(values)
    try {
      const { auditId } = await api.book.update({ id, version: base.version, book })
      reportEdit(`《${book.title}》改好了`, { auditId })
    } catch (error) {
      if (!isStale(error)) throw error
      const merge = await mergeWithTheirs(id).catch(() => undefined)
      throw merge === undefined ? error : new Failure('conflict', merge)
    }
    onSaved()
  }
  const create = async () => {
    const book = bookDraftOf(values)
    const { id, auditId } = await api.book.create({ book })
    reportEdit(`加了《${book.title}》`, { auditId })
    await navigate(`/admin/book/${id}`)
  }
  const send = async () => {
    if (Object.keys(findInvalidNumbers(values)).length > 0) return
    await (edited === null ? create() : update(edited.id))
  }
  const { form, isBusy, message, errors } = useForm(send, { within: 'book', hasSummary: true })
  return (
    <form className="admin-form decision-form" noValidate {...form}>
      <BookFormFields form={values} errors={errors} change={change} listTags={listTags} onKeyDown={sendByKey()}>
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

const begin = (edited: EditedBook | null) => (edited === null ? emptyBookForm : bookFormFrom(edited.book))

const otherLabels: Partial<Record<keyof BookForm, string>> = {
  desc: '介绍',
  tags: '标签',
  places: '地方',
  cover: '封面',
  editions: '版本',
}

/** Returns whether another editor saved the book after this form was opened. */
function isStale(error: unknown): boolean {
  return error instanceof Failure && error.data?.fields?.['version'] !== undefined
}

function describeMerge(
  name: string | undefined,
  changed: (keyof BookForm)[],
  contested: (keyof BookForm)[],
  theirs: BookForm,
) {
  const labelOf = (field: keyof BookForm) =>
    textFields.find((one) => one.name === field)?.label ?? otherLabels[field] ?? field
  const ofOne = changed.length > 0 ? `换成了新的：${changed.map(labelOf).join('、')}。` : ''
  const wordOf = (field: keyof BookForm) =>
    typeof theirs[field] === 'string' ? `（那边写的是「${theirs[field]}」）` : ''
  const ofBoth =
    contested.length > 0
      ? `你们都改了、还是你写的：${contested.map((field) => labelOf(field) + wordOf(field)).join('、')}。`
      : ''
  return `${name ?? '别人'}刚刚改过这本书。${ofOne}${ofBoth}看好了，再保存一次。`
}
