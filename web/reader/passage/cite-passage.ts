import type { ReadBook } from '#web/reader/state/read-book.ts'

/** Returns a passage of a book, followed by a line that names its source: `——《边城》沈从文，第一章`. */
export function citePassage(passage: string, { title, authors }: Pick<ReadBook, 'title' | 'authors'>, chapter: string) {
  const source = `《${title}》${authors.join('、')}`
  return `${passage}\n——${source}${chapter === '' || chapter === title ? '' : `，${chapter}`}`
}
