import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter, type Account } from './postgres-account.ts'
import { EmbeddedPostgresError } from './postgres-error.ts'

export const socketPort = 5432
/** The longest path of a Unix socket in bytes that the kernel allows, without the terminating zero byte. */
const longestPath = process.platform === 'linux' ? 107 : 103

/**
 * The directory of PostgreSQL's socket. Only the user that runs PostgreSQL may enter it, because PostgreSQL trusts
 * every user who reaches the socket.
 */
type SocketDirectory = { path: string; remove(): void }

export function makeSocketDirectory(cluster: string, account: Account | undefined): SocketDirectory {
  // The data folder of PostgreSQL is private, so it contains the socket, unless its path is too long for the kernel.
  if (fits(cluster)) return { path: cluster, remove: () => {} }
  const name = `zhitu-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find(
    (parent) => existsSync(parent) && fits(join(parent, name)) && (!account || canEnter(account, parent)),
  )
  if (!parent) throw refusal(cluster)
  const path = join(parent, name)
  makePrivate(path, cluster, account)
  return { path, remove: () => removeEmpty(path) }
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${socketPort}`)) <= longestPath
}

function makePrivate(path: string, cluster: string, account: Account | undefined): void {
  let isNew = true
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw refusal(cluster, error)
    isNew = false
  }
  // In a shared folder such as /tmp no other user can replace a directory that this process created. But a directory
  // that existed before may belong to another user, so its owner and permissions are checked.
  if (isNew && account) chownSync(path, account.uid, account.gid)
  const found = lstatSync(path)
  const isOurs = found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
  if (!isOurs) {
    const message = `${path} 不是本站点建立的私有目录，为安全起见不能用来放数据库的套接字：请删除它，或换一个路径较短的 DATA_DIR。`
    throw new EmbeddedPostgresError('permission', message)
  }
}

function refusal(cluster: string, cause?: unknown): EmbeddedPostgresError {
  const message = `路径 ${cluster} 太长，放不下数据库的套接字，临时目录也不能用：请换一个路径较短的 DATA_DIR。`
  return new EmbeddedPostgresError('permission', message, { cause })
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // A killed PostgreSQL left its socket in the directory; the next start uses the directory again.
  }
}
