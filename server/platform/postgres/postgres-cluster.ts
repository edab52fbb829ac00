import {
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Account, Launch } from './postgres-account.ts'
import { EmbeddedPostgresError } from './postgres-error.ts'
import { endWorkIn } from './postgres-processes.ts'
import type { PostgresPrograms } from './postgres-programs.ts'

export const clusterRole = 'zhitu'
export const clusterDatabase = 'zhitu'

type Site = { cluster: string; account: Account | undefined; launch: Launch; programs: PostgresPrograms }

const initdbOptions = {
  username: 'postgres',
  'auth-local': 'trust',
  'auth-host': 'reject',
  encoding: 'UTF8',
  // PostgreSQL's built-in locale makes the sort order of an index independent of the operating system's libraries.
  'locale-provider': 'builtin',
  'builtin-locale': 'C.UTF-8',
  locale: 'C',
  'text-search-config': 'simple',
}

// The initial settings of the database server. They are written to postgresql.conf, where the operator may change them.
const initialSettings = {
  shared_buffers: '128MB',
  max_connections: '50',
  min_wal_size: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // PostgreSQL starts no extra I/O or query processes, which would not speed up reads of data that is in memory.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // With its default setting, PostgreSQL would lose its shared memory when the user who started the site logs out,
  // because systemd-logind then removes it (RemoveIPC).
  dynamic_shared_memory_type: 'mmap',
}

// The site's database role owns its database and is not a superuser, so that an SQL injection could not reach files of
// the machine.
const initialStatements = `CREATE ROLE ${clusterRole} LOGIN;\nCREATE DATABASE ${clusterDatabase} OWNER ${clusterRole};\n`

/**
 * Checks the database cluster (the folder with PostgreSQL's data), or creates it when it is missing. Throws when its
 * version differs or its files belong to another user.
 */
export async function prepareCluster(site: Site, log: (message: string) => void): Promise<void> {
  await removeIncomplete(site.cluster)
  if (isMissingOrEmpty(site.cluster)) {
    log('正在建立数据库……')
    await createCluster(site)
  }
  checkVersion(site)
  checkOwner(site)
}

/**
 * Creates the database cluster in a temporary folder and then renames the folder, so that an existing cluster is always
 * complete.
 */
async function createCluster({ cluster, account, launch, programs }: Site): Promise<void> {
  const temporary = mkdtempSync(`${cluster}-new-`)
  try {
    if (account) chownSync(temporary, account.uid, account.gid)
    const options = Object.entries(initdbOptions).map(([name, value]) => `--${name}=${value}`)
    const settings = Object.entries(initialSettings).map(([name, value]) => `--set=${name}=${value}`)
    const all = ['--data-checksums', '--no-instructions', `--pgdata=${temporary}`, ...options, ...settings]
    await run(launch, temporary, programs.initdb, all)
    await run(launch, temporary, programs.postgres, ['--single', '-D', temporary, 'postgres'], initialStatements)
    renameSync(temporary, cluster)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw error
  }
  syncDirectory(dirname(cluster))
}

async function run(launch: Launch, directory: string, program: string, args: string[], input = ''): Promise<void> {
  const child = launch(program, args, { cwd: directory, stdio: 'pipe' })
  // An error while writing to the input of the PostgreSQL program is ignored: if the program ends too early, its output
  // tells the reason.
  child.stdin?.on('error', () => {}).end(input)
  const ended = new Promise<unknown>((resolve) => child.once('error', resolve).once('close', resolve))
  const parts = [child.stdout, child.stderr].flatMap((stream) => (stream ? [text(stream)] : []))
  const output = Promise.all(parts).then((outputs) => outputs.join('').trim())
  const outcome = await ended
  // PostgreSQL in single-user mode reports a failed statement and continues, so its output is checked for errors.
  if (outcome === 0 && !/\b(ERROR|FATAL|PANIC):/.test(await output)) return
  const reason = outcome instanceof Error ? outcome.message : await output
  if (reason.includes('could not look up effective user')) {
    const uid = process.getuid?.()
    const message = `当前用户（uid ${uid}）在 /etc/passwd 里没有名字，PostgreSQL 因此不能建立数据库：请换一个有名字的用户启动，或设置 DATABASE_URL。`
    throw new EmbeddedPostgresError('permission', message)
  }
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(reason))
    throw new EmbeddedPostgresError(
      'full',
      `磁盘满了，没能建立数据库，也没有留下什么：请给 ${dirname(directory)} 腾出空间后再试。`,
    )
  throw new EmbeddedPostgresError('broken', `没能建立数据库：${basename(program)} 失败了。它说：\n${reason}`)
}

/**
 * Deletes the temporary folders in which earlier processes were killed while creating a database cluster, and ends
 * PostgreSQL's initdb, which may still run there.
 */
async function removeIncomplete(cluster: string): Promise<void> {
  const parent = dirname(cluster)
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${basename(cluster)}-new-`)) continue
    await endWorkIn(join(parent, name))
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function isMissingOrEmpty(cluster: string): boolean {
  try {
    return readdirSync(cluster).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw foreignOwner(cluster, error)
  }
}

function checkVersion({ cluster, programs }: Site): void {
  const found = readVersion(cluster)
  if (found === programs.major) return
  const message =
    found === undefined
      ? `${cluster} 里有文件，却不是 PostgreSQL 的数据目录：请移走它，或换一个 DATA_DIR。`
      : `${cluster} 由 PostgreSQL ${found} 建立，而本站点带的是 PostgreSQL ${programs.major}，不能直接使用：请用原来那一版程序运行 npm run backup，再用这一版运行 npm run restore，恢复到新的 DATA_DIR。`
  throw new EmbeddedPostgresError('version', message)
}

function readVersion(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw foreignOwner(cluster, error)
  }
}

/**
 * Checks that every file of the database belongs to the operating-system user that runs PostgreSQL, because root may
 * have restored files from a backup. When the site runs as root, it changes the owner of other files; otherwise it
 * throws.
 */
function checkOwner({ cluster, account }: Site): void {
  const uid = account?.uid ?? process.getuid?.()
  for (const path of [cluster, ...listWithin(cluster)]) {
    if (lstatSync(path).uid === uid) continue
    if (!account) throw foreignOwner(path)
    lchownSync(path, account.uid, account.gid)
  }
}

function listWithin(cluster: string): string[] {
  try {
    return readdirSync(cluster, { recursive: true }).map((name) => join(cluster, name.toString()))
  } catch (cause) {
    throw foreignOwner(cluster, cause)
  }
}

function foreignOwner(path: string, cause?: unknown): EmbeddedPostgresError {
  const message = `当前用户不能使用 ${path}，它属于另一个用户（也许站点曾以 root 启动）：请用原来的用户启动，或用 chown -R 把它交给当前用户。`
  return new EmbeddedPostgresError('permission', message, { cause })
}

function syncDirectory(directory: string): void {
  const fd = openSync(directory, 'r')
  fsyncSync(fd)
  closeSync(fd)
}
