import type { DraftEdition } from '#shared/api/book/edition.ts'
import { fail } from '#shared/api/failure.ts'
import { describeEdition } from '#shared/api/book/edition-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { requireVersion, versionOf } from '#server/catalogue/editing/draft-version.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import {
  findEdition,
  lockDrafts,
  type SeenEdition,
  withEdition,
  withoutEdition,
  writeChangedBooks,
} from './change-editions.ts'

type Pair = Omit<SeenEdition, 'id'> & { loserId: string; winnerId: string }

/**
 * Merges one edition of a book, the loser, into another one, the winner: fields that are empty in the winner get the
 * values of the loser, which is deleted. Must run in a transaction. Returns the id of the book. Throws `conflict` when
 * the book has changed since the editor saw it.
 */
export async function mergeEditions(db: Db, editing: Editing, { loserId, winnerId, bookId, version }: Pair) {
  if (loserId === winnerId) fail('invalid', '这是同一个版本，请选另一个')
  const before = (await lockDrafts(db, [bookId]))(bookId)
  requireVersion(before, version, `《${before.title}》`)
  const { edition: winner } = findEdition(before, winnerId)
  const { edition: loser, position } = findEdition(before, loserId)
  const merged = withGapsFilled(winner, loser)
  const auditId = await recordEdit(db, editing, 'edition.merge', bookId, {
    loser: describeEdition(loser),
    winner: describeEdition(winner),
    formerLoser: loser,
    formerWinner: winner,
    position,
    merged,
  })
  const draft = withoutEdition(before, loserId)
  const editions = draft.editions.map((one) => (one.id === winnerId ? merged : one))
  await writeChangedBooks(db, [{ id: bookId, draft: { ...draft, editions } }])
  return { id: bookId, auditId }
}

/** Returns the winner of a merge of two editions, in which the fields of the loser take the place of empty fields. */
function withGapsFilled(winner: DraftEdition, loser: DraftEdition): DraftEdition {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  const filled = Object.entries(winner).map(([name, value]) => [
    name,
    isEmpty(value) ? loser[name as keyof DraftEdition] : value,
  ])
  return Object.fromEntries(filled) as DraftEdition
}

/** The data that the audit log recorded when two editions were merged. */
interface MergedEditions {
  bookId: string
  formerLoser: DraftEdition
  formerWinner: DraftEdition
  position: number
  /**
   * The surviving edition right after the merge. An undo compares it with the present edition, to refuse if an editor
   * has changed the edition since.
   */
  merged: DraftEdition
}

/**
 * Restores both editions of a merge. Must run in a transaction. Throws `conflict` when the surviving edition has
 * changed since, and `missing` when it has left the book.
 */
export async function unmergeEditions(db: Db, editing: Editing, change: MergedEditions) {
  const { bookId, formerLoser, formerWinner, position, merged } = change
  const before = (await lockDrafts(db, [bookId]))(bookId)
  const { edition: winner } = findEdition(before, formerWinner.id ?? '')
  if (versionOf(winner) !== versionOf(merged)) fail('conflict', '合并后的版本后来又改过，不能撤销')
  const editions = before.editions.map((one) => (one.id === formerWinner.id ? formerWinner : one))
  await recordEdit(db, editing, 'edition.unmerge', bookId, {
    loser: describeEdition(formerLoser),
    winner: describeEdition(formerWinner),
  })
  await writeChangedBooks(db, [{ id: bookId, draft: withEdition({ ...before, editions }, formerLoser, position) }])
  return { id: bookId }
}
