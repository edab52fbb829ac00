import type { RelatedBook } from '#shared/api/book/book.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { reasonText } from './related-reason.ts'
import { listTies } from './related-ties.ts'

interface RelatedRequest {
  id: string
  limit: number
  /** Whether the list contains books that have a relation to the given book. */
  hasRelations?: boolean
}

/**
 * Returns books to read after the given book, the most closely related first, each with its strongest connection in
 * words as the reason.
 */
export async function listRelatedBooks(
  db: Db,
  { id, limit, hasRelations = true }: RelatedRequest,
): Promise<RelatedBook[]> {
  const rows = await listTies(db, id, limit, hasRelations)
  return rows.map(({ tie, ...book }) => ({ ...book, reason: { kind: tie.kind, text: reasonText(tie) } }))
}
