import assert from 'node:assert/strict'
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import { emptyIndex } from './empty-index.ts'
import { findBookId } from './find-book-id.ts'
import { operatorCommand as command } from './operator-command.ts'
import { s3Buckets, startS3Server } from './s3-server.ts'
import { databaseAddress } from './site-process.ts'
import { startSystemPostgres, systemPostgres } from './system-postgres.ts'
import { createTestDatabase } from './test-database.ts'
import { startTestSite } from './test-site.ts'

const avatar = `avatar/01900000-0000-7000-8000-000000000001/${'a'.repeat(32)}-84.webp`

/** Starts a site with a comment and a file. Returns the settings with which an operator's commands find it. */
async function startUsedSite(t: TestContext) {
  const site = await startTestSite(t)
  // The large tables of the search index and the map are emptied to save time; another test compares the rows of all
  // tables after a restore.
  await emptyIndex(site.db)
  const reader = await site.newUser('沈丛文的读者')
  const itemId = await findBookId(site.db, '边城')
  await reader.api.comment.create({ itemType: 'book', itemId, content: '一行\n两行\t有制表符\\和反斜杠' })
  await site.storage.put(avatar, Buffer.from('a picture'))
  const folder = await makeFolder(t)
  await mkdir(join(folder, 'data'))
  await symlink(site.files, join(folder, 'data', 'storage'))
  const environment = { DATABASE_URL: databaseAddress(site.connection), DATA_DIR: join(folder, 'data') }
  return { ...site, folder, environment }
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-elsewhere-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function query<Row extends pg.QueryResultRow>(connection: Connection, text: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query("set timezone to 'UTC'")
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Returns the number of rows of each table and a hash of them, which is the same in all versions of PostgreSQL. */
async function readTables(connection: Connection) {
  const named = await query<{ name: string }>(
    connection,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not in ('setting', 'migration', 'job_worker', 'asset') and relpersistence = 'p' order by 1`,
  )
  const rows = named.map(
    ({ name }) => `select '${name}' as name, count(*)::int,
      md5(coalesce(string_agg(row::text, e'\\n' order by row::text collate "C"), '')) as hash from "${name}" as row`,
  )
  return query(connection, rows.join(' union all '))
}

test(
  'a backup is restored into another major version of PostgreSQL, and back',
  { skip: systemPostgres ? false : 'no PostgreSQL on this system' },
  async (t) => {
    const site = await startUsedSite(t)
    const server = await startSystemPostgres()
    t.after(server.stop)
    const [mine] = await query<{ major: string }>(site.connection, 'show server_version')
    const [other] = await query<{ major: string }>(server.connection, 'show server_version')
    assert.notDeepEqual(mine, other, 'the two servers have different versions')

    await command('backup-site', [join(site.folder, 'first')], site.environment)
    await query(server.connection, `create database zhitu encoding 'UTF8' template template0`)
    const there = { ...server.connection, database: 'zhitu' }
    const environment = { DATABASE_URL: addressOf(there), DATA_DIR: join(site.folder, 'there') }
    assert.match(await command('restore-site', [await onlyFile(site.folder, 'first')], environment), /已恢复知图/)
    assert.deepEqual(await readTables(there), await readTables(site.connection))

    // `backup-site` verifies every backup by restoring it into an embedded PostgreSQL. Here the backup comes from the
    // PostgreSQL of the system, which has another major version.
    await command('backup-site', [join(site.folder, 'second')], environment)
    const back = await createTestDatabase({ isEmpty: true })
    t.after(back.drop)
    const home = { DATABASE_URL: databaseAddress(back.connection), DATA_DIR: join(site.folder, 'back') }
    assert.match(await command('restore-site', [await onlyFile(site.folder, 'second')], home), /已恢复知图/)
    assert.deepEqual(await readTables(back.connection), await readTables(site.connection))
    assert.equal(await readFile(join(home.DATA_DIR, 'storage', avatar), 'utf8'), 'a picture')
  },
)

test('a database that does not store UTF-8 is refused in one sentence and stays empty', async (t) => {
  const site = await startUsedSite(t)
  await command('backup-site', [join(site.folder, 'backups')], site.environment)
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  t.after(drop)
  const maintenance = { ...connection, database: 'postgres' }
  const database = `${connection.database}_latin`
  await query(maintenance, `create database ${database} encoding 'LATIN1' locale 'C' template template0`)
  t.after(() => query(maintenance, `drop database ${database}`))
  const environment = {
    DATABASE_URL: databaseAddress({ ...connection, database }),
    DATA_DIR: join(site.folder, 'there'),
  }
  const said = await command('restore-site', [await onlyFile(site.folder, 'backups')], environment, 1)
  assert.match(said, /\n数据库的编码是 LATIN1，什么也没有改动：.*另建一个。\n$/)
  assert.deepEqual(await listTables({ ...connection, database }), [])
})

test('an encrypted backup in a bucket is restored, and a damaged one or a wrong key changes nothing', async (t) => {
  const site = await startUsedSite(t)
  const { endpoint, accessKeyId, secretAccessKey } = await startS3Server(t)
  const s3 = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
  const bucket = `s3://${s3Buckets.others}/nightly`
  const secret = { BACKUP_PASSPHRASE: '边城的渡船与白塔 1934' }
  assert.match(await command('backup-site', [bucket], site.environment, 1), /需要 S3_ENDPOINT/)
  const saving = { ...site.environment, ...s3, ...secret }
  assert.match(
    await command('backup-site', [bucket], saving),
    /已备份并核对：zhitu-.*\.tar\.zst\.age.*\n放在 .*\/zhitu-others\/nightly\//,
  )
  const { connection, drop } = await createTestDatabase({ isEmpty: true })
  t.after(drop)
  const target = { DATABASE_URL: databaseAddress(connection), DATA_DIR: join(site.folder, 'there'), ...s3 }
  const refuses = async (place: string, environment: Record<string, string>, pattern: RegExp) => {
    const said = await command('restore-site', [place], environment, 1)
    assert.match(said, pattern)
    assert.doesNotMatch(said, /\n {4}at /, 'a sentence and no stack')
    assert.deepEqual(await listTables(connection), [], 'the database stays empty')
    await assert.rejects(access(join(target.DATA_DIR, 'storage')), { code: 'ENOENT' })
  }

  await refuses(
    `${bucket}/none.tar.zst`,
    { ...target, ...secret },
    /没有备份 .*那里有：zhitu-\d+T\d+Z\.tar\.zst\.age。/,
  )
  const name = /zhitu-\d+T\d+Z\.tar\.zst\.age/.exec(
    await command('restore-site', [`${bucket}/none.tar.zst`], { ...target, ...secret }, 1),
  )?.[0]
  const place = `${bucket}/${name}`
  await refuses(place, target, /备份是加密的，请用 BACKUP_PASSPHRASE 给出它的口令。/)
  await refuses(place, { ...target, BACKUP_PASSPHRASE: '不是这一把钥匙，是另一把' }, /不是它的口令/)
  await refuses(
    place,
    { ...target, ...secret, S3_SECRET_ACCESS_KEY: 'wrong-secret' },
    /[\u4e00-\u9fff].*(403|SignatureDoesNotMatch)/,
  )

  // The command must refuse an archive that is cut off, empty or changed in one bit, and a folder in place of an
  // archive.
  const whole = join(site.folder, 'whole.age')
  await command('backup-site', [join(site.folder, 'local')], { ...site.environment, ...secret })
  const bytes = await readFile(await onlyFile(site.folder, 'local'))
  for (const [length, at] of [
    [bytes.length - 1000, 0],
    [0, 0],
    [bytes.length, Math.floor(bytes.length * 0.7)],
  ] as const) {
    const damaged = Buffer.from(bytes.subarray(0, length))
    if (at > 0) damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
    await writeFile(whole, damaged)
    await refuses(whole, { ...target, ...secret }, /不完整|已损坏/)
  }
  await refuses(join(site.folder, 'local'), target, /是文件夹，请给出一份备份。里面有：zhitu-/)
  const embedded = join(site.folder, 'embedded')
  await command('restore-site', [whole], { DATA_DIR: embedded, ...secret }, 1)
  await assert.rejects(access(join(embedded, 'postgres')), { code: 'ENOENT' }, 'not even an empty database is left')

  assert.match(await command('restore-site', [place], { ...target, ...secret }), /已恢复知图/)
  assert.deepEqual(await readTables(connection), await readTables(site.connection))
  assert.equal(await readFile(join(target.DATA_DIR, 'storage', avatar), 'utf8'), 'a picture')
  assert.deepEqual((await readdir(target.DATA_DIR)).sort(), ['storage'], 'the downloaded archive is deleted')
})

async function listTables(connection: Connection): Promise<unknown[]> {
  return query(connection, `select relname from pg_class where relnamespace = 'public'::regnamespace`)
}

async function onlyFile(...path: string[]): Promise<string> {
  const folder = join(...path)
  const names = await readdir(folder)
  assert.equal(names.length, 1, names.join())
  return join(folder, names[0] ?? '')
}

function addressOf({ host, port, user, database }: Connection): string {
  return `postgres://${user}@${host}:${port}/${database}`
}
