import { useState } from 'react'
import { noTextChoice, type TextChoice } from '#shared/text-choice.ts'
import { Failure } from '#shared/api/failure.ts'
import type { ImportVerdict } from '#shared/api/book/library.ts'
import { ImportChapters } from './import-chapters.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface FormProps {
  importId: string
  /** Whether the file is a plain text, in which the program finds the chapters. */
  isPlainText: boolean
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
  text: TextChoice
}

const newBook = 'new'

/** Form that chooses the book of an imported text and the reason why the text is free. */
export function ImportForm({ importId, isPlainText, verdict, isBusy, onDecide }: FormProps) {
  const { bookId, candidates, rights, replaces } = verdict
  const [choices, setChoices] = useState<TextChoice[]>([])
  const [isDividing, setDividing] = useState(false)
  const [book, setBook] = useState(bookId ?? (candidates.length === 0 ? newBook : ''))
  const [isReplacing, setReplacing] = useState(replaces?.isMuchLonger === false)
  const { message, errors, form } = useForm(async ({ rights: why = '', source = '' }) => {
    if (book === '') throw new Failure('invalid', '请先选它是哪本书')
    await onDecide({
      bookId: book === newBook ? null : book,
      replaces: isReplacing ? (replaces?.fileId ?? null) : null,
      rights: why,
      source,
      text: choices.at(-1) ?? noTextChoice,
    })
  })
  return (
    <form noValidate className="import-form" {...form}>
      {bookId === null && <BookChoice candidates={candidates} book={book} onChoose={setBook} />}
      {isPlainText && (
        <details open={isDividing} onToggle={({ currentTarget }) => setDividing(currentTarget.open)}>
          <summary>看看分成的章，改一改</summary>
          {isDividing && <ImportChapters importId={importId} choices={choices} onChange={setChoices} />}
        </details>
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

interface BookChoiceProps {
  candidates: ImportVerdict['candidates']
  /** The id of the chosen book, `newBook`, or empty if nothing is chosen yet. */
  book: string
  onChoose: (book: string) => void
}

function BookChoice({ candidates, book, onChoose }: BookChoiceProps) {
  const options = [
    ...candidates.map(({ id, title, authors }) => ({ id, name: `《${title}》${authors.join('、')}` })),
    { id: newBook, name: '新建一本' },
  ]
  return (
    <fieldset>
      <legend>是哪本书</legend>
      {options.map(({ id, name }) => (
        <label key={id}>
          <input type="radio" name="book" value={id} checked={book === id} onChange={() => onChoose(id)} required />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
