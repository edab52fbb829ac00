import { join } from 'node:path'
import pg from 'pg'
import { type Migration, readMigrations } from './migration-files.ts'
import { createHistory, findNewMigrations, readHistory, recordMigration } from './migration-history.ts'
import type { Connection } from './open-database.ts'
import { requireServer } from './require-server.ts'
import { type Waiting, waitUntil, withSessionLock } from './with-lock.ts'

export const migrationsDirectory = join(import.meta.dirname, 'migrations')
/**
 * Seconds that a migration waits for the lock on a table before it gives up and is retried later. While it waits, every
 * later query on that table has to wait, too.
 */
const lockSeconds = 2
const pauseMs = 2000

/**
 * Brings the schema of a database up to date: runs each migration that the database has not run, in order, each in a
 * transaction. Several server processes may start together. Returns the names of the migrations it ran. Throws a
 * DatabaseError, before anything is written, if the database server is unfit, or if the tables belong to another
 * program or to a newer version of the site with which this version cannot work. With `count` it runs only the first
 * migrations, up to that number.
 */
export async function migrate(
  connection: Connection,
  { directory = migrationsDirectory, count, ...waiting }: Waiting & { directory?: string; count?: number } = {},
): Promise<string[]> {
  const client = new pg.Client(connection)
  // An error of the database connection is ignored in this listener, because the pending query is rejected with the
  // same error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("set timezone to 'UTC'")
    // `client_connection_check_interval` makes PostgreSQL cancel a long statement of a process that was killed; the
    // next start would otherwise wait for the statement. An error is ignored, because PostgreSQL refuses this setting
    // on some operating systems.
    await client.query("set client_connection_check_interval to '1s'").catch(() => undefined)
    await requireServer(client)
    const migrations = (await readMigrations(directory)).slice(0, count)
    return await withSessionLock(client, { name: 'migrations', doing: '更新数据库', ...waiting }, async () => {
      const added = findNewMigrations(migrations, await readHistory(client))
      if (added.length > 0) await createHistory(client)
      for (const migration of added) await run(client, migration, waiting)
      return added.map(({ name }) => name)
    })
  } finally {
    await client.end()
  }
}

/** Runs one schema migration. Retries it while other connections use a table that the migration must lock. */
async function run(client: pg.Client, migration: Migration, waiting: Waiting) {
  const sentence = `数据库迁移 ${migration.name} 正在等别的连接用完一张表`
  await waitUntil(() => attempt(client, migration), sentence, { ...waiting, pauseMs })
}

/**
 * Tries to run a schema migration in a transaction. Returns false, without having changed anything, if a table could
 * not be locked in time.
 */
async function attempt(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query(`begin; set local lock_timeout to '${lockSeconds}s'`)
  try {
    await client.query(migration.statements)
    await recordMigration(client, migration)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    const lockNotAvailable = '55P03'
    if ((error as { code?: unknown }).code === lockNotAvailable) return false
    throw new Error(`数据库迁移 ${migration.name} 没有成功：${(error as Error).message}`, { cause: error })
  }
}
