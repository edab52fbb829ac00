import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

const largestBytes = 8 * 1024 * 1024
const tailBytes = 4 * 1024

/**
 * The log file to which PostgreSQL writes its messages. It is not a pipe, because the database server may outlive this
 * process and would block on a pipe that nobody reads.
 */
export type PostgresLog = {
  path: string
  fd: number
  size(): number
  tail(from: number): string
  trim(): void
  close(): void
}

export function openPostgresLog(path: string): PostgresLog {
  // The log file is opened for appending, so that it can be truncated while PostgreSQL writes to it.
  const fd = openSync(path, 'a+', 0o600)
  const size = () => fstatSync(fd).size
  const log: PostgresLog = {
    path,
    fd,
    size,
    tail(from) {
      const buffer = Buffer.alloc(tailBytes)
      const length = readSync(fd, buffer, 0, tailBytes, Math.max(from, size() - tailBytes))
      return buffer.toString('utf8', 0, length).trim()
    },
    /** Limits the size of the log: one older file is retained beside the current one. */
    trim() {
      if (size() < largestBytes) return
      copyFileSync(path, `${path}.1`)
      ftruncateSync(fd)
    },
    close: () => closeSync(fd),
  }
  log.trim()
  return log
}
