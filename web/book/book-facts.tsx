import type { Book } from '#shared/api/book/book.ts'
import { Facts } from '#web/ui/facts.tsx'
import { eraText, languageText, yearText } from './book-words.ts'

/** List of the bibliographic facts of a book, such as its publisher; unknown facts are left out. */
export function BookFacts({ book }: { book: Book }) {
  const facts: [string, string | null][] = [
    ['原名', book.originalTitle],
    [
      '出版',
      [book.publisher, book.publishedYear === null ? null : yearText(book.publishedYear)].filter(Boolean).join('，') ||
        null,
    ],
    ['写到的年代', book.era && eraText(book.era)],
    ['页数', book.pages === null ? null : `${book.pages} 页`],
    ['语言', languageText(book.language)],
    ['ISBN', book.isbn13],
  ]
  return <Facts facts={facts} />
}
