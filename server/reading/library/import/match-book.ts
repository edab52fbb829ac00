import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { foldAuthors, sharesAuthor, titleOfWork } from '#server/catalogue/book/same-book.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import { isIsbn13 } from '#shared/isbn.ts'
import type { ImportFacts } from '#server/engines/epub/convert/convert-file.ts'

export interface MatchedBook {
  id: string
  title: string
  authors: string[]
  free: string | null
}

/** The metadata of an imported file by which its book is found. */
type ImportIdentity = Pick<ImportFacts, 'isbn' | 'metadata'>

/**
 * Finds the book that an imported file certainly belongs to (`matched`), and the books that an editor may choose from.
 * Books that the editor has declined are not found.
 */
export async function matchBook(
  db: Db,
  { isbn, metadata }: ImportIdentity,
  declined: readonly string[] = [],
): Promise<{ matched: MatchedBook | null; candidates: MatchedBook[] }> {
  const columns = ['book.id', 'book.title', 'authors', 'free'] as const
  if (isbn !== null && isIsbn13(isbn)) {
    const found = await db
      .selectFrom('edition')
      .innerJoin('book', 'book.id', 'bookId')
      .select(columns)
      .where('isbn13', '=', isbn)
      .executeTakeFirst()
    if (found && !declined.includes(found.id)) return { matched: found, candidates: [found] }
  }
  const { title, creators } = metadata
  const folded = compactText(withoutNotes(titleOfWork(title)))
  if (folded === '') return { matched: null, candidates: [] }
  const candidates = await db
    .selectFrom('book')
    .innerJoin('searchBook', 'searchBook.bookId', 'book.id')
    .select(columns)
    .where(sql<boolean>`position(${folded} in replace(search_book.folded, ' ', '')) > 0`)
    .orderBy(sql`length(title)`)
    .orderBy('id')
    .limit(8)
    .execute()
  const whole = compactText(title)
  const named = candidates.filter((one) => {
    if (declined.includes(one.id)) return false
    const known = compactText(one.title)
    return known === folded || known === whole || compactText(withoutScript(one.title)) === folded
  })
  const authors = foldAuthors(creators)
  const [first, second] = named.filter((one) => authors.length === 0 || sharesAuthor(foldAuthors(one.authors), authors))
  return { matched: first !== undefined && second === undefined ? first : null, candidates }
}

/**
 * Shortens a book title: removes its quotation marks and everything from the first bracket on, so that `《红楼梦》（程乙本）`
 * becomes `红楼梦`.
 */
function withoutNotes(title: string) {
  return title.replace(/[《》]/g, '').replace(/[（(].*$/, '')
}

/**
 * Removes from a title a bracket that only says simplified or traditional characters. Other brackets stay, because
 * `三体（二）` and `三体（三）` are two books.
 */
function withoutScript(title: string) {
  return title.replace(/[（(][简簡繁][体體中][^）)]*[）)]/g, '')
}
