import { bookFileHref } from '#shared/book-text.ts'
import type { LibraryBook } from '#shared/api/book/library.ts'
import { BookCover } from '#web/book/book-cover.tsx'
import { Credits } from '#web/book/credits.tsx'
import { formatNames, lengthText, readingTimeText, scriptText, sizeText } from '#web/book/detail/text-words.ts'
import './free-book-card.css'
import '#web/ui/card.css'
import '#web/book/book-grid.css'

/** Card of a free book. The cover links to the book's page, and each file format is a download link. */
export function FreeBookCard({
  book: { id, title, authors, authorIds, cover, files },
  isLazy,
}: {
  book: LibraryBook
  isLazy: boolean
}) {
  const [first] = files
  const main = files.filter(({ language }) => language === first?.language)
  const hasBothScripts = files.some(({ language }) => language !== first?.language)
  return (
    <article className="card book-card free-book-card">
      <BookCover id={id} title={title} cover={cover} isLazy={isLazy} />
      <a className="card-link book-card-title" href={`/book/${id}`}>
        {title}
      </a>
      <p className="book-card-authors">
        <Credits names={authors} ids={authorIds} />
      </p>
      {first && (
        <p className="free-book-facts">
          {lengthText(first.countCharacters)} · {readingTimeText(first.countCharacters)} ·{' '}
          {hasBothScripts ? '简繁' : scriptText(first)}
        </p>
      )}
      <ul className="free-book-formats">
        {main.map((file) => (
          <li key={file.id}>
            <a href={bookFileHref(id, file)} download title={`${file.rights}${file.source}`}>
              <span className="visually-hidden">下载《{title}》</span>
              {formatNames[file.format]} <span className="count">{sizeText(file.size)}</span>
            </a>
          </li>
        ))}
      </ul>
    </article>
  )
}
