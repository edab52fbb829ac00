import { parseIsbn } from '#shared/isbn.ts'
import type { RecommendationStatus, SimilarBook } from '#shared/api/book/recommendation-fields.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { foldAuthors, listBookNames, sharesAuthor, titleOfWork } from '#server/catalogue/book/same-book.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import type { RankedBook } from '#server/search/query/ranking.ts'
import { compactText } from '#server/engines/text/fold-text.ts'

/** The data of a recommendation by which books of the catalogue are compared with it. */
interface SimilarQuery {
  /** The ISBN as the user typed it, valid or not. */
  isbn: string
  title: string
  authors: string[]
}

const maxSimilar = 4

/**
 * Returns at most four books that are, or may be, the recommended book: those with its ISBN, then those with its title
 * or an alias in simplified or traditional characters. `isSame` marks a book with the same ISBN, or with the same title
 * (words for an edition aside) and an author in common.
 */
export async function findSimilarBooks(db: Db, { isbn, title, authors }: SimilarQuery): Promise<SimilarBook[]> {
  const isbn13 = parseIsbn(isbn)
  const numbered =
    isbn13 === null ? [] : await db.selectFrom('edition').select('bookId as id').where('isbn13', '=', isbn13).execute()
  const work = titleOfWork(title)
  const ids = [...new Set([...numbered, ...(await listByTitle(db, work))].map(({ id }) => id))].slice(0, 20)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('book').select(['id', 'title', 'authors', 'cover']).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const names = await listBookNames(db, ids)
  const wanted = foldAuthors(authors)
  const isNumbered = new Set(numbered.map(({ id }) => id))
  const isSame = (id: string) => {
    const known = names.get(id)
    return (
      isNumbered.has(id) || (known?.titles.includes(compactText(work)) && sharesAuthor(known.authors, wanted)) === true
    )
  }
  const found = ids.flatMap((id) => {
    const book = byId.get(id)
    return book === undefined ? [] : [{ ...book, isSame: isSame(id) }]
  })
  return found.sort((a, b) => Number(b.isSame) - Number(a.isSame)).slice(0, maxSimilar)
}

async function listByTitle(db: Db, title: string): Promise<{ id: string }[]> {
  const compact = compactText(title)
  if (compact === '') return []
  const { books, stage } = await rankBooks(db, title.slice(0, 100), { tags: [], free: false })
  if (stage !== 'names' && stage !== 'typos') return []
  return books.filter((book) => isTitled(book, compact)).map(({ bookId }) => ({ id: bookId }))
}

/** Tells whether a book was found by one of its titles that equals the query or has a similar length. */
function isTitled({ reasons, names }: RankedBook, compact: string): boolean {
  const isCalled = reasons.every(({ field }) => field === 'title' || field === 'also')
  if (!isCalled) return false
  const titles = names.flatMap(([field, text]) => (field === 'title' || field === 'also' ? compactText(text) : []))
  const length = [...compact].length
  // A query of one character occurs in a great many titles, so it must equal the title. For longer queries the length
  // of the title may differ by half the length of the query, but at least by two characters.
  const slack = length === 1 ? 0 : Math.max(2, length / 2)
  return (
    titles.some((title) => Math.abs([...title].length - length) <= slack) ||
    reasons.some(({ likeness }) => likeness === 'whole')
  )
}

/** Returns the user's own recommendations, pending, approved or rejected, of a book with the given ISBN or title. */
export async function findMySimilar(db: Db, userId: string, { isbn, title }: SimilarQuery) {
  const [isbn13, compact] = [parseIsbn(isbn), compactText(titleOfWork(title))]
  const rows = await db
    .selectFrom('recommendation')
    .select(['id', 'title', 'isbn13', 'folded', 'status'])
    .where('userId', '=', userId)
    .where('status', 'in', ['pending', 'approved', 'rejected'] satisfies RecommendationStatus[])
    .where((eb) =>
      eb.or([eb('isbn13', '=', isbn13), ...(compact === '' ? [] : [eb('folded', 'like', `${compact}/%`)])]),
    )
    .orderBy('id', 'desc')
    .limit(maxSimilar)
    .execute()
  return rows.map(({ id, title, status }) => ({ id, title, status }))
}
