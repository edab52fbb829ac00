import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'

/**
 * A logger that drops all messages of the job library, because it logs every success. The workers log failed jobs
 * themselves.
 */
const silentLogger = new Logger(() => () => undefined)

/** Migrates the schema of the job library, after the site's migrations. Several nodes may call it at the same time. */
export async function prepareJobs(connection: Connection): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, logger: silentLogger })
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error
    throw new Error('数据库用户不能建立 graphile_worker 模式：请让它成为这个数据库的所有者。', { cause: error })
  } finally {
    await pool.end()
  }
}
