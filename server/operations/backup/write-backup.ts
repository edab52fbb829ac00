import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import { readHistory } from '#server/platform/db/migration-history.ts'
import { isStorageKey, type Storage } from '#server/platform/storage/storage.ts'
import { type ArchiveFile, type ArchiveWriter, writeArchive } from './archive-stream.ts'
import { archiveFormat, BackupError, type BackupManifest, manifestName } from './backup-manifest.ts'
import { copyOut, copySettings } from './copy-rows.ts'
import { listTables, readSequences } from './database-tables.ts'
import { EntryDigests, filePrefix, nameOfPiece } from './entry-digests.ts'
import { storedPrefixes } from './stored-prefixes.ts'

export interface BackupSource {
  connection: Connection
  storage: Storage
  site: { name: string; publicUrl: string }
  /** The version of this program. */
  version: string
}

interface Writing extends ArchiveFile {
  createTime: Date
  /** A signal that ends the backup with an error. */
  signal?: AbortSignal | undefined
}

/**
 * Writes the rows of one snapshot of the database, and then all stored files, to an archive. The site may run and
 * write meanwhile: stored files never change, and the site writes a file before the row that refers to it, so the files
 * of all rows of the snapshot are there. The file of the archive must not exist; it is deleted if the backup fails.
 */
export async function writeBackup(source: BackupSource, writing: Writing): Promise<BackupManifest> {
  const archive = writeArchive(writing, writing.createTime)
  try {
    const manifest = await addEntries(source, archive, writing)
    await archive.finish()
    return manifest
  } catch (error) {
    await archive.abort()
    await rm(writing.path, { force: true })
    throw error
  }
}

async function addEntries(source: BackupSource, archive: ArchiveWriter, { createTime, signal }: Writing) {
  const digests = new EntryDigests()
  const { tables, ...ofDatabase } = await addRows(source.connection, { archive, digests, signal })
  await addFiles(source.storage, { archive, digests, signal })
  const { name: siteName, publicUrl } = source.site
  const manifest: BackupManifest = {
    format: archiveFormat,
    createTime: createTime.toISOString(),
    siteName,
    publicUrl,
    version: source.version,
    ...ofDatabase,
    tables: digests.tables(tables),
    files: digests.files(),
  }
  await archive.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  return manifest
}

interface Adding {
  archive: ArchiveWriter
  digests: EntryDigests
  signal: AbortSignal | undefined
}

async function addRows(connection: Connection, { archive, digests, signal }: Adding) {
  const client = new pg.Client(connection)
  // An error of the database connection is ignored in this listener, because the pending query is rejected with the
  // same error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(copySettings)
    await client.query('begin isolation level repeatable read read only')
    const migrations = await readHistory(client)
    if (migrations.length === 0) throw new BackupError('数据库是空的，没有可备份的东西。')
    const tables = await listTables(client)
    for (const table of tables) {
      let number = 0
      for await (const piece of copyOut(client, table)) {
        signal?.throwIfAborted()
        digests.addRows(table.name, piece)
        await archive.add(nameOfPiece(table.name, ++number), piece)
      }
    }
    // Sequences are not part of the snapshot: their values are read after the rows, so that they are not too low.
    return { migrations, tables, sequences: await readSequences(client) }
  } finally {
    await client.end()
  }
}

async function addFiles(storage: Storage, { archive, digests, signal }: Adding) {
  for (const prefix of storedPrefixes)
    for await (const { key } of storage.list(prefix)) {
      signal?.throwIfAborted()
      // Other programs, such as file managers, may have left files of theirs in the folder.
      if (!isStorageKey(key)) continue
      const found = await storage.get(key)
      // The cleanup may have deleted an unreferenced file since the list was made. The backup leaves it out.
      if (found === undefined) continue
      const bytes = Buffer.concat(await Array.fromAsync(found.body as AsyncIterable<Buffer>))
      digests.addFile(key, bytes)
      await archive.add(filePrefix + key, bytes)
    }
}
