import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Field } from '#web/ui/field.tsx'
import type { Draft, DraftErrors } from '#web/catalogue/book/form/recommendation-draft.ts'
import { SimilarBooks } from './similar-books.tsx'

interface BookFieldsProps {
  draft: Draft
  errors: DraftErrors
  change: (changed: Partial<Draft>) => void
  /** Callback that is called when a form field loses the focus. */
  touch: (field: keyof Draft) => void
  editedId: string | null
}

/** Form fields that identify the recommended book: an existing book, or title and authors of a new one. */
export function BookFields({ draft, errors, change, touch, editedId }: BookFieldsProps) {
  const { bookId, title, authors } = draft
  if (bookId !== null)
    return (
      <div className="recommendation-book">
        <BookCover id={bookId} title={title} cover={null} />
        <div>
          <p className="recommendation-book-title">《{title}》</p>
          <p className="form-note">{authors}</p>
          <p className="form-note">这本书已经在这里，写下你的理由就好。</p>
          <button type="button" className="button button-quiet" onClick={() => change({ bookId: null })}>
            不是这本
          </button>
        </div>
      </div>
    )
  const text = (name: 'title' | 'authors' | 'isbn' | 'link') => ({
    name,
    value: draft[name],
    error: errors[name],
    onBlur: () => touch(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <>
      <Field label="书名" {...text('title')} required autoComplete="off" maxLength={120} />
      <Field label="作者" {...text('authors')} required autoComplete="off" hint="几位作者用顿号分开" />
      <Field
        label="你手上那个版本的 ISBN（可不填）"
        {...text('isbn')}
        inputMode="text"
        autoComplete="off"
        maxLength={40}
        hint="10 位或 13 位，有没有连字符都行，一般在封底；换一家出版社、换一位译者就是另一个 ISBN"
      />
      <SimilarBooks draft={draft} editedId={editedId} onJoin={change} />
      <Field
        label="相关网址（可不填）"
        {...text('link')}
        type="url"
        autoComplete="off"
        maxLength={500}
        hint="例如出版社的介绍页，编辑会用它核对"
      />
    </>
  )
}
