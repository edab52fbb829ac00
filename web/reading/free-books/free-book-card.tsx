import { bookFileHref } from '#shared/book-text.ts'
import type { LibraryBook } from '#shared/api/book/library.ts'
import { BookOpen } from 'lucide'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Byline } from '#web/catalogue/book/byline.tsx'
import { TitleText } from '#web/catalogue/book/title-text.tsx'
import { formatNames, lengthText, readingTimeText, scriptText, sizeText } from '#web/catalogue/book/text-words.ts'
import { Icon } from '#web/ui/icon.tsx'
import './free-book-card.css'
import '#web/ui/card.css'
import '#web/catalogue/book/book-grid.css'

/**
 * Card of a free book. The card links to the page of the book, a button opens the reader, and each file format is a
 * download link.
 */
export function FreeBookCard({ book, isLazy }: { book: LibraryBook; isLazy: boolean }) {
  const { id, title, cover, files } = book
  const [first] = files
  const main = files.filter(({ language }) => language === first?.language)
  const hasBothScripts = files.some(({ language }) => language !== first?.language)
  return (
    <article className="card book-card free-book-card">
      <BookCover id={id} title={title} cover={cover} isLazy={isLazy} />
      <a className="card-link book-card-title" href={`/book/${id}`}>
        <TitleText title={title} />
      </a>
      <Byline book={book} />
      {first && (
        <p className="free-book-facts">
          {lengthText(first.countCharacters)} · {readingTimeText(first.countCharacters)} ·{' '}
          {hasBothScripts ? '简繁' : scriptText(first)}
        </p>
      )}
      {files.some(({ format }) => format === 'epub') && (
        <a className="button button-quiet free-book-read" href={`/book/${id}/read`} data-reload>
          <Icon of={BookOpen} size={18} />
          阅读<span className="visually-hidden">《{title}》</span>
        </a>
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
