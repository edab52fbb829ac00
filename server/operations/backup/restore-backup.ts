import pg from 'pg'
import { migrate, migrationsDirectory } from '#server/platform/db/migrate.ts'
import { readMigrations } from '#server/platform/db/migration-files.ts'
import { createHistory, findNewMigrations, readHistory } from '#server/platform/db/migration-history.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import { requireServer } from '#server/platform/db/require-server.ts'
import { DatabaseError } from '#server/platform/db/wait-for-database.ts'
import { type Waiting, withSessionLock } from '#server/platform/db/with-lock.ts'
import { unqueuedJobsSetting } from '#server/platform/jobs/requeue-restored.ts'
import { prepareJobs } from '#server/platform/jobs/prepare-jobs.ts'
import { isBeingRestored, restoredSetting, restoringComment } from '#server/http/site/read-only-site.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type ArchiveFile, readArchive } from './archive-stream.ts'
import { BackupError, type BackupManifest } from './backup-manifest.ts'
import { checkArchive } from './check-archive.ts'
import { filePrefix } from './entry-digests.ts'
import { restoreRows } from './restore-rows.ts'
import { storedPrefixes } from './stored-prefixes.ts'

interface RestoreTarget extends Waiting {
  connection: Connection
  /** Opens the object store of the site whose database this is. */
  openStorage(db: ReturnType<typeof openDatabase>): Storage
}

/**
 * Reads a whole archive and returns its manifest. Throws a BackupError if the archive is damaged or newer than this
 * program.
 */
export async function checkRestorable(archive: ArchiveFile): Promise<BackupManifest> {
  const manifest = await checkArchive(archive)
  await requireOlder(manifest)
  return manifest
}

/**
 * Restores a backup into an empty database and an empty object store. `checked` is the manifest of the archive, if the
 * caller has already checked it. The restored site is read-only until the operator runs `npm run adopt`, which declares
 * it the real site. A restore that was interrupted is repeated from its beginning by the next one. Waits while another
 * process restores into the same database. Throws a BackupError, before anything is written, if the archive is damaged
 * or newer than this program, or if the database or the store is in use.
 */
export async function restoreBackup(archive: ArchiveFile, target: RestoreTarget, checked?: BackupManifest) {
  const { connection, openStorage, ...waiting } = target
  const manifest = checked ?? (await checkRestorable(archive))
  const client = new pg.Client(connection)
  // An error of the database connection is ignored in this listener, because the queries of the restore fail too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const lock = { name: 'restore', doing: '恢复', ...waiting }
    await withSessionLock(client, lock, () => fillSite(archive, manifest, { client, connection, openStorage }))
  } finally {
    await client.end()
  }
  return manifest
}

async function fillSite(
  archive: ArchiveFile,
  manifest: BackupManifest,
  { client, connection, openStorage }: RestoreTarget & { client: pg.Client },
) {
  const db = openDatabase(connection, () => undefined, { size: 1, statementSeconds: 0 })
  try {
    const storage = openStorage(db)
    if (!(await isBeingRestored(db))) await requireUnused(client, storage)
    await requireServer(client)
    await createHistory(client)
    await commentHistory(client, restoringComment)
    await migrate(connection, { count: manifest.migrations.length })
    await restoreRows(connection, {
      manifest,
      entries: readArchive(archive),
      onOther: async ({ name, bytes }) => {
        if (name.startsWith(filePrefix)) await storage.put(name.slice(filePrefix.length), bytes)
      },
      beforeCommit: (client) => markRestored(client, manifest),
    })
  } finally {
    await db.destroy()
  }
  await migrate(connection)
  await prepareJobs(connection)
}

/**
 * Throws a BackupError unless this program has all migrations of the program that wrote the backup, with the same
 * contents.
 */
async function requireOlder({ migrations, version }: BackupManifest) {
  const shipped = await readMigrations(migrationsDirectory)
  if (migrations.length > shipped.length)
    throw new BackupError(`备份是更新的版本（${version}）写的，请用那个版本恢复。`)
  try {
    findNewMigrations(shipped, migrations)
  } catch (error) {
    if (error instanceof DatabaseError)
      throw new BackupError(`备份是另一个分支的程序写的，这个程序不能恢复它：${error.message}`)
    throw error
  }
}

/** Throws a BackupError if the database holds a site or the store holds its files. */
async function requireUnused(client: pg.Client, storage: Storage) {
  const other = '恢复只能在空的地方进行：请换一个 DATA_DIR（自带的数据库）或 DATABASE_URL'
  if (await holdsSite(client)) throw new BackupError(`这个数据库里已有站点的数据，什么也没有改动。${other}。`)
  for (const prefix of storedPrefixes)
    for await (const { key } of storage.list(prefix))
      throw new BackupError(`存储里已有文件（${key}），恢复没有开始。请换一个空的存储。`)
}

/**
 * Returns whether a database holds a site. Tables without any user are not a site: a first start that was killed while
 * it created the tables leaves them.
 */
async function holdsSite(client: pg.Client): Promise<boolean> {
  if ((await readHistory(client)).length === 0) return false
  for (const table of ['"user"', 'setting']) {
    const { rows: found } = await client.query('select from pg_class where oid = to_regclass($1)', [table])
    if (found.length > 0 && (await client.query(`select from ${table} limit 1`)).rows.length > 0) return true
  }
  return false
}

/** Makes the restored site read-only, in the transaction that restores its rows. */
async function markRestored(client: pg.Client, { createTime }: BackupManifest) {
  await commentHistory(client, null)
  for (const name of [restoredSetting, unqueuedJobsSetting])
    await client.query(
      'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, createTime],
    )
}

async function commentHistory(client: pg.Client, comment: string | null) {
  await client.query(`comment on table migration is ${comment === null ? 'null' : client.escapeLiteral(comment)}`)
}
