import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Connection, openDatabase } from '#server/platform/db/open-database.ts'
import { prepareJobs } from '#server/platform/jobs/prepare-jobs.ts'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { publishAssets } from '#server/pages/rendering/shared-assets.ts'
import { loadLibrary } from '#server/reading/library/load-library.ts'

const template = 'zhitu_template'
const catalogDirectory = resolve(import.meta.dirname, '../catalog')
/** Environment variable that tells the child processes of a test run how to connect to the shared server. */
const variable = 'TEST_POSTGRES'

/** Free space in bytes that a folder in memory must have, so that the databases of a test run fit into it. */
const roomForDatabases = 4e9

/**
 * Returns the folder in memory that Linux systems have, if there is room for the databases of a test run, and otherwise
 * the folder for temporary files. In memory, a database is created and dropped in about a third of the processor time.
 */
async function findQuickFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= roomForDatabases ? inMemory : tmpdir()
}

/** Starts the PostgreSQL server that the whole test run shares, with its data in `folder` if given. */
export async function startTestPostgres(folder?: string) {
  const directory = await mkdtemp(join(folder ?? (await findQuickFolder()), 'zhitu-test-'))
  const first = await startEmbeddedPostgres({ directory })
  await changeSettings(first.connection)
  // The server is started again, because some of the settings take effect only at a start.
  await first.stop()
  const postgres = await startEmbeddedPostgres({ directory })
  await prepareTestServer(postgres.connection)
  return async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

const settings = {
  // The server lives only as long as the test run, so it does not wait for the disk, which would take most of the time
  // when databases are created and dropped. Tests that kill a server start one with normal durability.
  fsync: 'off',
  full_page_writes: 'off',
  // Autovacuum is off, because it would spend processor time on the database of every test.
  autovacuum: 'off',
  // Several processes test at the same time. A site has up to 20 connections for requests and some for its jobs, and
  // some tests start two or three sites on one database.
  max_connections: '300',
}

async function changeSettings(connection: Connection) {
  const server = { ...connection, user: 'postgres', database: 'postgres' }
  for (const [name, value] of Object.entries(settings)) await runSql(server, `alter system set ${name} = '${value}'`)
}

/**
 * Prepares an embedded PostgreSQL server for tests and makes it the server of all tests of this process; if `t` is
 * given, only until that test ends.
 */
export async function prepareTestServer(connection: Connection, t?: Lifetime, catalog = catalogDirectory) {
  // The database role of the site may not create databases, but the role of the tests must.
  await runSql({ ...connection, user: 'postgres', database: 'postgres' }, `alter role ${connection.user} createdb`)
  // Test data need not survive a power failure, and waiting for the disk takes most of the time of a small write.
  await runSql(
    { ...connection, user: 'postgres', database: 'postgres' },
    `alter role ${connection.user} set synchronous_commit to off`,
  )
  await useTestServer(connection, t, catalog)
}

/**
 * Creates a template database with all migrations and the catalogue in the folder `catalog`. Makes `server` the
 * PostgreSQL server of this process and its child processes; if `t` is given, only until that test ends.
 */
export async function useTestServer(server: Connection, t?: Lifetime, catalog = catalogDirectory) {
  await runSql(server, `create database ${template}`)
  const connection = { ...server, database: template }
  await migrate(connection)
  await prepareJobs(connection)
  const db = openDatabase(connection, () => undefined)
  await loadCatalog(db, catalog, '知图')
  await loadLibrary(db)
  const [build = ''] = await buildBundle(() => undefined)
  await publishAssets(db, join(build, 'client/assets'))
  await db.destroy()
  const before = process.env[variable]
  process.env[variable] = JSON.stringify(server)
  t?.after(() => void (process.env[variable] = before))
}

/**
 * The part of a test object or test file that registers cleanup functions, which run when the test or the file ends.
 */
export interface Lifetime {
  after(close: () => unknown): void
}

let databaseCount = 0

/**
 * Creates a database as a site has it after its first start; with `isEmpty` the database has no tables and no
 * catalogue.
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<{
  connection: Connection
  drop(): Promise<void>
}> {
  const server = JSON.parse(process.env[variable] ?? 'null') as Connection | null
  if (server === null) throw new Error('run tests with npm test, which starts their database')
  const database = `test_${process.pid}_${++databaseCount}`
  // The strategy `file_copy` copies the files of the template; the default strategy also writes every page to the log,
  // which takes several times the processor time.
  await runSql(server, `create database ${database}${isEmpty ? '' : ` template ${template} strategy file_copy`}`)
  return { connection: { ...server, database }, drop: () => runSql(server, `drop database ${database}`) }
}

async function runSql(connection: Connection, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // PostgreSQL refuses to copy one template database twice at the same time, so an advisory lock makes the second
    // copy wait.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
