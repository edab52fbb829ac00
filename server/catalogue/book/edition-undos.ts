import * as z from 'zod/mini'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'
import { unmergeEditions } from './merge-editions.ts'
import { undoMove } from './move-edition.ts'
import { undoSplit } from './split-edition.ts'

/** An edition with its former position, as the audit log records it. */
const placed = { editionId: z.string(), position: z.int() }
const Split = z.object({ ...placed, newBookId: z.string(), newVersion: z.string() })
const Move = z.object({ ...placed, toBookId: z.string() })

export const editionUndos: Record<string, Undo> = {
  'edition.split': (db, editorId, { auditId, targetId: bookId, detail }) => {
    const { editionId: id, ...split } = z.parse(Split, detail)
    return undoSplit(db, { editorId, undoes: auditId }, { id, bookId, ...split })
  },
  'edition.move': (db, editorId, { auditId, targetId: bookId, detail }) => {
    const { editionId: id, ...move } = z.parse(Move, detail)
    return undoMove(db, { editorId, undoes: auditId }, { id, bookId, ...move })
  },
  'edition.merge': (db, editorId, { auditId, targetId: bookId, detail }) => {
    const editions = detail as Record<'formerLoser' | 'formerWinner' | 'merged', DraftEdition> & { position: number }
    return unmergeEditions(db, { editorId, undoes: auditId }, { bookId, ...editions })
  },
}
