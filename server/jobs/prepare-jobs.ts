import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Connection } from '#server/db/open-database.ts'

/** The library logs every success; what goes wrong is logged by the workers. */
export const silentLogger = new Logger(() => () => undefined)

/** Brings the library's own schema up to date, after the site's migrations. Several nodes may do so together. */
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
