import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import pg from 'pg'
import type { ArchiveFile } from '#server/operations/backup/archive-stream.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import { createTestDatabase } from './test-database.ts'
import type { TestSite } from './test-site.ts'

/** Writes a backup of a running test site and returns its manifest. */
export function backUp({ connection, storage }: TestSite, archive: ArchiveFile, signal?: AbortSignal) {
  const site = { name: '知图', publicUrl: 'http://books.test' }
  return writeBackup({ connection, storage, site, version: '1.0.0' }, { ...archive, createTime: new Date(), signal })
}

/** Makes a folder that is deleted when the test ends. */
export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-backup-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Makes an empty database and an empty folder for files, into which a backup can be restored. */
export async function makeTarget(t: TestContext) {
  const database = await createTestDatabase({ isEmpty: true })
  t.after(() => database.drop())
  const files = await makeFolder(t)
  const openStorage = (db: Parameters<typeof createLocalStorage>[1]) => createLocalStorage(files, db)
  return { connection: database.connection, files, openStorage }
}

/** Runs an SQL statement on a connection of its own. */
export async function query(connection: Connection, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(statement)
  } finally {
    await client.end()
  }
}
