import { fail } from '#shared/api/failure.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'

/** An audit entry that can be undone. */
interface AuditedChange {
  auditId: string
  targetId: string
  createTime: Date
  /** The detail that the change recorded. */
  detail: Record<string, unknown>
}

/** Undoes one kind of change for an editor. Returns the id of the changed object. */
export type Undo = (db: Db, editorId: string, change: AuditedChange) => Promise<{ id: string }>

/**
 * Undoes a change once, in one transaction that may be retried. Fails as `missing` or `conflict` when that is
 * impossible.
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
