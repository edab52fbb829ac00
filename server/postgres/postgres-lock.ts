import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './postgres-error.ts'

const SQLITE_BUSY = 5
const patience = { attempts: 10, pauseMs: 100 }

// node:sqlite closes a database that is collected as garbage, and the lock with it.
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only one that runs a site on `directory`, and returns what gives it up again.
 *
 * The lock is an open exclusive transaction on an empty SQLite file, because that is the one way Node has to a lock
 * of the kernel (fcntl): taken in one step, so of two starts at once exactly one gets it; gone in the moment its
 * process is, however that ended, so nothing stale can block a start and no process id can be mistaken for another;
 * not inherited by the PostgreSQL child, which may outlive us; seen by containers that share the directory, which a
 * socket in Linux' abstract namespace would not be.
 */
export async function claimDirectory(directory: string): Promise<() => void> {
  const path = join(directory, 'postgres.lock')
  const lock = openLock(path)
  // A site that is just being killed may need a moment to be gone.
  for (let attempt = 1; !tryLock(lock, path); attempt++) {
    if (attempt === patience.attempts) {
      lock.close()
      throw new EmbeddedPostgresError(
        'taken',
        `数据目录 ${directory} 正被另一个运行中的站点使用，请先停掉那个站点，或者给这一个另设 DATA_DIR。`,
      )
    }
    await sleep(patience.pauseMs)
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}

function openLock(path: string): DatabaseSync {
  try {
    const lock = new DatabaseSync(path)
    // Who may read the file may lock it. Never open it by other means: closing that would drop our lock (fcntl).
    chmodSync(path, 0o600)
    return lock
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'permission',
      `无法打开 ${path}：请检查数据目录是否属于启动站点的用户、是否可写。`,
      {
        cause,
      },
    )
  }
}

function tryLock(lock: DatabaseSync, path: string): boolean {
  try {
    // The file stays empty: a journal on disk would be one more thing to leave behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return false
    lock.close()
    throw new EmbeddedPostgresError('broken', `无法给 ${path} 加锁：数据目录所在的文件系统须支持文件锁。`, { cause })
  }
}
