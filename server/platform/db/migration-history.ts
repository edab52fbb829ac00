import type pg from 'pg'
import { DatabaseError } from './wait-for-database.ts'
import type { Migration } from './migration-files.ts'

/** A migration as the database recorded it when it ran. */
type AppliedMigration = Pick<Migration, 'name' | 'checksum' | 'oldestProgram'>

const historyTable = 'migration'
const historyColumns = ['checksum', 'name', 'oldest_program', 'ran_at']
const tablesNamed = 5

/**
 * Returns the migrations that a database has already run, in order; an empty list if the database has no tables. Writes
 * nothing. Throws a DatabaseError if the database holds tables of another program.
 */
export async function readHistory(client: pg.Client): Promise<AppliedMigration[]> {
  const tables = await listTables(client)
  if (tables.length === 0) return []
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relname = $1 and relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
     order by attname`,
    [historyTable],
  )
  if (columns.map(({ name }) => name).join() !== historyColumns.join()) throw foreignTables(tables)
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum, oldest_program as "oldestProgram" from ${historyTable} order by name collate "C"`,
  )
  if (rows.length === 0 && tables.length > 1) throw foreignTables(tables)
  return rows
}

/** Creates the table that records which migrations have been run, unless the table exists. */
export async function createHistory(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists ${historyTable} (
    name text primary key, checksum text not null, oldest_program integer not null, ran_at timestamptz not null default now()
  )`)
}

/** Records that a migration has run. Must be called in the transaction that ran it. */
export async function recordMigration(client: pg.Client, migration: Migration): Promise<void> {
  const { name, checksum, oldestProgram } = migration
  const values = [name, checksum, oldestProgram]
  await client.query(`insert into ${historyTable} (name, checksum, oldest_program) values ($1, $2, $3)`, values)
}

/**
 * Returns the migrations of this program that have not been run on a database. Throws a DatabaseError if the database
 * has run other migrations than this program contains. Additional newer migrations are accepted if all of them declare
 * that they are compatible with this program.
 */
export function findNewMigrations(shipped: Migration[], applied: AppliedMigration[]): Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const migration = shipped[index]
    if (migration === undefined) break
    if (migration.name !== name) throw otherHistory(migration.name, name)
    if (migration.checksum !== checksum) throw changedMigration(name)
  }
  const number = shipped.at(-1)?.number ?? 0
  const newer = applied.slice(shipped.length)
  if (newer.some(({ oldestProgram }) => oldestProgram > number))
    throw newerSchema(shipped.at(-1)?.name ?? '', newer.at(-1)?.name ?? '')
  return shipped.slice(applied.length)
}

/**
 * Lists the tables and views of the database, except those of PostgreSQL extensions. The tables of the job queue, which
 * are in a schema of their own, are included.
 */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in (current_schema(), 'graphile_worker') and relkind in ('r', 'p', 'v', 'm', 'f') and not exists (
       select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
     ) order by nspname <> current_schema(), relname`,
  )
  return rows.map(({ name }) => name)
}

const anotherDatabase = '请另给知图一个空的数据库（换一个 DATABASE_URL，用自带数据库的换一个 DATA_DIR）'

function foreignTables(tables: string[]) {
  const named = tables.slice(0, tablesNamed).join('、') + (tables.length > tablesNamed ? '……' : '')
  return new DatabaseError(`数据库里已有别的程序的表（${named}），知图什么也没有改动。${anotherDatabase}。`)
}

function otherHistory(expected: string, found: string) {
  return new DatabaseError(
    `数据库执行过的迁移是 ${found}，这个程序在同一步的是 ${expected}：它是另一个分支的程序建立的。请换用那个程序；或者${anotherDatabase}。`,
  )
}

function changedMigration(name: string) {
  return new DatabaseError(
    `迁移 ${name} 的内容与数据库执行过的不同。请恢复它发布时的内容，改动要写成新的迁移；如果数据库是另一个分支的程序建立的，请换用那个程序。`,
  )
}

function newerSchema(shipped: string, found: string) {
  return new DatabaseError(
    `数据库已由更新的版本升级到 ${found}，这个版本（到 ${shipped}）不能再使用它。请换用新版本，或恢复升级之前的备份。`,
  )
}
