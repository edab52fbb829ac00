import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from './open-database.ts'

const directory = join(import.meta.dirname, 'migrations')
/** Any number will do, as long as every node takes the same. */
const lockKey = 4_207_001

/** Runs each new `.sql` file once, in order, each in a transaction; several nodes may start together. Returns the names it ran. */
export async function migrate(connection: Connection): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migration (name text primary key, ran_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const done = new Set(rows.map((row) => row.name))
    const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
    const fresh = files.filter((file) => !done.has(file))
    for (const file of fresh) await run(client, file)
    return fresh
  } finally {
    await client.end()
  }
}

async function run(client: pg.Client, file: string) {
  const statements = await readFile(join(directory, file), 'utf8')
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into migration (name) values ($1)', [file])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`数据库迁移 ${file} 没有成功：${(error as Error).message}`, { cause: error })
  }
}
