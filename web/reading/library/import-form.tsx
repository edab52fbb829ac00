import { useState } from 'react'
import { noTextChoice, type TextChoice } from '#shared/text-choice.ts'
import { Failure } from '#shared/api/failure.ts'
import type { ImportVerdict } from '#shared/api/book/library-admin.ts'
import { ImportChapters } from './import-chapters.tsx'
import { type Replacement, ReplaceDialog } from './replace-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface ChoiceProps {
  isReplacing: boolean
  onChange: (isReplacing: boolean) => void
}

interface FormProps {
  importId: string
  /** Whether the program divides the file into chapters, as a TXT or Markdown file. */
  isDivided: boolean
  verdict: ImportVerdict
  /** The editor's choices for the chapters, the latest last. */
  choices: TextChoice[]
  onChoose: (choices: TextChoice[]) => void
  /** Starts the import. Rejects with the `Failure` of the API call if the server refuses it. */
  onDecide: (choice: ImportChoice) => Promise<void>
}

/** An editor's decision about an uploaded text file that the server has checked. */
export interface ImportChoice {
  bookId: string | null
  /** The book's text that the imported file replaces; null adds the file beside the other texts of the book. */
  replaces: Replacement['replaces'] | null
  replaceWithShorter: boolean
  rights: string
  source: string
  text: TextChoice
}

const newBook = 'new'

/** Form that chooses the book of an imported text and the reason why the text is free. */
export function ImportForm({ importId, isDivided, verdict, choices, onChoose, onDecide }: FormProps) {
  const { bookId, candidates, rights, replaces, isSample } = verdict
  const choice = choices.at(-1) ?? noTextChoice
  const [isDividing, setDividing] = useState(false)
  const [book, setBook] = useState(bookId ?? (candidates.length === 0 ? newBook : ''))
  const [wantsReplacing, setReplacing] = useState(replaces?.isShorter === false && !isSample)
  // The text that may be replaced belongs to the book that the check has found.
  const isReplacing = wantsReplacing && book === bookId
  const [asked, setAsked] = useState<ImportChoice | null>(null)
  const { isBusy, message, errors, form } = useForm(async ({ rights: why = '', source = '' }) => {
    if (book === '') throw new Failure('invalid', '请先选它是哪本书')
    if (isReplacing && why.trim().length < 4) throw new Failure('invalid', '请先写明为什么可以自由阅读')
    const bookId = book === newBook ? null : book
    const decision = { bookId, replaces: null, replaceWithShorter: false, rights: why, source, text: choice }
    if (isReplacing) setAsked(decision)
    else await onDecide(decision)
  })
  return (
    <>
      <form noValidate className="import-form" {...form}>
        {candidates.length > 0 && <BookChoice candidates={candidates} book={book} onChoose={setBook} />}
        {isDivided && (
          <details open={isDividing} onToggle={({ currentTarget }) => setDividing(currentTarget.open)}>
            <summary className="summary-chevron">看看分成的章，改一改</summary>
            {isDividing && <ImportChapters importId={importId} choices={choices} onChange={onChoose} />}
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
        {replaces && book === bookId && <ReplaceChoice isReplacing={isReplacing} onChange={setReplacing} />}
        {message && (
          <p className="form-message" role="alert">
            {message}
          </p>
        )}
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? '正在导入……' : isReplacing ? '比较后替换' : '导入'}
        </button>
      </form>
      {asked && replaces && (
        <ReplaceDialog
          importId={importId}
          fileId={replaces.fileId}
          choice={asked.text}
          onReplace={(replacement) => onDecide({ ...asked, ...replacement })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
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

/** Asks whether an uploaded file replaces the text of the same title and language that the book has. */
function ReplaceChoice({ isReplacing, onChange }: ChoiceProps) {
  return (
    <fieldset>
      <legend>这本书已有一份同名、同语言的正文</legend>
      <label>
        <input type="radio" name="replacing" checked={isReplacing} onChange={() => onChange(true)} />
        替换它，先看看有什么不同
      </label>
      <label>
        <input type="radio" name="replacing" checked={!isReplacing} onChange={() => onChange(false)} />
        两份都留着
      </label>
    </fieldset>
  )
}
