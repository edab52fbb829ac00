import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './postgres-error.ts'

const SQLITE_BUSY = 5
const retries = { attempts: 10, pauseMs: 100 }

// The open locks. Without these references node:sqlite would close a database, and release its lock, at garbage
// collection.
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only one that runs a site on `directory`. Returns the function that releases the lock.
 *
 * The lock is an open exclusive transaction on an empty SQLite file, which is the only way in Node to get a kernel lock
 * (fcntl). Such a lock is atomic; the kernel releases it when the process ends for any reason, so a stale lock never
 * prevents a start; the PostgreSQL child, which may outlive this process, does not inherit it; and containers that
 * share the directory see it, unlike a socket in Linux' abstract namespace.
 */
export async function claimDirectory(directory: string): Promise<() => void> {
  const path = join(directory, 'postgres.lock')
  const lock = openLock(path)
  // The previous process of the site may be about to exit, so the lock is tried again for a moment.
  for (let attempt = 1; !tryLock(lock, path); attempt++) {
    if (attempt === retries.attempts) {
      lock.close()
      throw new EmbeddedPostgresError(
        'taken',
        `数据目录 ${directory} 正被另一个运行中的站点使用，请先停掉那个站点，或者给这一个另设 DATA_DIR。`,
      )
    }
    await sleep(retries.pauseMs)
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}

function openLock(path: string): DatabaseSync {
  try {
    const lock = new DatabaseSync(path)
    // The lock file is private to its user, because every user who may read the file may lock it. It must not be opened
    // in another way, because closing that file handle would release the lock (fcntl).
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
    // SQLite holds its journal in memory, so that it leaves no second file beside the lock file.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return false
    lock.close()
    throw new EmbeddedPostgresError('broken', `无法给 ${path} 加锁：数据目录所在的文件系统须支持文件锁。`, { cause })
  }
}
