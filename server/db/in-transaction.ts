import type { Db } from './schema.ts'

const tries = 4

/**
 * Runs work in one transaction, and runs it again when PostgreSQL has ended the transaction to resolve a deadlock (`with-lock.ts`
 * tells the order of locks). The work may change nothing but the database.
 */
export async function inTransaction<T>(db: Db, write: (db: Db) => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left--) {
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
