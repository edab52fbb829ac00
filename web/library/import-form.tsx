import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { ImportVerdict } from '#shared/api/book/library.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface FormProps {
  verdict: ImportVerdict
  isBusy: boolean
  onDecide: (choice: ImportChoice) => Promise<void>
}

/** An editor's decision about an uploaded text file that the server has checked. */
export interface ImportChoice {
  bookId: string | null
  /** Id of the book's text that the imported file replaces; null adds the file beside the other texts of the book. */
  replaces: string | null
  rights: string
  source: string
}

const newBook = 'new'

/** Form that chooses the book of an imported text and the reason why the text is free. */
export function ImportForm({ verdict: { bookId, candidates, rights, replaces }, isBusy, onDecide }: FormProps) {
  const [book, setBook] = useState(bookId ?? (candidates.length === 0 ? newBook : ''))
  const [isReplacing, setReplacing] = useState(replaces?.isMuchLonger === false)
  const { message, errors, form } = useForm(async ({ rights: why = '', source = '' }) => {
    if (book === '') throw new Failure('invalid', '请先选它是哪本书')
    await onDecide({
      bookId: book === newBook ? null : book,
      replaces: isReplacing ? (replaces?.fileId ?? null) : null,
      rights: why,
      source,
    })
  })
  return (
    <form noValidate className="import-form" {...form}>
      {bookId === null && (
        <fieldset>
          <legend>是哪本书</legend>
          {candidates.map(({ id, title, authors }) => (
            <label key={id}>
              <input type="radio" name="book" value={id} checked={book === id} onChange={() => setBook(id)} required />
              《{title}》{authors.join('、')}
            </label>
          ))}
          <label>
            <input
              type="radio"
              name="book"
              value={newBook}
              checked={book === newBook}
              onChange={() => setBook(newBook)}
              required
            />
            新建一本
          </label>
        </fieldset>
      )}
      <Field
        label="为什么可以自由阅读"
        name="rights"
        defaultValue={rights}
        required
        minLength={4}
        maxLength={120}
        error={errors['rights']}
      />
      <Field label="来源（可不填）" name="source" maxLength={200} error={errors['source']} />
      {replaces && (
        <label>
          <input type="checkbox" checked={isReplacing} onChange={() => setReplacing(!isReplacing)} />
          替换已有的文件；不选就两个都留着
        </label>
      )}
      {message && <p className="form-message">{message}</p>}
      <button type="submit" className="button" disabled={isBusy}>
        {isBusy ? '正在导入……' : isReplacing ? '替换' : '导入'}
      </button>
    </form>
  )
}
