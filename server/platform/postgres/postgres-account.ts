import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { withLinuxPrivilege } from './linux-privilege.ts'
import { EmbeddedPostgresError } from './postgres-error.ts'
import { postgresEnvironment, type PostgresPrograms } from './postgres-programs.ts'

export type Account = { uid: number; gid: number }
type LaunchOptions = { cwd: string; stdio: StdioOptions; detached?: boolean }

/** Starts a PostgreSQL program as the operating-system user that owns the data. */
export type Launch = (program: string, args: string[], options: LaunchOptions) => ChildProcess

/**
 * Returns the operating-system user that runs PostgreSQL when the site runs as root, because PostgreSQL refuses to run
 * as root. Returns undefined otherwise; then PostgreSQL runs as the same user as the site.
 */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  // If the data exists already, PostgreSQL runs as the operating-system user that owns it.
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((user) => user.startsWith(`${name}:`))?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  const message =
    '以 root 启动时，内置的 PostgreSQL 要换一个普通用户运行，而系统里没有 postgres 也没有 nobody：请用普通用户启动站点。'
  throw new EmbeddedPostgresError('permission', message)
}

/**
 * Returns the function that starts PostgreSQL programs as the operating-system user `account`. When the site's folder
 * is inside a folder that only root may enter, such as /root, the programs get the Linux capability to pass such
 * folders; where a strict umask or a container makes that insufficient, they get the next wider capability. SQL of the
 * site cannot use the capability, because the site's database role is not a superuser and cannot read files.
 */
export async function chooseLaunch(
  account: Account | undefined,
  programs: PostgresPrograms,
  directory: string,
): Promise<Launch> {
  if (!account) return (program, args, options) => spawn(program, args, { ...options, env: postgresEnvironment })
  const isOpen = canEnter(account, programs.directory) && canEnter(account, directory)
  const ways = [
    isOpen ? [] : undefined,
    withLinuxPrivilege(account, 'dac_read_search'),
    withLinuxPrivilege(account, 'dac_override'),
  ]
  for (const prefix of ways) {
    if (!prefix) continue
    const identity = prefix.length ? {} : account
    const launch: Launch = (program, args, options) => {
      const [first = program, ...rest] = [...prefix, program, ...args]
      return spawn(first, rest, { ...options, ...identity, env: postgresEnvironment })
    }
    if (await canRun(launch, programs.postgres)) return launch
  }
  const door =
    findInaccessible(account, programs.directory) ?? findInaccessible(account, directory) ?? programs.directory
  const message = `以 root 启动时，内置的 PostgreSQL 换用普通用户（uid ${account.uid}）运行，而它进不了 ${door}：请把站点和数据目录移到 /srv 之类人人可进的目录，或执行 chmod o+x ${door}，或用普通用户启动站点。`
  throw new EmbeddedPostgresError('permission', message)
}

/**
 * Returns whether a program can be started as another user. The check starts the program by a shell, as PostgreSQL's
 * own programs start each other. If it were started directly, its file would be found with the rights of root, which
 * the other user lacks.
 */
async function canRun(launch: Launch, program: string): Promise<boolean> {
  const child = launch('/bin/sh', ['-c', 'exec "$0" --version', program], { cwd: '/', stdio: 'ignore' })
  return new Promise((resolve) => child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0)))
}

export function canEnter(account: Account, directory: string): boolean {
  return findInaccessible(account, directory) === undefined
}

/**
 * Returns the first directory that the operating-system user may not enter, among the parents of the path and the path
 * itself.
 */
function findInaccessible(account: Account, path: string): string | undefined {
  const steps: string[] = []
  for (let step = realpathSync(path); step !== steps[0]; step = dirname(step)) steps.unshift(step)
  return steps.find((step) => {
    const { uid, gid, mode } = statSync(step)
    const passes = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    return (mode & passes) === 0
  })
}
