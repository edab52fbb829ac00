import { join } from 'node:path'
import pg from 'pg'
import { type Migration, readMigrations } from './migration-files.ts'
import { createHistory, findNewMigrations, readHistory, recordMigration } from './migration-history.ts'
import type { Connection } from './open-database.ts'
import { type Waiting, waitUntil, withSessionLock } from './with-lock.ts'

const migrationsDirectory = join(import.meta.dirname, 'migrations')
/**
 * Seconds a migration waits for a table before it is retried later. While a migration waits, every later query on that
 * table waits behind it.
 */
const lockSeconds = 2
const pauseMs = 2000

/**
 * Brings the schema of a database up to date: runs each migration that the database has not run, in order, each in a
 * transaction. Several nodes may start together. Returns the names of the migrations it ran. Throws a DatabaseError,
 * before anything is written, if the schema belongs to another program or to a newer version that excludes this one.
 */
export async function migrate(
  connection: Connection,
  { directory = migrationsDirectory, ...waiting }: Waiting & { directory?: string } = {},
): Promise<string[]> {
  const client = new pg.Client(connection)
  // The pending query rejects with the same error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("set timezone to 'UTC'")
    const migrations = await readMigrations(directory)
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

/** Runs one migration, and retries it while other connections hold a table that it must lock. */
async function run(client: pg.Client, migration: Migration, waiting: Waiting) {
  const sentence = `数据库迁移 ${migration.name} 正在等别的连接用完一张表`
  await waitUntil(() => attempt(client, migration), sentence, { ...waiting, pauseMs })
}

/** Tries a migration in a transaction. Returns false, without any change, when a table was not free in time. */
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
