import type { Db } from './schema.ts'

const tries = 4

/**
 * Runs in one transaction what takes locks in many places, and again where PostgreSQL has made it give way to another. Nothing but
 * the database may be changed by it.
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
