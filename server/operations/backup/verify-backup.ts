import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { type ArchiveFile, readArchive } from './archive-stream.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { checkArchive, compareDigests } from './check-archive.ts'
import { copyOut, copySettings } from './copy-rows.ts'
import { EntryDigests, filePrefix } from './entry-digests.ts'
import { restoreRows } from './restore-rows.ts'

/**
 * Proves that a backup can be restored: restores its rows into a database of its own, which is created below
 * `directory` and deleted afterwards, reads them again and compares them with the manifest. Needs disk space for a copy
 * of the database of the site. Throws a BackupError if something differs.
 */
export async function verifyBackup(archive: ArchiveFile, directory: string): Promise<BackupManifest> {
  const manifest = await checkArchive(archive)
  const scratch = await mkdtemp(join(directory, 'backup-check-'))
  try {
    const postgres = await startEmbeddedPostgres({ directory: scratch, isTemporary: true })
    try {
      await restoreIntoScratch(postgres.connection, archive, manifest)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return manifest
}

async function restoreIntoScratch(connection: Connection, archive: ArchiveFile, manifest: BackupManifest) {
  const digests = new EntryDigests()
  await migrate(connection, { count: manifest.migrations.length })
  await restoreRows(connection, {
    manifest,
    entries: readArchive(archive),
    onOther: async ({ name, bytes }) => {
      if (name.startsWith(filePrefix)) digests.addFile(name.slice(filePrefix.length), bytes)
    },
  })
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(copySettings)
    for (const table of manifest.tables)
      for await (const piece of copyOut(client, table)) digests.addRows(table.name, piece)
  } finally {
    await client.end()
  }
  compareDigests(manifest, digests)
}
