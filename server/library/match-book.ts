import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { compactText } from '#server/search/fold-text.ts'
import { isIsbn13 } from '#shared/isbn.ts'
import type { ImportFacts } from './make-import.ts'

export interface MatchedBook {
  id: string
  title: string
  authors: string[]
  free: string | null
}

/** The book a text belongs to if that is beyond doubt, and those it might. */
export async function matchBook(
  db: Db,
  { isbn, metadata }: ImportFacts,
): Promise<{ matched: MatchedBook | null; candidates: MatchedBook[] }> {
  const columns = ['id', 'title', 'authors', 'free'] as const
  if (isbn !== null && isIsbn13(isbn)) {
    const found = await db.selectFrom('book').select(columns).where('isbn13', '=', isbn).executeTakeFirst()
    if (found) return { matched: found, candidates: [found] }
  }
  const { title, creators } = metadata
  const folded = compactText(title.replace(/[《》]/g, '').replace(/[（(].*$/, ''))
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
  const named = candidates.filter((one) => compactText(one.title) === folded)
  const authors = new Set(creators.map((creator) => compactText(creator)))
  const [first, second] = named.filter(
    (one) => authors.size === 0 || one.authors.some((author) => authors.has(compactText(author))),
  )
  return { matched: first !== undefined && second === undefined ? first : null, candidates }
}
