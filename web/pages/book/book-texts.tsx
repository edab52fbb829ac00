import { Download } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { Book } from '#shared/api/book/book.ts'
import type { BookFile } from '#shared/api/book/book-file.ts'
import { bookFileHref } from '#shared/book-text.ts'
import { formatNames, lengthText, readingTimeText, scriptText, sizeText } from '#web/catalogue/book/text-words.ts'
import './book-texts.css'

/** The text files of a book for reading and download, with their source and the reason why they are free. */
export function BookTexts({ book: { id, free, files } }: { book: Pick<Book, 'id' | 'free' | 'files'> }) {
  if (free === null) return null
  const texts = Map.groupBy(files, ({ title, language }) => `${title}/${language}`)
  return (
    <section className="book-free" aria-labelledby="texts">
      <h2 id="texts">{files.length > 0 ? '可以自由阅读' : '已进入公有领域'}</h2>
      <p>{free}</p>
      {files.length === 0 && (
        <p className="form-note">
          本站暂无全文。<a href="/book/freeBook">看看能读全文的书</a>
        </p>
      )}
      {[...texts].map(([key, forms]) => (
        <Text key={key} bookId={id} forms={forms} />
      ))}
    </section>
  )
}

function Text({ bookId, forms }: { bookId: string; forms: BookFile[] }) {
  const [first] = forms
  if (first === undefined) return null
  const { title, source, countCharacters } = first
  return (
    <div className="book-text">
      <p className="book-text-name">
        {title}
        <span>
          {scriptText(first)} · {lengthText(countCharacters)} · {readingTimeText(countCharacters)}
        </span>
      </p>
      <ul className="chips">
        {forms.map((file) => (
          <li key={file.id}>
            <a className="button button-quiet book-text-form" href={bookFileHref(bookId, file)} download>
              <Icon of={Download} size={18} />
              <span className="visually-hidden">
                《{title}》{scriptText(file)}
              </span>
              下载 {formatNames[file.format]}
              <span className="count">{sizeText(file.size)}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="book-text-source">{source}</p>
    </div>
  )
}
