import type { Explained } from '#shared/api/search/explained.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { rankBooks } from '#server/search/query/rank-books.ts'
import type { RankedBook } from '#server/search/query/ranking.ts'
import { readMeanings } from '#server/search/query/read-meanings.ts'
import { scoreItem } from '#server/search/rank/score-item.ts'

const maxExplained = 20
/**
 * For each step of the search, the explanation lists the titles of at most this many of the books that the step added.
 */
const maxTitles = 3

/**
 * Explains the ranking of the first results of a search, for editors. If a book is given by its id and is not among the
 * first results, its explanation is appended to the list.
 */
export async function explain(db: Db, query: string, bookId: string | undefined) {
  const [meanings, { books, steps, subject, known, leftOut }] = await Promise.all([
    readMeanings(db, query),
    rankBooks(db, query, { tags: [], free: false }),
  ])
  const list = books.slice(0, maxExplained).map(toExplained)
  if (bookId !== undefined && !list.some((one) => one.bookId === bookId)) {
    const rank = books.findIndex((one) => one.bookId === bookId)
    const book = books[rank]
    const other = book === undefined ? await explainMissing(db, query, bookId) : toExplained(book, rank)
    if (other !== undefined) list.push(other)
  }
  return {
    meanings: meanings.map(({ terms }) => terms.map(({ text }) => text).join(' ')),
    steps: steps.map(({ step, added }) => {
      const best = books.filter(({ bookId }) => added.has(bookId)).slice(0, maxTitles)
      return { step, added: added.size, titles: best.map(({ names }) => titleOf(names)) }
    }),
    subject: subject ?? null,
    understood: known.map(({ kind, name }) => ({ kind, name })),
    leftOut,
    list,
  }
}

function toExplained(book: RankedBook, at: number): Explained {
  const { bookId, names, stage, points, popularity, reasons } = book
  return { bookId, title: titleOf(names), rank: at + 1, stage, points, popularity, reasons }
}

/** Explains the points of a book that the query did not find. Returns undefined if the book does not exist. */
async function explainMissing(db: Db, query: string, bookId: string): Promise<Explained | undefined> {
  const row = await db
    .selectFrom('searchBook')
    .select(['names', 'weight'])
    .where('bookId', '=', bookId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [meaning] = await readMeanings(db, query)
  const scored = meaning && scoreItem(meaning, { ...row, stage: 'typos' })
  return {
    bookId,
    title: titleOf(row.names),
    rank: null,
    stage: null,
    points: scored?.points ?? 0,
    popularity: scored?.popularity ?? 0,
    reasons: scored?.reasons ?? [],
  }
}

const titleOf = (names: RankedBook['names']) => names[0]?.[1] ?? ''
