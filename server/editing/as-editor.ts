import { requireUser } from '#server/call/require-user.ts'
import type { Context } from '#server/call/context.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'

/** Who does it; and, where it takes something back, the entry of the audit that told of it. */
export interface Editing {
  editorId: string
  undoes?: string
}

/** Runs what an editor does in one transaction. */
export function asEditor<T>(context: Context, write: (db: Db, editing: Editing) => Promise<T>): Promise<T> {
  const editing = { editorId: requireUser(context).id }
  return inTransaction(context.db, (db) => write(db, editing))
}
