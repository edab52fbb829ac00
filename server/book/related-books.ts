import type { RelatedBook } from '#shared/api/book/book.ts'
import type { Db } from '#server/db/schema.ts'
import { reasonText } from './related-reason.ts'
import { listTies } from './related-ties.ts'

/**
 * Returns books to read after the given book, the most closely related first, each with its strongest connection in
 * words as the reason.
 */
export async function listRelatedBooks(db: Db, id: string, limit: number): Promise<RelatedBook[]> {
  const rows = await listTies(db, id, limit)
  return rows.map(({ tie, ...book }) => ({ ...book, reason: { kind: tie.kind, text: reasonText(tie) } }))
}
