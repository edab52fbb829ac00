import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import { outageOf } from '#server/http/call/outage.ts'
import type { ArchiveEntry } from './archive-stream.ts'
import { BackupError, type BackupManifest } from './backup-manifest.ts'
import { copyIn, copySettings } from './copy-rows.ts'
import { listTables, withoutConstraints } from './database-tables.ts'
import { tableOfPiece } from './entry-digests.ts'

interface Restoring {
  manifest: BackupManifest
  /** All entries of the archive in their order. Entries that contain no rows are passed to `onOther`. */
  entries: AsyncIterable<ArchiveEntry>
  onOther(entry: ArchiveEntry): Promise<void>
  /** Called in the transaction, after all rows were written and before the commit. */
  beforeCommit?(client: pg.Client): Promise<void>
}

/**
 * Replaces the rows of a database by those of an archive, in one transaction. The database must have the tables of the
 * program that wrote the archive: the migrations that its manifest names. Throws a BackupError if the archive has other
 * tables, or rows or sequences that the database refuses.
 */
export async function restoreRows(connection: Connection, restoring: Restoring) {
  const { manifest, beforeCommit } = restoring
  const client = new pg.Client(connection)
  // An error of the database connection is ignored in this listener, because the pending query is rejected with the
  // same error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`${copySettings}; begin`)
    await requireKnownTables(client, manifest)
    const names = manifest.tables.map(({ name }) => name)
    await withoutConstraints(client, names, () => fillTables(client, restoring))
    for (const { name, value } of manifest.sequences)
      await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, value])
    await beforeCommit?.(client)
    await client.query('commit')
    await client.query('analyze')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || outageOf(error) !== undefined) throw error
    throw new BackupError(`数据库不收备份里的内容：${error.message}。`, { cause: error })
  } finally {
    // If the transaction is still open, PostgreSQL rolls it back when the connection ends.
    await client.end()
  }
}

/** Throws a BackupError if a manifest names a table or column that the site does not have. */
async function requireKnownTables(client: pg.Client, manifest: BackupManifest) {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of manifest.tables)
    if (columns.length === 0 || !columns.every((column) => known.get(name)?.has(column)))
      throw new BackupError(`备份里的表 ${name} 不是站点的表，或有站点没有的列，这份备份被改动过。`)
}

/** Copies the pieces of each table, which follow one another in an archive, with one statement. */
async function fillTables(client: pg.Client, { manifest, entries, onOther }: Restoring) {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  const all = entries[Symbol.asyncIterator]()
  let next = await all.next()
  async function* piecesOf(table: string) {
    while (!next.done && tableOfPiece(next.value.name) === table) {
      yield next.value.bytes
      next = await all.next()
    }
  }
  while (!next.done) {
    const table = tables.get(tableOfPiece(next.value.name) ?? '')
    if (table !== undefined) {
      await copyIn(client, table, piecesOf(table.name))
      continue
    }
    await onOther(next.value)
    next = await all.next()
  }
}
