import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import type { Connection } from './open-database.ts'
import { type Waiting, waitUntil, withSessionLock } from './with-lock.ts'

const ownDirectory = join(import.meta.dirname, 'migrations')
/**
 * Seconds a migration waits for a table before it gives way: while it waits, every later query on that table waits
 * behind it.
 */
const lockSeconds = 2
const pauseMs = 2000

/**
 * Runs each new `.sql` file once, in order, each in a transaction; several nodes may start together. Returns the names
 * of the files it ran.
 */
export async function migrate(
  connection: Connection,
  { directory = ownDirectory, ...waiting }: Waiting & { directory?: string } = {},
): Promise<string[]> {
  const client = new pg.Client(connection)
  // An error of the connection also rejects the query under way, which reports it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("set timezone to 'UTC'")
    return await withSessionLock(client, { name: 'migrations', doing: '更新数据库', ...waiting }, async () => {
      await client.query(
        'create table if not exists migration (name text primary key, ran_at timestamptz not null default now())',
      )
      const { rows } = await client.query<{ name: string }>('select name from migration')
      const done = new Set(rows.map((row) => row.name))
      const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
      const fresh = files.filter((file) => !done.has(file))
      for (const file of fresh) await run(client, join(directory, file), waiting)
      return fresh
    })
  } finally {
    await client.end()
  }
}

/** Runs one file, again and again while other connections hold a table that it must lock. */
async function run(client: pg.Client, path: string, waiting: Waiting) {
  const statements = await readFile(path, 'utf8')
  const file = basename(path)
  const sentence = `数据库迁移 ${file} 正在等别的连接用完一张表`
  await waitUntil(() => attempt(client, file, statements), sentence, { ...waiting, pauseMs })
}

/** False when a table was not free in time, which leaves the database as it was. */
async function attempt(client: pg.Client, file: string, statements: string): Promise<boolean> {
  await client.query(`begin; set local lock_timeout to '${lockSeconds}s'`)
  try {
    await client.query(statements)
    await client.query('insert into migration (name) values ($1)', [file])
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    const lockNotAvailable = '55P03'
    if ((error as { code?: unknown }).code === lockNotAvailable) return false
    throw new Error(`数据库迁移 ${file} 没有成功：${(error as Error).message}`, { cause: error })
  }
}
