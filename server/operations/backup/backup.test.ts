import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import { handleJob } from '#server/platform/jobs/define-job.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { deleteEndedJobsJob } from '#server/platform/jobs/housekeeping-job.ts'
import { JobWorkers } from '#server/platform/jobs/job-workers.ts'
import { waitForJob } from '#server/platform/jobs/wait-for-job.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import { backUp, makeFolder, makeTarget, query } from '../../../test/trial-backup.ts'
import { emptyIndex } from '../../../test/empty-index.ts'
import { startTestSite, type TestSite } from '../../../test/test-site.ts'
import { maxEntryBytes, readArchive, writeArchive } from './archive-stream.ts'
import { BackupError, manifestName } from './backup-manifest.ts'
import { makeBackupJob } from './backup-job.ts'
import { toRetention } from './backup-retention.ts'
import { checkArchive } from './check-archive.ts'
import { EntryDigests, filePrefix, tableOfPiece } from './entry-digests.ts'
import { createFolderTarget } from './folder-target.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

test('a backup of a running site is restored with the same rows and files', async (t) => {
  const site = await startTestSite(t)
  const folder = await makeFolder(t)
  const reader = await site.newUser('沈丛文的读者')
  const [book] = (await site.visitor.book.list()).list
  assert.ok(book)
  await reader.api.comment.create({ itemType: 'book', itemId: book.id, content: '一行\n两行\t有制表符\\和反斜杠' })
  const avatar = `avatar/${reader.user.id}/${'a'.repeat(32)}-84.webp`
  await site.storage.put(avatar, Buffer.from('a picture'))
  await site.storage.put('trash/20260101/avatar/x-84.webp', Buffer.from('left out'))

  const archive = { path: join(folder, 'site.tar.zst'), passphrase: undefined }
  const jobId = await enqueue(site.db, deleteEndedJobsJob, {})
  // Users register on the site while the backup is made.
  const ended = new AbortController()
  const writing = registerUsers(site, ended.signal)
  const manifest = await backUp(site, archive)
  ended.abort()
  assert.ok((await writing) > 0)
  assert.deepEqual(await checkArchive(archive), manifest)
  assert.equal(manifest.tables.find(({ name }) => name === 'comment')?.rows, 1)
  assert.equal(manifest.files.count, 1)

  const target = await makeTarget(t)
  await restoreBackup(archive, target)
  const tables = manifest.tables.map(({ name }) => name).filter((name) => name !== 'setting' && !isWritten(name))
  assert.deepEqual(await readRows(target.connection, tables), await readRows(site.connection, tables))
  assert.deepEqual(await readSchema(target.connection), await readSchema(site.connection))
  const [copied] = await Array.fromAsync(createLocalStorage(target.files, site.db).list('avatar/'))
  assert.equal(copied?.key, avatar)
  assert.equal(await readFile(join(target.files, avatar), 'utf8'), 'a picture')
  assert.equal((await stat(archive.path)).mode & 0o777, 0o600, 'only the user of the site may read it')
  await assert.rejects(restoreBackup(archive, target), /已有站点的数据，什么也没有改动/)
  const db = openDatabase(target.connection, () => undefined)
  const handlers = [handleJob(deleteEndedJobsJob, async () => 'done after the restore')]
  const workers = new JobWorkers({ db, connection: target.connection, handlers, log: silent })
  await workers.start()
  assert.equal((await waitForJob(target.connection, db, jobId)).result, 'done after the restore')
  await workers.stop()
  await db.destroy()
  assert.deepEqual(await verifyBackup(archive, folder), manifest)
  assert.deepEqual(await readdir(folder), ['site.tar.zst'], 'the scratch database is deleted')
})

test('a damaged, incomplete or foreign archive is refused before anything is written', async (t) => {
  const site = await startTestSite(t)
  await emptyIndex(site.db)
  const folder = await makeFolder(t)
  const avatar = `avatar/${newId()}/${'a'.repeat(32)}-84.webp`
  await site.storage.put(avatar, Buffer.from('a picture'))
  const archive = { path: join(folder, 'site.tar.zst'), passphrase: undefined }
  const manifest = await backUp(site, archive)
  const bytes = await readFile(archive.path)
  const target = await makeTarget(t)
  const refuses = async (change: (bytes: Buffer) => Buffer, pattern: RegExp) => {
    const path = join(folder, 'changed')
    await writeFile(path, change(Buffer.from(bytes)))
    await assert.rejects(restoreBackup({ path, passphrase: undefined }, target), pattern)
  }
  await refuses((all) => all.subarray(0, all.length / 2), /不完整/)
  await refuses((all) => all.subarray(0, 0), /不完整/)
  await refuses(() => Buffer.from('not an archive at all, only text'), /不完整或已损坏/)
  for (const share of [0.1, 0.5, 0.9])
    await refuses((all) => flipBit(all, Math.floor(all.length * share)), /损坏|不符|读不懂|不认识/)
  await assert.rejects(restoreBackup({ path: join(folder, 'none'), passphrase: undefined }, target), /打不开备份/)

  /** Writes the same archive with one entry changed. */
  const rewrite = async (
    change: (name: string, bytes: Buffer) => Buffer | undefined,
    rename = (name: string) => name,
  ) => {
    const path = join(folder, `rewritten-${Math.random()}`)
    const copy = writeArchive({ path, passphrase: undefined }, new Date())
    for await (const entry of readArchive(archive)) {
      const changed = change(entry.name, entry.bytes)
      if (changed) await copy.add(rename(entry.name), changed)
    }
    await copy.finish()
    return { path, passphrase: undefined }
  }
  const changeManifest = (fields: object) =>
    rewrite((name, bytes) => (name === manifestName ? Buffer.from(JSON.stringify({ ...manifest, ...fields })) : bytes))
  await assert.rejects(
    restoreBackup(await rewrite((name, bytes) => (name.startsWith('rows/book/') ? undefined : bytes)), target),
    /表 book 的行数或校验值不同/,
  )
  const otherFile = await rewrite((name, bytes) => (name === `files/${avatar}` ? Buffer.from('B picture') : bytes))
  const otherKey = await rewrite(
    (_, bytes) => bytes,
    (name) => name.replace('a'.repeat(32), 'b'.repeat(32)),
  )
  const lostFile = await rewrite((name, bytes) => (name.startsWith('files/') ? undefined : bytes))
  for (const changed of [otherFile, otherKey, lostFile])
    await assert.rejects(restoreBackup(changed, target), /文件的个数或校验值不同/)
  await assert.rejects(restoreBackup(await changeManifest({ format: 2 }), target), /更新的版本/)
  const later = { name: '9999-later.sql', checksum: '0', oldestProgram: 9999 }
  const newer = await changeManifest({ migrations: [...manifest.migrations, later] })
  await assert.rejects(restoreBackup(newer, target), /更新的版本/)
  const [first, ...others] = manifest.migrations
  const foreign = await changeManifest({ migrations: [{ ...first, checksum: 'another' }, ...others] })
  await assert.rejects(restoreBackup(foreign, target), /另一个分支/)
  const { rows } = await query(target.connection, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)
  assert.deepEqual(rows, [], 'the database is still empty')
  assert.deepEqual(await Array.fromAsync(createLocalStorage(target.files, site.db).list('avatar/')), [])
})

test('an archive that is whole and holds what no backup holds is refused in a sentence', async (t) => {
  const site = await startTestSite(t)
  await emptyIndex(site.db)
  const folder = await makeFolder(t)
  await site.storage.put('cover/first.webp', Buffer.from('a cover'))
  await mkdir(join(site.files, 'cover'), { recursive: true })
  await writeFile(join(site.files, 'cover', '.DS_Store'), 'of a file manager')
  const archive = { path: join(folder, 'site.tar.zst'), passphrase: undefined }
  const manifest = await backUp(site, archive)
  assert.equal(manifest.files.count, 1, 'files of other programs are left out')
  let forged = 0

  /** Adds an entry to the archive, and its digest to the manifest. */
  const forge = async (name: string, bytes: Buffer, sequences = manifest.sequences) => {
    const place = { path: join(folder, `forged-${++forged}`), passphrase: undefined }
    const copy = writeArchive(place, new Date())
    const digests = new EntryDigests()
    const add = async (entry: string, all: Buffer) => {
      const table = tableOfPiece(entry)
      if (table !== undefined) digests.addRows(table, all)
      else if (entry.startsWith(filePrefix)) digests.addFile(entry.slice(filePrefix.length), all)
      await copy.add(entry, all)
    }
    for await (const entry of readArchive(archive)) if (entry.name !== manifestName) await add(entry.name, entry.bytes)
    await add(name, bytes)
    const own = tableOfPiece(name)
    const isNew = own !== undefined && !manifest.tables.some(({ name: known }) => known === own)
    const listed = isNew ? [...manifest.tables, { name: own, columns: ['rolname'] }] : manifest.tables
    const tables = digests.tables(listed)
    const written = { ...manifest, sequences, tables, files: digests.files() }
    await copy.add(manifestName, Buffer.from(JSON.stringify(written)))
    await copy.finish()
    return place
  }
  const target = await makeTarget(t)
  const refuses = async (place: Awaited<ReturnType<typeof forge>>, sentence: RegExp) =>
    assert.rejects(restoreBackup(place, target), (error: Error) => {
      assert.ok(error instanceof BackupError)
      assert.match(error.message, sentence)
      return true
    })
  for (const key of ['trash/20260101/x', '../../../outside', 'site.json', 'cover/../../x', 'cover/Ä.webp'])
    await refuses(await forge(filePrefix + key, Buffer.from('x')), /不属于站点的文件/)
  await refuses(await forge('rows/book/999999', Buffer.alloc(maxEntryBytes + 1)), /rows\/book\/999999 有 134 MB/)
  const { rows } = await query(target.connection, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)
  assert.deepEqual(rows, [], 'the database is still empty')

  for (const table of ['pg_authid', 'migration', 'book (id) from stdin; drop table "user"; --'])
    await refuses(await forge(`rows/${table}/000001`, Buffer.from('x\n')), /不是站点的表/)
  const none = await forge('files/cover/second.webp', Buffer.from('x'), [{ name: 'none', value: '3' }])
  await refuses(none, /数据库不收备份里的内容：.*none/)
  await refuses(await forge('rows/book/999999', Buffer.from('half a row\n')), /数据库不收备份里的内容/)
  assert.deepEqual((await query(target.connection, 'select count(*)::int from book')).rows, [{ count: 0 }])
  await restoreBackup(archive, target)
})

test('an encrypted backup is restored with its passphrase only', async (t) => {
  const site = await startTestSite(t)
  await emptyIndex(site.db)
  const folder = await makeFolder(t)
  const archive = { path: join(folder, 'site.tar.zst.age'), passphrase: '城南旧事与骆驼队 1960' }
  const manifest = await backUp(site, archive)
  assert.match((await readFile(archive.path)).subarray(0, 30).toString(), /^age-encryption.org\/v1/)
  await assert.rejects(checkArchive({ ...archive, passphrase: undefined }), /是加密的/)
  await assert.rejects(checkArchive({ ...archive, passphrase: '别的口令' }), /不是它的口令/)
  assert.deepEqual(await checkArchive(archive), manifest)
})

test('the site backs itself up by a job, and deletes expired backups', async (t) => {
  const folder = await makeFolder(t)
  const target = createFolderTarget(join(folder, 'backups'))
  const backup = { target, retention: toRetention('1,0,0'), passphrase: undefined, scratchDirectory: folder }
  const site = await startTestSite(t, {}, { runsJobs: true, backup })
  await emptyIndex(site.db)
  await target.add('zhitu-20260101T190000Z.tar.zst', (path) => writeFile(path, 'an old one'))
  // A backup whose process is killed leaves an unfinished archive and the folder of its trial restore, as created here.
  await writeFile(join(folder, 'backups', 'zhitu-20260101T190000Z.tar.zst.unfinished'), 'half of one')
  await mkdir(join(folder, 'backup-check-Abc123', 'postgres'), { recursive: true })
  const { state, result, message } = await site.jobEnded(await enqueue(site.db, makeBackupJob, {}))
  assert.equal(state, 'done', message)
  const [made, ...others] = await target.list()
  assert.ok(made)
  assert.deepEqual(others, [], 'the old one is deleted')
  assert.deepEqual(result, { name: made.name, bytes: made.bytes, deleted: 1 })
  await checkArchive({ path: join(folder, 'backups', made.name), passphrase: undefined })
  assert.deepEqual(await readdir(folder), ['backups'], 'the scratch databases are deleted')
  assert.deepEqual(await readdir(join(folder, 'backups')), [made.name])
  const without = await startTestSite(t, {}, { runsJobs: true })
  const skipped = await without.jobEnded(await enqueue(without.db, makeBackupJob, {}))
  assert.deepEqual(skipped.result, { skipped: true })
})

test('a backup that cannot be written leaves no archive', async (t) => {
  const site = await startTestSite(t)
  const folder = await makeFolder(t)
  const stopping = new AbortController()
  stopping.abort(new Error('stopped'))
  await assert.rejects(backUp(site, { path: join(folder, 'a'), passphrase: undefined }, stopping.signal), /stopped/)
  await assert.rejects(backUp(site, { path: join(folder, 'missing', 'a'), passphrase: undefined }), /ENOENT/)
  assert.deepEqual(await readdir(folder), [])
})

/** Registers users one after another until the signal is aborted. Returns their number. */
async function registerUsers(site: TestSite, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count += 1) {
    if (signal.aborted) return count
    await site.newUser()
  }
}

function flipBit(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x40, at)
  return bytes
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Returns whether the registration of users during the backup changes the rows of a table. */
function isWritten(table: string) {
  return /^(user|session|verification_code|message.*|known_address|known_device|failed_attempt|used_proof|ticket)$/.test(
    table,
  )
}

async function readRows(connection: Connection, tables: string[]) {
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const hash = `md5(coalesce(string_agg(row::text, e'\\n' order by row::text collate "C"), ''))`
    rows[table] = (await query(connection, `select count(*)::int, ${hash} as hash from "${table}" as row`)).rows[0]
  }
  return rows
}

/** Returns the foreign keys, the states of the triggers and the values of the sequences of a database. */
async function readSchema(connection: Connection) {
  const { rows } = await query(
    connection,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
     where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
     order by 1`,
  )
  return rows
}
