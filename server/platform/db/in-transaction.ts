import type { Db } from './schema.ts'

const maxAttempts = 4

/**
 * Runs a function in a transaction, and runs it again if PostgreSQL has cancelled the transaction because of a deadlock
 * (`with-lock.ts` describes the order of locks). Because the function may run several times, it must not have effects
 * outside the database.
 */
export async function inTransaction<T>(db: Db, write: (db: Db) => Promise<T>): Promise<T> {
  for (let left = maxAttempts - 1; ; left--) {
    try {
      return await db.transaction().execute(write)
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01'
}
