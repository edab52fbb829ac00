import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#server/platform/db/open-database.ts'
import { chooseAccount, chooseLaunch } from '#server/platform/postgres/postgres-account.ts'
import { endWorkIn } from '#server/platform/postgres/postgres-processes.ts'
import { findPostgresPrograms } from '#server/platform/postgres/postgres-programs.ts'
import type { Lifetime } from './test-database.ts'

const port = 5432
/**
 * Matches the files of a database cluster that a base backup leaves out, because they belong to the running server and
 * the copy gets its own.
 */
const leftOut = /^(pg_wal|pg_replslot|pg_stat_tmp|pg_dynshmem|pg_notify)\/.|^postmaster\.|^\.s\.PGSQL/

interface StreamingReplica {
  /** Parameters for connecting to the replica, with the same database as the given connection to the primary. */
  connection: Connection
  /** Runs SQL on the replica as its superuser. */
  run(statement: string): Promise<void>
  /** Ends the replica at once, as a loss of power does. */
  kill(): Promise<void>
  start(): Promise<void>
}

/**
 * Copies the PostgreSQL server of a connection while it runs, and starts the copy as a replica that follows it by
 * streaming. The replica is stopped and deleted when the test ends.
 */
export async function startReplica(t: Lifetime, primary: Connection): Promise<StreamingReplica> {
  const slot = `replica_${process.pid}`
  const cluster = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'zhitu-replica-'))
  const asAdmin = { ...primary, user: 'postgres', database: 'postgres' }
  const admin = new pg.Client(asAdmin)
  await admin.connect()
  const account = chooseAccount(await readDataDirectory(admin))
  const replica = new ReplicaServer({ cluster, account, primaryFolder: primary.host ?? '' })
  t.after(async () => {
    await replica.kill()
    await admin.query('select pg_drop_replication_slot($1)', [slot])
    await admin.end()
    // Processes of the killed server may still end and change files, so the removal of the folder is retried.
    await rm(cluster, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })
  await admin.query('select pg_create_physical_replication_slot($1, true)', [slot])
  await copyCluster(admin, cluster, account)
  const own = [
    `primary_conninfo = 'host=${primary.host} port=${primary.port} user=postgres'`,
    `primary_slot_name = '${slot}'`,
    `unix_socket_directories = '${cluster}'`,
  ]
  writeOwned(join(cluster, 'postgresql.auto.conf'), `max_connections = 300\nfsync = off\n${own.join('\n')}\n`, account)
  writeOwned(join(cluster, 'standby.signal'), '', account)
  await replica.start()
  return {
    connection: { ...primary, host: cluster, port },
    run: (statement) => runOnce({ ...asAdmin, host: cluster, port }, statement),
    kill: () => replica.kill(),
    start: () => replica.start(),
  }
}

type Account = ReturnType<typeof chooseAccount>

/** Makes a base backup as `pg_basebackup` does, which the embedded PostgreSQL does not contain. */
async function copyCluster(admin: pg.Client, cluster: string, account: Account) {
  const source = await readDataDirectory(admin)
  await admin.query("select pg_backup_start('replica', true)")
  copyFolder(source, cluster)
  const stopped = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  mkdirSync(join(cluster, 'pg_wal'), { recursive: true })
  writeOwned(join(cluster, 'backup_label'), stopped.rows[0]?.labelfile ?? '', account)
}

async function readDataDirectory(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  return rows[0]?.data_directory ?? ''
}

/**
 * Copies the files of a running cluster. Files that vanish meanwhile, such as those of a database that another test
 * drops, are left out as in every base backup: the write-ahead log says that they are gone.
 */
function copyFolder(source: string, target: string, path = '') {
  for (const name of listFolder(join(source, path))) {
    const inner = path === '' ? name : `${path}/${name}`
    if (leftOut.test(inner)) continue
    const [from, to] = [join(source, inner), join(target, inner)]
    if (statSync(from, { throwIfNoEntry: false })?.isDirectory()) {
      mkdirSync(to, { recursive: true })
      copyFolder(source, target, inner)
    } else unlessGone(() => copyFileSync(from, to))
  }
}

const listFolder = (path: string): string[] => unlessGone(() => readdirSync(path)) ?? []

/** Runs an action on a file and returns its result; undefined if the file has vanished. */
function unlessGone<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function writeOwned(path: string, text: string, account: Account) {
  writeFileSync(path, text)
  if (account) chownSync(path, account.uid, account.gid)
}

class ReplicaServer {
  #cluster: string
  #account: Account
  /**
   * The folder with the socket of the primary. The account that runs the replica may enter it only if it is granted the
   * right.
   */
  #primaryFolder: string
  #child: ChildProcess | undefined

  constructor({ cluster, account, primaryFolder }: { cluster: string; account: Account; primaryFolder: string }) {
    this.#cluster = cluster
    this.#account = account
    this.#primaryFolder = primaryFolder
  }

  /** Starts the replica and waits until it answers queries. */
  async start() {
    const programs = await findPostgresPrograms()
    if (this.#account) giveTo(this.#account, this.#cluster)
    const launch = await chooseLaunch(this.#account, programs, this.#primaryFolder)
    const settings = ['-c', 'listen_addresses=', '-c', `port=${port}`, '-c', 'hot_standby=on']
    const options = { cwd: this.#cluster, stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }
    const child = launch(programs.postgres, ['-D', this.#cluster, ...settings], options)
    this.#child = child
    let log = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-2000)))
    const connection = { host: this.#cluster, port, user: 'postgres', database: 'postgres' }
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the replica ended with ${child.exitCode}: ${log}`)
      const error = await runOnce(connection, 'select 1').then(
        () => undefined,
        (failure: unknown) => failure,
      )
      if (error === undefined) return
      await wait(50)
    }
  }

  async kill() {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // On SIGQUIT all processes of PostgreSQL end at once, without writing a checkpoint as in a regular shutdown.
    child.kill('SIGQUIT')
    await ended
    // A process that is left would keep the shared memory, and the replica could not start again.
    await endWorkIn(this.#cluster)
  }
}

/** Gives a folder and all files in it to the account that runs PostgreSQL. */
function giveTo({ uid, gid }: NonNullable<Account>, folder: string) {
  for (const path of [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))])
    chownSync(path, uid, gid)
}

async function runOnce(connection: Connection, statement: string) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}
