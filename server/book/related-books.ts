import type { RelatedBook } from '#shared/api/book/book.ts'
import type { Db } from '#server/db/schema.ts'
import { reasonText } from './related-reason.ts'
import { listTies, type Tie } from './related-ties.ts'

/**
 * A list gives the same reason at most this number of times, as long as there are books with other reasons. All reasons
 * about people who met in the same place count as the same one.
 */
const maxRepeats = 3

/**
 * Returns books to read after the given book, the most closely related first, each with its strongest connection in
 * words as the reason.
 */
export async function listRelatedBooks(db: Db, id: string, limit: number): Promise<RelatedBook[]> {
  const rows = await listTies(db, id, limit * 5)
  const counts = new Map<string, number>()
  const isFrequent = ({ tie }: { tie: Tie }) => {
    const theme = tie.kind === 'company' ? tie.place : reasonText(tie)
    const count = (counts.get(theme) ?? 0) + 1
    counts.set(theme, count)
    return count > maxRepeats
  }
  const { varied = [], repeated = [] } = Object.groupBy(rows, (row) => (isFrequent(row) ? 'repeated' : 'varied'))
  return [...varied, ...repeated]
    .slice(0, limit)
    .map(({ tie, ...book }) => ({ ...book, reason: { kind: tie.kind, text: reasonText(tie) } }))
}
