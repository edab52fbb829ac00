import type pg from 'pg'

/**
 * Tables that a backup leaves out. The manifest already lists the migrations that were run; the rows about job workers
 * and about the built scripts of pages concern only processes that run now.
 */
const leftOut = ['migration', 'job_worker', 'asset']

interface TableColumns {
  name: string
  /** The columns that are stored; PostgreSQL computes generated columns again when rows are restored. */
  columns: string[]
}

/**
 * Lists the tables whose rows belong into a backup, in alphabetical order. Partitions are listed instead of the tables
 * that they are parts of. Unlogged tables are left out, because a crash of the database may empty them at any time.
 */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
       and attnum > 0 and not attisdropped and attgenerated = '' and relname <> all($1)
     group by relname order by relname collate "C"`,
    [leftOut],
  )
  return rows
}

/** Returns the last value of each sequence that has been used, as text. */
export async function readSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename collate "C"`,
  )
  return rows
}

/**
 * Deletes all rows of the given tables, and runs `fill` while triggers are off and foreign keys are removed, so that
 * tables may be filled in any order. The foreign keys are created anew afterwards, which checks them on all rows. Must
 * run in a transaction, with the rights of the owner of the tables.
 */
export async function withoutConstraints(client: pg.Client, tables: string[], fill: () => Promise<void>) {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
     order by conrelid::regclass::text, conname`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const named = tables.map(quote)
  for (const table of named) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${named.join(', ')}`)
  await fill()
  for (const table of named) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

/** Quotes the name of a table or column for SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
