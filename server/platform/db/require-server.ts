import type pg from 'pg'
import { DatabaseError } from './wait-for-database.ts'

/** The oldest major version of PostgreSQL that has everything the site uses. */
export const oldestMajor = 15

/**
 * Throws a DatabaseError if the site cannot work with this database: if its server is too old, or if it does not store
 * text as UTF-8.
 */
export async function requireServer(client: pg.Client) {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  )
  const obstacle = rows[0] && describeUnfit(rows[0])
  if (obstacle !== undefined) throw new DatabaseError(obstacle)
}

/** Returns why a database is unfit, in a Chinese sentence; undefined if it is fit. */
export function describeUnfit({ version, encoding }: { version: number; encoding: string }): string | undefined {
  const major = Math.floor(version / 10_000)
  if (major < oldestMajor)
    return `数据库是 PostgreSQL ${major}，太旧，什么也没有改动：请换用 PostgreSQL ${oldestMajor} 或更新的版本。`
  if (encoding !== 'UTF8')
    return `数据库的编码是 ${encoding}，什么也没有改动：请用 create database … encoding 'UTF8' template template0 另建一个。`
  return undefined
}
