import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { userDataTables } from './user-tables.ts'
import { withdrawReactions } from './withdraw-reactions.ts'

/**
 * Deletes what must go with an account: all rows of the user except content that others have seen, which stays under
 * the anonymous name, and the text of comments that wait for moderation. Corrects the counts of comments and reactions.
 * The account must already be marked as deleted, because otherwise requests under way could write new rows. Locks
 * books and videos and must run in a transaction. Repeating it changes nothing.
 */
export async function deleteUserRows(db: Db, id: string) {
  await withdrawReactions(db, id)
  await db
    .updateTable('comment')
    .set({ state: 'deleted', content: '' })
    .where('userId', '=', id)
    .where(isHeld)
    .execute()
  for (const { table, column, onDelete } of userDataTables) {
    if (onDelete === 'retain' || onDelete === 'withdraw') continue
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${conditionOf(onDelete)}`.execute(db)
  }
}

/** Returns the ids of deleted users of whom rows are left that `deleteUserRows` deletes. */
export async function listUsersWithRemains(db: Db): Promise<string[]> {
  const deleted = sql`(select id from "user" where deleted_at is not null)`
  const left = userDataTables.flatMap(({ table, column, onDelete }) =>
    onDelete === 'retain'
      ? []
      : [
          sql`select ${sql.ref(column)} as id from ${sql.table(table)}
            where ${sql.ref(column)} in ${deleted} and ${conditionOf(onDelete)}`,
        ],
  )
  left.push(sql`select user_id from comment where user_id in ${deleted} and ${isHeld}`)
  const { rows } = await sql<{ id: string }>`${sql.join(left, sql` union `)}`.execute(db)
  return rows.map(({ id }) => id)
}

const isHeld = sql<boolean>`state = 'held'`

/** Returns the condition on the rows of a table that go with the account of their user. */
function conditionOf(onDelete: 'delete' | 'withdraw' | { deleteWhere: string }): RawBuilder<unknown> {
  return typeof onDelete === 'string' ? sql`true` : sql.raw(onDelete.deleteWhere)
}
