import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { loadCatalog } from '#server/catalog/load-catalog.ts'
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Connection, openDatabase } from '#server/db/open-database.ts'
import { prepareJobs } from '#server/jobs/prepare-jobs.ts'
import { buildBundle } from '#server/page/build-bundle.ts'
import { publishAssets } from '#server/page/shared-assets.ts'
import { loadLibrary } from '#server/library/load-library.ts'

const template = 'zhitu_template'
const catalogDirectory = resolve(import.meta.dirname, '../catalog')
/** Carries the server's address from the run to the test files, each in a process of its own. */
const variable = 'TEST_POSTGRES'

/** Starts the one real server of a test run. */
export async function startTestPostgres() {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-test-'))
  const postgres = await startEmbeddedPostgres({ directory })
  await prepareTestServer(postgres.connection)
  await relaxDurability(postgres.connection)
  return async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Stops the server from waiting for the disk, above all while databases are made and dropped. The server lives as long as the
 * run; tests that kill a server start one of their own, which is as durable as that of a site.
 */
async function relaxDurability(connection: Connection) {
  const server = { ...connection, user: 'postgres', database: 'postgres' }
  for (const setting of ['fsync', 'full_page_writes']) await runSql(server, `alter system set ${setting} = off`)
  await runSql(server, 'select pg_reload_conf()')
}

/** Makes an embedded server ready for tests, and has the tests of this process use it: until `t` ends, if a test is named. */
export async function prepareTestServer(connection: Connection, t?: Lifetime) {
  // The site's own role may not make databases; the tests' may.
  await runSql({ ...connection, user: 'postgres', database: 'postgres' }, `alter role ${connection.user} createdb`)
  // What a test wrote need not outlive a power failure, and waiting for the disk is most of a small write.
  await runSql(
    { ...connection, user: 'postgres', database: 'postgres' },
    `alter role ${connection.user} set synchronous_commit to off`,
  )
  await useTestServer(connection, t)
}

/**
 * Makes a migrated and filled database to copy from, and has the tests of this process and its children use the server: until
 * `t` ends, if a test is named.
 */
export async function useTestServer(server: Connection, t?: Lifetime) {
  await runSql(server, `create database ${template}`)
  const connection = { ...server, database: template }
  await migrate(connection)
  await prepareJobs(connection)
  const db = openDatabase(connection, () => undefined)
  await loadCatalog(db, catalogDirectory, '知图')
  await loadLibrary(db)
  const [build = ''] = await buildBundle(() => undefined)
  await publishAssets(db, join(build, 'client'))
  await db.destroy()
  const before = process.env[variable]
  process.env[variable] = JSON.stringify(server)
  t?.after(() => void (process.env[variable] = before))
}

/** A test, or the file of tests, at whose end what it opened is closed. */
export interface Lifetime {
  after(close: () => unknown): void
}

let made = 0

/** A database of the test's own, as a site has it after its first start. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<{
  connection: Connection
  drop(): Promise<void>
}> {
  const server = JSON.parse(process.env[variable] ?? 'null') as Connection | null
  if (server === null) throw new Error('run tests with npm test, which starts their database')
  const database = `test_${process.pid}_${++made}`
  await runSql(server, `create database ${database}${isEmpty ? '' : ` template ${template}`}`)
  return { connection: { ...server, database }, drop: () => runSql(server, `drop database ${database}`) }
}

async function runSql(connection: Connection, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // Two copies of one template at once: the second waits its turn.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
