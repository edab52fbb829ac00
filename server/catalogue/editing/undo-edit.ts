import { fail } from '#shared/api/failure.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** An entry of the audit log about an editor's change that can be undone. */
interface AuditedChange {
  auditId: string
  targetId: string
  createTime: Date
  /** The data that was recorded when the editor's change was made, such as the former values. */
  detail: Record<string, unknown>
}

/**
 * A function that undoes one type of change for an editor. It returns the id of the book, tag or other object that was
 * changed.
 */
export type Undo = (db: Db, editorId: string, change: AuditedChange) => Promise<{ id: string }>

/**
 * Undoes a change, given by its audit entry, in one transaction that may be retried. Fails as `missing` or `conflict`
 * when the change cannot be undone or was undone before.
 */
export async function undoEdit(db: Db, editorId: string, auditId: string, undos: Record<string, Undo>) {
  return inTransaction(db, async (db) => {
    const entry = await db.selectFrom('audit').selectAll().where('id', '=', auditId).forUpdate().executeTakeFirst()
    if (entry === undefined) return fail('missing', '没有这条操作记录')
    const { action, targetType, targetId, detail, createTime } = entry
    const undo = undos[action]
    if (undo === undefined || targetId === null) return fail('conflict', '这一步不能在这里撤销')
    if (entry.undoneAt !== null) fail('conflict', '这一步已经撤销过了')
    const { id } = await undo(db, editorId, { auditId, targetId, detail, createTime })
    await db.updateTable('audit').set({ undoneAt: new Date() }).where('id', '=', auditId).execute()
    return { targetType, targetId: id }
  })
}
