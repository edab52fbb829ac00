import { requireUser } from '#server/http/call/require-user.ts'
import type { Context } from '#server/http/call/context.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * The editor who makes a change. If the change undoes an earlier one, `undoes` is the id of the earlier change's entry
 * in the audit log.
 */
export interface Editing {
  editorId: string
  undoes?: string
}

/** Runs a database change by the signed-in editor in one transaction, which may be retried. */
export function asEditor<T>(context: Context, write: (db: Db, editing: Editing) => Promise<T>): Promise<T> {
  const editing = { editorId: requireUser(context).id }
  return inTransaction(context.db, (db) => write(db, editing))
}
