import { Fragment } from 'react'
import type { Book } from '#shared/api/book/book.ts'
import { bookListHref } from '#web/catalogue/book/book-href.ts'
import { yearText } from '#shared/year-text.ts'
import { languageName } from '#web/catalogue/book/language-name.ts'
import { lengthText, readingTimeText } from '#web/catalogue/book/text-words.ts'

/**
 * One line below the authors: literary forms, year, foreign original language, and how long the text of the book is.
 * Unknown facts are left out.
 */
export function BookSummary({ book: { tags, publishedYear, originalLanguage, files } }: { book: Book }) {
  const forms = tags.filter(({ kind }) => kind === 'form')
  const [text] = files
  const facts = [
    ...forms.map(({ id, name }) => (
      <a key={id} href={bookListHref({ tags: [name], free: false, sort: 'hot' })}>
        {name}
      </a>
    )),
    publishedYear !== null && yearText(publishedYear),
    originalLanguage !== null && !['zh', 'lzh'].includes(originalLanguage) && languageName(originalLanguage),
    text && `${lengthText(text.countCharacters)}，${readingTimeText(text.countCharacters)}`,
  ].filter((fact) => fact !== false && fact !== undefined)
  if (facts.length === 0) return null
  return (
    <p className="book-summary touch-links">
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}
